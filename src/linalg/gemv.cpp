#include <isobit/linalg/gemv.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include <isobit/arithmetic/two_sum.hpp>
#include <isobit/driver/parts.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/check.hpp"
#include "linalg/exact_entry.hpp"
#include "linalg/gemv_operand.hpp"
#include "linalg/kernels.hpp"
#include "linalg/number.hpp"
#include "linalg/round_entry.hpp"
#include "linalg/share.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

namespace {

/// Results that are worked on together.
constexpr index block_rows = 4096;

void add_columns(gemv_table const& table, index rows, double const* const* columns, double const* x, gemv_sums sums) {
  table.columns_f64(rows, columns, x, sums);
}
void add_columns(gemv_table const& table, index rows, float const* const* columns, double const* x, gemv_sums sums) {
  table.columns_f32(rows, columns, x, sums);
}
void add_rows(gemv_table const& table, index rows, double const* const* at, gemv_operand const& x, index length,
              gemv_sums sums) {
  table.rows_f64(rows, at, length, x.data(), sums);
}
void add_rows(gemv_table const& table, index rows, float const* const* at, gemv_operand const& x, index length,
              gemv_sums sums) {
  table.rows_f32(rows, at, length, x.data(), sums);
}

/// Room for the sums of a block of rows, in whole vectors.
class sums_buffer {
public:
  sums_buffer(index rows, index lanes)
      : size_((rows + lanes - 1) / lanes * lanes + lanes), values_(static_cast<std::size_t>(3 * size_)) {}
  [[nodiscard]] gemv_sums at(index i = 0) noexcept {
    double* const first = values_.data() + i;
    return {first, first + size_, first + 2 * size_};
  }
  void clear() noexcept { std::fill(values_.begin(), values_.end(), 0.0); }

private:
  index size_;
  std::vector<double> values_;
};

/// One call, the parts that do not change. Complex numbers are pairs of real ones: docs/maths/gemv.md#complex
template <class T> class product_by_vector {
public:
  using real = real_of<T>;
  static constexpr index parts = parts_of<T>;

  product_by_vector(T alpha, matrix_view<T const> a, vector_view<T const> x, T beta, vector_view<T> y)
      : table_(gemv_kernels()), alpha_(alpha), beta_(beta), a_(a), x_(x), y_(y),
        by_columns_(a.row_stride == 1 && !(a.column_stride == 1 && a.columns > a.rows)) {
    index const length = by_columns_ ? x.size : parts * x.size;
    index const block = by_columns_ ? gemv_width : gemv_width * table_.lanes;
    double const sign = a.conjugate ? -1 : 1;
    for (index set = 0; set < parts; ++set) operands_.emplace_back(length, block);
    for (index i = 0; i < x.size; ++i) {
      T const value = element(x, i);
      if constexpr (is_complex<T>) {
        double const re = value.real(), im = value.imag();
        if (by_columns_) {
          operands_[0][i] = re, operands_[1][i] = im;
        } else {
          operands_[0][2 * i] = re, operands_[0][2 * i + 1] = -sign * im;
          operands_[1][2 * i] = im, operands_[1][2 * i + 1] = sign * re;
        }
      } else {
        operands_[0][i] = value;
      }
    }
    if constexpr (sizeof(real) == sizeof(double)) {
      double largest = 0;
      for (auto const& operand : operands_) largest = std::max(largest, operand.largest_magnitude());
      scale_ = gemv_scale::for_magnitude(largest);
      for (auto& operand : operands_) operand.scale(scale_.first, scale_.second);
      for (auto const& operand : operands_) zeros_are_exact_ = zeros_are_exact_ && operand.none_is_small();
    }
    tiny_ = 8 * static_cast<double>(parts * (x.size + 8)) * gemv_tiny;
  }

  void rows(index first, index count) const {
    index const size = std::min(count, block_rows);
    index const lanes = table_.lanes;
    std::vector<sums_buffer> sums(static_cast<std::size_t>(parts),
                                  sums_buffer(by_columns_ ? parts * size : size, lanes));
    std::vector<sums_buffer> combined;
    if (is_complex<T> && by_columns_) combined.assign(2, sums_buffer(size, lanes));
    std::vector<T> copies(!by_columns_ && a_.column_stride != 1 ? static_cast<std::size_t>(lanes * a_.columns) : 0);
    for (index i = first; i < first + count; i += size) {
      index const now = std::min(size, first + count - i);
      if (by_columns_) {
        sum_columns(i, now, sums);
        if constexpr (is_complex<T>) {
          combine(now, sums, combined);
          finish(i, now, combined);
          continue;
        }
      } else {
        sum_rows(i, now, sums, copies);
      }
      finish(i, now, sums);
    }
  }

private:
  void sum_columns(index first, index count, std::vector<sums_buffer>& sums) const {
    index const padded = (parts * count + table_.lanes - 1) / table_.lanes * table_.lanes;
    for (auto& one : sums) one.clear();
    for (index block = 0; block < operands_[0].blocks(); ++block) {
      real const* columns[gemv_width];
      for (index c = 0; c < gemv_width; ++c) {
        // The operand is zero beyond its end, so any column will do.
        index const j = block * gemv_width + c < a_.columns ? block * gemv_width + c : block * gemv_width;
        columns[c] = parts_at(a_.data + first + j * a_.column_stride);
      }
      for (std::size_t set = 0; set < sums.size(); ++set) {
        gemv_operand const& x = operands_[set];
        add_columns(table_, parts * count, columns, x.data() + block * gemv_width, sums[set].at());
        if (block % gemv_blocks_between == gemv_blocks_between - 1)
          (sizeof(real) == sizeof(double) ? table_.renormalise_f64 : table_.renormalise_f32)(padded, sums[set].at());
      }
    }
  }

  void sum_rows(index first, index count, std::vector<sums_buffer>& sums, std::vector<T>& copies) const {
    std::vector<real const*> at(static_cast<std::size_t>(table_.lanes));
    for (index i = 0; i < count; i += table_.lanes) {
      index const now = std::min(table_.lanes, count - i);
      T const* const start = a_.data + (first + i) * a_.row_stride;
      if (copies.empty()) {
        for (index r = 0; r < now; ++r) at[static_cast<std::size_t>(r)] = parts_at(start + r * a_.row_stride);
      } else {
        for (index j = 0; j < a_.columns; ++j)
          for (index r = 0; r < now; ++r)
            copies[static_cast<std::size_t>(r * a_.columns + j)] = start[r * a_.row_stride + j * a_.column_stride];
        for (index r = 0; r < now; ++r) at[static_cast<std::size_t>(r)] = parts_at(copies.data() + r * a_.columns);
      }
      for (std::size_t set = 0; set < sums.size(); ++set)
        add_rows(table_, now, at.data(), operands_[set], parts * a_.columns, sums[set].at(i));
    }
  }

  /// From sums of (re, im) times re(x) and times im(x) to the parts of the product.
  void combine(index count, std::vector<sums_buffer>& sums, std::vector<sums_buffer>& combined) const {
    double const sign = a_.conjugate ? -1 : 1;
    gemv_sums const by_real = sums[0].at(), by_imaginary = sums[1].at();
    auto const add = [](gemv_sums result, index i, gemv_sums x, index at_x, gemv_sums y, index at_y, double factor) {
      auto const [high, error] = two_sum(x.high[at_x], factor * y.high[at_y]);
      double const low_a = x.low[at_x], low_b = factor * y.low[at_y];
      result.high[i] = high;
      result.low[i] = (low_a + low_b) + error;
      result.bound[i] = (x.bound[at_x] + y.bound[at_y]) +
                        (std::fabs(low_a) + std::fabs(low_b) + std::fabs(error)) * gemv_low_weight<real>;
    };
    for (index i = 0; i < count; ++i) {
      add(combined[0].at(), i, by_real, 2 * i, by_imaginary, 2 * i + 1, -sign);
      add(combined[1].at(), i, by_imaginary, 2 * i, by_real, 2 * i + 1, sign);
    }
  }

  /// From bounds to radii, and from scaled sums to sums.
  void find_radii(index count, gemv_sums sums) const {
    for (index i = 0; i < count; ++i) {
      sums.high[i] = sums.high[i] * scale_.back_first * scale_.back_second;
      sums.low[i] = sums.low[i] * scale_.back_first * scale_.back_second;
      double const radius = (sums.bound[i] * gemv_radius<real> + tiny_) * scale_.back_first * scale_.back_second;
      sums.bound[i] = sums.bound[i] == 0 && zeros_are_exact_ ? 0 : radius + gemv_tiny;
    }
  }

  void finish(index first, index count, std::vector<sums_buffer>& sums) const {
    auto const padded = static_cast<std::size_t>((count + table_.lanes - 1) / table_.lanes * table_.lanes);
    for (auto& one : sums) find_radii(static_cast<index>(padded), one.at());
    bool const adds = beta_ != T{};
    std::vector<double> old(adds ? padded * parts : 0), results(padded * parts);
    std::unique_ptr<bool[]> const certain(new bool[padded * parts]);
    for (index i = 0; adds && i < count; ++i) {
      T const value = y_.data[(first + i) * y_.stride];
      for (index part = 0; part < parts; ++part)
        old[static_cast<std::size_t>(part) * padded + static_cast<std::size_t>(i)] = part_of(value, part);
    }
    auto const both_parts = [](T z) { return std::array<double, 2>{part_of(z, 0), part_of(z, 1)}; };
    auto const alpha = both_parts(alpha_), beta = both_parts(beta_);
    for (std::size_t part = 0; part < static_cast<std::size_t>(parts); ++part) {
      gemv_results r = {};
      r.count = static_cast<index>(padded);
      r.values = parts;
      r.addends = adds ? parts : 0;
      r.result = results.data() + part * padded;
      r.certain = certain.get() + part * padded;
      for (std::size_t k = 0; k < static_cast<std::size_t>(parts); ++k) {
        // re = re*re - im*im, im = re*im + im*re
        double const sign = k == 1 && part == 0 ? -1 : 1;
        std::size_t const other = k == 0 ? part : 1 - part;
        gemv_sums const s = sums[other].at();
        r.value[k] = {sign * alpha[k], s.high, s.low, s.bound};
        r.addend[k] = {sign * beta[k], adds ? old.data() + other * padded : nullptr};
      }
      if constexpr (sizeof(real) == sizeof(double))
        table_.finish_f64(r);
      else
        table_.finish_f32(r);
    }
    for (index i = 0; i < count; ++i) {
      auto const at = static_cast<std::size_t>(i);
      T& y = y_.data[(first + i) * y_.stride];
      auto const part = [&](std::size_t place) {
        return linalg::certain<real>(static_cast<real>(results[place]), certain[place]);
      };
      y = tiers(
          [&] {
            if constexpr (is_complex<T>)
              return of_parts(part(at), part(at + padded));
            else
              return part(at);
          },
          [&] { return exact(first + i, is_zero(beta_) ? T{} : y); });
    }
  }

  [[nodiscard]] T exact(index i, T y) const {
    exact_entry<T> entry;
    entry.add_products(a_.row(i), x_);
    return entry.round(alpha_, beta_, y);
  }

  gemv_table const& table_;
  T alpha_, beta_;
  matrix_view<T const> a_;
  vector_view<T const> x_;
  vector_view<T> y_;
  bool by_columns_;
  std::vector<gemv_operand> operands_;
  gemv_scale scale_;
  double tiny_ = 0;
  bool zeros_are_exact_ = true;  ///< a bound of 0 means products of 0
};

}  // namespace

