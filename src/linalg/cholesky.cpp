#include <isobit/linalg/factor.hpp>

#include <cmath>

#include "linalg/check.hpp"
#include "linalg/substitution.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {
namespace {

/// The lower half of a Hermitian matrix, or the upper one as the lower half of the conjugate transpose.
template <class T> class lower_half {
public:
  lower_half(triangle half, matrix_view<T> a) : at_(a) {
    if (half == triangle::upper) at_ = transposed(a), at_.conjugate = true;
  }
  [[nodiscard]] index size() const noexcept { return at_.rows; }
  [[nodiscard]] T get(index i, index j) const noexcept { return element(at_, i, j); }
  void set(index i, index j, T const& x) const noexcept { at_.at(i, j) = at_.conjugate ? conjugated(x) : x; }
  void set_diagonal(index i, real_of<T> x) const noexcept { at_.at(i, i) = T(x); }
  /// The first `count` elements of a row, conjugated if asked for.
  [[nodiscard]] vector_view<T const> row(index i, index count, bool conjugate) const {
    matrix_view<T const> const all = at_;
    vector_view<T const> v = all.block(i, 0, 1, count).row(0);
    v.conjugate = conjugate != at_.conjugate;
    return v;
  }

private:
  matrix_view<T> at_;
};

/// Right-looking, recursive: the left half of the columns, its effect on the right half, the right half. Every r(i,j)
/// waits unrounded in `sums` until all its products have arrived; a(i,j) stays as it was until then.
template <class T> class factorisation {
public:
  factorisation(driver_ref const& driver, lower_half<T> a)
      : driver_(driver), a_(a), sums_(a.size(), a.size(), parts_of<T>) {
    // |l(i,k)|^2 <= a(i,i), for a positive definite matrix; what exceeds that becomes NaN, which is never certain.
    for (index i = 0; i < a.size(); ++i) {
      int const square = std::clamp(exponent_bound(part_of(a.get(i, i), 0)), -2 * exponent_limit, 2 * exponent_limit);
      int const root = (square + 2 * exponent_limit + 1) / 2 - exponent_limit;
      sums_.set_row_exponent(i, root), sums_.set_column_exponent(i, root);
    }
    for (index j = 0; j < a.size(); ++j)
      for (index part = 0; part < parts_of<T>; ++part) {
        double* const high = sums_.high() + sums_.column_place(j, part);
        index const first = part == 0 ? j : j + 1;  // the diagonal is real
        sums_.for_rows(first, a.size(), [&](index i, index at) {
          double const x = static_cast<double>(part_of(a.get(i, j), part)) * sums_.row_power(i);
          high[at] = in_units(x, sums_.column_power(j));
        });
      }
  }

  /// As `cholesky` returns.
  index run(index block) {
    index const size = a_.size();
    if (block == 0) block = size;
    for (index first = 0; first < size; first += block) {
      index const last = std::min(first + block, size);
      if (index const problem = factor(first, last)) return problem;
      update(first, last, size);
    }
    return 0;
  }

private:
  // Columns that are factored one by one.
  static constexpr index narrow = 8;

  index factor(index first, index last) {
    if (last - first <= narrow) return factor_narrow(first, last);
    index const half = (last - first) / 2, middle = first + (half + narrow - 1) / narrow * narrow;
    if (index const problem = factor(first, middle)) return problem;
    update(first, middle, last);
    return factor(middle, last);
  }

  /// What columns first, ..., last - 1 do to those from `last` to last_column - 1.
  void update(index first, index last, index last_column) {
    if (last >= last_column) return;
    index const most = block_depth / parts_of<T>;
    for (index k = first; k < last; k += most) update_block(k, std::min(k + most, last), last, last_column);
  }

  void update_block(index first, index last, index first_column, index last_column) {
    left_panel left(sums_, first, last - first);
    for (index k = first; k < last; ++k) pack_left(left, k);
    index const first_group = sums_.group_of(first_column), groups = sums_.group_of(last_column - 1) + 1 - first_group;
    std::size_t const products =
        products_in(a_.size() - first_column, (last_column - first_column) * parts_of<T>, (last - first) * parts_of<T>);
    // Groups dealt out in turn: those to the left are longer.
    std::size_t const threads = threads_for(driver_, products, groups);
    isobit::detail::run_parts(driver_, threads, [&](std::size_t thread) {
      in_standard_rounding([&] {
        index const rows = last - first, steps = rows * parts_of<T>;
        workspace data(static_cast<std::size_t>(right_panel::size(sums_, rows)));
        for (index g = static_cast<index>(thread); g < groups; g += static_cast<index>(threads)) {
          index const group = first_group + g;
          right_panel right(sums_, data.data(), group, first, rows);
          for (index k = first; k < last; ++k) pack_right(right, group, k, first_column, last_column);
          for (index tile = sums_.tile_of(std::max(first_column, group * sums_.tile_columns()));
               tile < sums_.row_tiles(); ++tile)
            sums_.add(tile, group, steps, left.steps(tile, first), right.row(first), right.part_stride());
          sums_.count(group, steps);
        }
      });
    });
  }

  void pack_left(left_panel& left, index k) {
    left.pack(k, a_.size(), [&](index i) { return a_.get(i, k); });
  }
  /// Row k of the conjugate transpose, in the given columns of a group.
  void pack_right(right_panel& right, index group, index k, index first_column, index last_column) {
    right.clear(k);
    index const end = std::min(last_column, (group + 1) * sums_.tile_columns());
    for (index j = std::max(first_column, group * sums_.tile_columns()); j < end; ++j)
      right.set(k, j, conjugated(a_.get(j, k)));
  }

  index factor_narrow(index first, index last) {
    left_panel left(sums_, first, last - first);
    index const first_group = sums_.group_of(first), last_group = sums_.group_of(last - 1);
    workspace data(static_cast<std::size_t>(right_panel::size(sums_, 1)));
    for (index k = first; k < last; ++k) {
      if (!finish_column(k)) return k + 1;
      if (k + 1 == last) break;
      pack_left(left, k);
      for (index group = std::max(first_group, sums_.group_of(k + 1)); group <= last_group; ++group) {
        right_panel right(sums_, data.data(), group, k, 1);
        pack_right(right, group, k, k + 1, last);
        for (index tile = sums_.tile_of(k); tile < sums_.row_tiles(); ++tile)
          sums_.add(tile, group, parts_of<T>, left.steps(tile, k), right.row(k), right.part_stride());
        sums_.count(group, parts_of<T>);
      }
    }
    return 0;
  }

  bool finish_column(index j) {
    column_of_sums const column(sums_, j);
    auto const square = tiers([&] { return column.template round_real<T>(sums_.row_place(j), sums_.unit(j, j)); },
                              [&] { return part_of(exactly(j, j), 0); });
    if (!(square > 0)) return false;
    auto const root = std::sqrt(square);
    a_.set_diagonal(j, root);
    auto const divide_entry = [&](index i, index at) {
      T const x = tiers([&] { return column.template round<T>(at, sums_.unit(i, j)); }, [&] { return exactly(i, j); });
      a_.set(i, j, divide(x, T(root)));
    };
    if constexpr (is_complex<T>) {
      sums_.for_rows(j + 1, a_.size(), divide_entry);
    } else {
      rounded_column<T> quotients(sums_, j);
      for (index tile = sums_.tile_of(j); tile < sums_.row_tiles(); ++tile) {
        quotients.round(tile, root);
        index const start = tile * sums_.tile_rows(), end = std::min(a_.size(), start + sums_.tile_rows());
        for (index i = std::max(j + 1, start); i < end; ++i)
          if (auto const x = quotients.at(i - start))
            a_.set(i, j, *x);
          else
            divide_entry(i, sums_.row_place(i));
      }
    }
    return true;
  }

  [[nodiscard]] T exactly(index i, index j) const {
    exact_remainder<T> remainder;
    remainder.subtract(a_.row(i, j, false), a_.row(j, j, true));
    return remainder.round(T(1), a_.get(i, j));  // of a diagonal entry only the real part is used
  }

  driver_ref const& driver_;
  lower_half<T> a_;
  unrounded sums_;
};

}  // namespace

namespace detail {

template <class T> index cholesky(driver_ref const& driver, triangle half, matrix_view<T> a, block_size block) {
  constexpr char const* name = "cholesky";
  require_equal(name, a.rows, "rows of a", a.columns, "columns of a");
  if (block.value < 0) refuse(name, "a negative block size; use 0 to leave it to the library");
  require_output(name, "a", a);
  if (a.rows == 0) return 0;
  return in_standard_rounding([&] { return factorisation<T>(driver, lower_half<T>(half, a)).run(block.value); });
}

template index cholesky(driver_ref const&, triangle, matrix_view<float>, block_size);
template index cholesky(driver_ref const&, triangle, matrix_view<double>, block_size);
template index cholesky(driver_ref const&, triangle, matrix_view<std::complex<float>>, block_size);
template index cholesky(driver_ref const&, triangle, matrix_view<std::complex<double>>, block_size);

}  // namespace detail
}  // namespace linalg
ISOBIT_NAMESPACE_END
