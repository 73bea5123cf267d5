#include <isobit/linalg/factor.hpp>

#include <cmath>
#include <string>

#include "linalg/check.hpp"
#include "linalg/fresh_start.hpp"
#include "linalg/product_by_vector.hpp"
#include "linalg/substitution.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {
namespace {

/// What the search for a pivot compares: the bits of a magnitude, so that NaN is larger than everything.
template <class T> std::uint64_t pivot_key(T const& x) noexcept {
  if constexpr (is_complex<T>) {
    auto const sum = std::abs(x.real()) + std::abs(x.imag());
    return is_nan(sum) ? ~std::uint64_t{0} : std::uint64_t{bits_of(sum)};
  } else {
    return is_nan(x) ? ~std::uint64_t{0} : std::uint64_t{bits_of(std::abs(x))};
  }
}

/// Right-looking, recursive: the left half of the columns, its effect on the right half, the right half. Every r(i,j)
/// waits unrounded in `sums` until all its products have arrived; a(i,j) stays as it was until then.
template <class T> class factorisation {
public:
  factorisation(driver_ref const& driver, matrix_view<T> a, std::span<index> pivots)
      : driver_(driver), a_(a), pivots_(pivots), sums_(a.rows, a.columns, parts_of<T>),
        seen_(static_cast<std::size_t>(a.columns)) {
    // |l| <= 1, or for complex numbers, whose pivots are the largest in another norm, |l| <= sqrt(2).
    for (index i = 0; i < a.rows; ++i) sums_.set_row_exponent(i, is_complex<T> ? 1 : 0);
    for (index j = 0; j < a.columns; ++j) {
      std::uint64_t largest = 0;
      for (index i = 0; i < a.rows; ++i) largest = std::max(largest, magnitude_bits(a.at(i, j)));
      sums_.set_column_exponent(j, limited(exponent_bound(largest)) + headroom);
      double const power = 1 / sums_.unit(0, j);
      for (index part = 0; part < parts_of<T>; ++part) {
        double* const high = sums_.high() + sums_.column_place(j, part);
        sums_.for_rows(0, a.rows, [&](index i, index at) {
          high[at] = in_units(static_cast<double>(part_of(a.at(i, j), part)), power);
        });
      }
    }
  }

  /// As `lu` returns.
  index run(index block) {
    index const steps = std::min(a_.rows, a_.columns);
    if (block == 0) block = steps;
    for (index first = 0; first < steps; first += block) {
      index const last = std::min(first + block, steps);
      factor(first, last);
      exchange_rows(first, last, 0, first);
      update(first, last, a_.columns);
    }
    return first_zero_;
  }

private:
  // Columns that are factored one by one.
  static constexpr index narrow = 8;
  // Products that a finer tier pays for.
  static constexpr index least_for_fine = 16;

  /// Columns first, ..., last - 1, all rows from first on.
  void factor(index first, index last) {
    if (last - first <= narrow) return factor_narrow(first, last);
    index const half = (last - first) / 2, middle = first + (half + narrow - 1) / narrow * narrow;
    factor(first, middle);
    update(first, middle, last);
    factor(middle, last);
    exchange_rows(middle, last, first, middle);
  }

  /// What columns first, ..., last - 1 do to those from `last` to last_column - 1.
  void update(index first, index last, index last_column) {
    std::vector<index> places;
    for (index k = first; k < last; ++k) {
      places.push_back(sums_.row_place(k));
      places.push_back(sums_.row_place(pivots_[static_cast<std::size_t>(k)]));
    }
    remainders const exact = {*this};
    auto const prepare = [&](index j) {
      exchange_rows(first, last, j, j + 1);
      sums_.exchange(j, places);
    };
    substitution<T, remainders>{sums_, a_, diagonal::ones, a_, exact}.apply(driver_, first, last, last, last_column,
                                                                            prepare);
    start_anew(last, last_column);
  }

  /// Columns `steps`, ..., last_column - 1, which have met all steps before, where they cancelled.
  /// docs/maths/factor.md#anew
  void start_anew(index steps, index last_column) {
    if (steps < least_for_fine) return;
    fresh_start<T> fresh(sums_, a_, steps);
    std::vector<index> groups;
    for (index group = sums_.group_of(steps); group * sums_.tile_columns() < last_column; ++group)
      // Others of its columns may have met less.
      if ((group + 1) * sums_.tile_columns() <= last_column || last_column == a_.columns)
        if (fresh.pays(group)) groups.push_back(group);
    if (groups.empty()) return;
    left_panel left(sums_, 0, steps, steps);
    for (index k = 0; k < steps; ++k) {
      make_up_exchanges(k, steps);
      left.pack(k, a_.rows, [&](index i) { return a_.at(i, k); });
    }
    auto const count = static_cast<index>(groups.size());
    std::size_t const products =
        products_in(a_.rows - steps, count * sums_.tile_columns() * parts_of<T>, steps * parts_of<T>);
    share(driver_, products, count, [&](auto next) {
      in_standard_rounding([&] {
        for (index at = next(); at >= 0; at = next()) fresh.start(left, groups[static_cast<std::size_t>(at)]);
      });
    });
  }

  /// Those of steps first, ..., last - 1 in columns first_column, ..., last_column - 1, which have seen all before, or
  /// some of them.
  void exchange_rows(index first, index last, index first_column, index last_column) {
    for (index j = first_column; j < last_column; ++j) {
      index& seen = seen_[static_cast<std::size_t>(j)];
      for (index k = std::max(first, seen); k < last; ++k)
        std::swap(a_.at(k, j), a_.at(pivots_[static_cast<std::size_t>(k)], j));
      seen = std::max(seen, last);
    }
  }

  /// Those that column j has not seen, of steps before `last`.
  void make_up_exchanges(index j, index last) {
    if (index const seen = seen_[static_cast<std::size_t>(j)]; seen < last) exchange_rows(seen, last, j, j + 1);
  }

  void factor_narrow(index first, index last) {
    left_panel left(sums_, first, last - first);
    index const first_group = sums_.group_of(first), groups = sums_.group_of(last - 1) + 1 - first_group;
    index const size = right_panel::size(sums_, last - first);
    workspace data(static_cast<std::size_t>(size * groups));
    for (index k = first; k < last; ++k) {
      round_column(k);
      index const pivot = find_pivot(k);
      pivots_[static_cast<std::size_t>(k)] = pivot;
      exchange_rows(k, k + 1, first, last);
      index const places[] = {sums_.row_place(k), sums_.row_place(pivot)};
      for (index j = first; j < last && pivot != k; ++j) sums_.exchange(j, places);
      divide_column(k);
      if (k + 1 == last) break;
      for (index j = k + 1; j < last; ++j) round_entry(k, j);

      left.pack(k, a_.rows, [&](index i) { return a_.at(i, k); });
      for (index g = sums_.group_of(k + 1) - first_group; g < groups; ++g) {
        index const group = first_group + g;
        right_panel right(sums_, data.data() + g * size, group, first, last - first);
        right.clear(k);
        index const begin = std::max(k + 1, group * sums_.tile_columns());
        for (index j = begin; j < std::min(last, (group + 1) * sums_.tile_columns()); ++j)
          right.pack(k, j, a_.at(k, j));
        for (index tile = sums_.tile_of(k); tile < sums_.row_tiles(); ++tile)
          sums_.add(tile, group, parts_of<T>, left.steps(tile, k), right.row(k), right.part_stride());
        sums_.count(group, parts_of<T>);
      }
    }
  }

  void round_column(index j) {
    std::vector<index> open;
    auto const set = [&](index i, certain<T> const& entry) {
      if (entry)
        a_.at(i, j) = *entry;
      else
        open.push_back(i);
    };
    if constexpr (!is_complex<T>) {
      rounded_column<T> column(sums_, j);
      for (index tile = sums_.tile_of(j); tile < sums_.row_tiles(); ++tile) {
        column.round(tile, T(1));
        index const start = tile * sums_.tile_rows(), end = std::min(a_.rows, start + sums_.tile_rows());
        for (index i = std::max(j, start); i < end; ++i) set(i, column.at(i - start));
      }
    } else {
      column_of_sums const column(sums_, j);
      for (index i = j; i < a_.rows; ++i) set(i, column.template round<T>(sums_.row_place(i), sums_.unit(i, j)));
    }
    certify::tiers_while_open([&] { return open.size(); }, [&] { return round_finely(j, open); },
                              [&] {
                                for (index const i : open) a_.at(i, j) = exactly(i, j);
                              });
  }

  /// The finer tier, of entries of a column together: keeps those that are still open, and gives their number.
  /// docs/maths/factor.md#finer
  std::size_t round_finely(index j, std::vector<index>& open) {
    if (j < least_for_fine) return open.size();
    for (index k = 0; k < j; ++k) make_up_exchanges(k, j);
    matrix_view<T const> const a = a_;
    vector_view<T const> const u = a.block(0, j, j, 1).column(0);
    vector_scale<T> const scale(u);
    sums_by_vector<T> const products(a.block(0, 0, a.rows, j), u, scale.scale);
    auto sums = products.finely(open, [&](index i, index part) {
      return -static_cast<double>(part_of(a_.at(i, j), part)) * scale.scale.first * scale.scale.second;
    });
    if (sums.empty()) return open.size();
    std::vector<index> left;
    for (std::size_t p = 0; p < sums[0].row.size(); ++p) {
      index const i = sums[0].row[p];
      if (i < 0) continue;
      auto const part = [&](std::size_t which) {
        auto const sum = sums[which].enclosure_at(p, scale.scale, parts_of<T> * tiny_of_products(j));
        return linalg::round_entry<real_of<T>>({-sum.high, -sum.low, sum.radius});
      };
      certain<T> entry = uncertain;
      if constexpr (is_complex<T>)
        entry = of_parts(part(0), part(1));
      else
        entry = part(0);
      if (entry)
        a_.at(i, j) = *entry;
      else
        left.push_back(i);
    }
    open = left;
    return open.size();
  }

  /// What a remainder of columns to the right is rounded to.
  struct remainders {
    factorisation const& of;

    [[nodiscard]] T operator()(index i, index j) const { return of.exactly(i, j); }
    /// Those of row i together, where they are certain. docs/maths/factor.md#finer
    [[nodiscard]] std::vector<certain<T>>
    finely(index i, std::vector<index> const& columns) const requires std::same_as<T, double> {
      std::vector<certain<T>> results(columns.size(), uncertain);
      if (i < least_for_fine || of.a_.row_stride != 1) return results;
      auto const& table = gemv_kernels();
      auto const lanes = static_cast<std::size_t>(table.lanes);
      gemv_operand l(i, gemv_width * table.lanes);
      of.for_row_left(i, i, columns.front(), [&](index row, index begin, index end) {
        for (index k = begin; k < end; ++k) l[k] = of.a_.at(row, k);
      });
      gemv_scale const scale = gemv_scale::for_magnitude(l.largest_magnitude());
      l.scale(scale.first, scale.second);
      std::vector<double const*> at(lanes);
      for (std::size_t first = 0; first < columns.size(); first += lanes) {
        std::size_t const now = std::min(lanes, columns.size() - first);
        fine_sums<double> sums(lanes);
        for (std::size_t c = 0; c < now; ++c) {
          index const j = columns[first + c];
          at[c] = &of.a_.at(0, j);
          *sums.at(static_cast<index>(c)).high = -of.a_.at(i, j) * scale.first * scale.second;
        }
        table.fine_rows_f64(static_cast<index>(now), at.data(), i, l.data(), sums.at());
        for (std::size_t c = 0; c < now; ++c) {
          auto const sum = sums.enclosure_at(c, scale, tiny_of_products(i));
          results[first + c] = linalg::round_entry<T>({-sum.high, -sum.low, sum.radius});
        }
      }
      return results;
    }
  };

  void round_entry(index i, index j) {
    column_of_sums const column(sums_, j);
    auto const finely = [&]() -> certain<T> {
      if constexpr (std::same_as<T, double>)
        return remainders{*this}.finely(i, {j}).front();
      else
        return uncertain;
    };
    a_.at(i, j) = tiers([&] { return column.template round<T>(sums_.row_place(i), sums_.unit(i, j)); }, finely,
                        [&] { return exactly(i, j); });
  }

  [[nodiscard]] T exactly(index i, index j) const {
    matrix_view<T const> const a = a_;
    exact_remainder<T> remainder;
    for_row_left(i, std::min(i, j), j, [&](index row, index begin, index end) {
      remainder.subtract(a.block(row, begin, 1, end - begin).row(0), a.block(begin, j, end - begin, 1).column(0));
    });
    return remainder.round(T(1), a.at(i, j));
  }

  /// body(row, begin, end) for pieces of row i of l, up to column `last`: columns to the left have not seen all
  /// exchanges that column j has, those further left fewer, and the row may be another one there.
  template <class Body> void for_row_left(index i, index last, index j, Body body) const {
    index row = i, step = seen_[static_cast<std::size_t>(j)];
    for (index end = last, begin = end; end > 0; end = begin) {
      index const seen = seen_[static_cast<std::size_t>(end - 1)];
      while (begin > 0 && seen_[static_cast<std::size_t>(begin - 1)] == seen) --begin;
      while (step > seen) {
        index const pivot = pivots_[static_cast<std::size_t>(--step)];
        row = row == step ? pivot : row == pivot ? step : row;
      }
      body(row, begin, end);
    }
  }

  [[nodiscard]] index find_pivot(index j) const noexcept {
    index pivot = j;
    std::uint64_t largest = pivot_key(a_.at(j, j));
    for (index i = j + 1; i < a_.rows; ++i)
      if (std::uint64_t const key = pivot_key(a_.at(i, j)); key > largest) largest = key, pivot = i;
    return pivot;
  }

  void divide_column(index j) {
    T const pivot = a_.at(j, j);
    if (pivot == T{}) {
      if (first_zero_ == 0) first_zero_ = j + 1;
      return;
    }
    for (index i = j + 1; i < a_.rows; ++i) a_.at(i, j) = divide(a_.at(i, j), pivot);
  }

  driver_ref const& driver_;
  matrix_view<T> a_;
  std::span<index> pivots_;
  unrounded sums_;
  std::vector<index> seen_;  ///< of every column, how many steps' exchanges it has seen
  index first_zero_ = 0;
};

}  // namespace

namespace detail {

template <class T> index lu(driver_ref const& driver, matrix_view<T> a, std::span<index> pivots, block_size block) {
  constexpr char const* name = "lu";
  index const steps = std::min(a.rows, a.columns);
  if (static_cast<index>(pivots.size()) < steps)
    refuse(name, "room for " + std::to_string(pivots.size()) +
                     " pivots; there are min(rows, columns) = " + std::to_string(steps));
  if (block.value < 0) refuse(name, "a negative block size; use 0 to leave it to the library");
  require_output(name, "a", a);
  if (steps == 0) return 0;
  return in_standard_rounding([&] { return factorisation<T>(driver, a, pivots).run(block.value); });
}

template index lu(driver_ref const&, matrix_view<float>, std::span<index>, block_size);
template index lu(driver_ref const&, matrix_view<double>, std::span<index>, block_size);
template index lu(driver_ref const&, matrix_view<std::complex<float>>, std::span<index>, block_size);
template index lu(driver_ref const&, matrix_view<std::complex<double>>, std::span<index>, block_size);

}  // namespace detail
}  // namespace linalg
ISOBIT_NAMESPACE_END