namespace detail {

template <class T>
void gemv(driver_ref const& driver, T alpha, matrix_view<T const> a, vector_view<T const> x, T beta, vector_view<T> y) {
  require_equal("gemv", a.columns, "the number of columns of a", x.size, "the size of x");
  require_equal("gemv", a.rows, "the number of rows of a", y.size, "the size of y");
  require_output("gemv", "y", y);
  require_disjoint("gemv", "y", y, "a", a);
  require_disjoint("gemv", "y", y, "x", x);
  if (y.size == 0) return;
  // Comparisons too need the environment: others may take a subnormal alpha for zero.
  std::unique_ptr<product_by_vector<T>> product;
  in_standard_environment([&](environment_guard&) {
    if (alpha != T{} && x.size != 0)
      product = std::make_unique<product_by_vector<T>>(alpha, a, x, beta, y);
    else if (beta != T{1})
      for (index i = 0; i < y.size; ++i) {
        T& at = y.data[i * y.stride];
        at = beta == T{} ? T{} : exact_entry<T>().round(T{1}, beta, at);
      }
  });
  if (product == nullptr) return;
  share_lines(driver, a.rows, a.columns, [&](index first, index count) { product->rows(first, count); });
}

#define ISOBIT_INSTANTIATE(T) \
  template ISOBIT_API void gemv<T>(driver_ref const&, T, matrix_view<T const>, vector_view<T const>, T, vector_view<T>);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace detail
}  // namespace linalg
ISOBIT_NAMESPACE_END
