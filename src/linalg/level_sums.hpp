#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include <isobit/arithmetic/two_sum.hpp>

#include "arithmetic/power_of_two.hpp"
#include "linalg/bounds.hpp"
#include "linalg/rounding_of_sums.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// At how many places the products are cut.
enum class cuts : std::uint8_t { one, two };

/// A matrix in cache times a vector, not rounded yet, with all products cut at the same places: guessed for the whole
/// matrix, and checked. docs/maths/gemv.md#level
template <class T> class level_sums {
public:
  using real = real_of<T>;
  static constexpr index parts = parts_of<T>;
  /// Products of floats are exact: one place is enough.
  static constexpr cuts most_cuts = sizeof(real) == sizeof(double) ? cuts::two : cuts::one;
  /// The fewest rows that fill a vector.
  static constexpr index least_rows = 8;

  /// By size and strides.
  [[nodiscard]] static bool takes(matrix_view<T const> const& a) noexcept {
    constexpr index most_elements = (index{1} << 24) / static_cast<index>(sizeof(T));
    return (a.row_stride == 1 || a.column_stride == 1) && a.rows >= least_rows && a.columns >= least_rows &&
           a.columns <= level_most && a.rows * a.columns <= most_elements;
  }

  /// For at most so many rows at a time.
  level_sums(matrix_view<T const> const& a, vector_view<T const> const& x, index most_rows)
      : a_(a), by_columns_(a.row_stride == 1), products_(parts * a.columns), next_x_(products_ + least_rows),
        next_sums_(parts * most_rows + least_rows),
        memory_(static_cast<std::size_t>(parts * (next_x_ + 3 * next_sums_))) {
    std::fill_n(memory_.data(), parts * next_x_, 0.0);
    set_operands(x, a.conjugate, by_columns_,
                 [&](index set, index i) -> double& { return memory_.data()[set * next_x_ + i]; });
    guess();
  }

  /// The sums of some rows, at least `least_rows`, in whole vectors, with their radii as bounds; false where the guess
  /// was wrong.
  [[nodiscard]] bool rows(index first, index count, cuts places, std::vector<sums_buffer>& results) const {
    if (!holds_ || !sum(first, count, places)) return false;
    double const radius = places == cuts::one ? level_radius(products_) : two_level_radius(products_);
    double const sign = a_.conjugate ? -1 : 1;
    for (index i = 0; i < count; ++i)
      if (is_complex<T> && by_columns_) {
        write(results[0], i, places, radius, sum_of(at(0, 2 * i), at(1, 2 * i + 1), -sign));
        write(results[1], i, places, radius, sum_of(at(1, 2 * i), at(0, 2 * i + 1), sign));
      } else {
        for (index part = 0; part < parts; ++part)
          write(results[static_cast<std::size_t>(part)], i, places, radius, at(part, i));
      }
    return true;
  }

private:
  struct sum_of_row {
    double high, middle, low;
  };

  /// As in level_product.
  void guess() noexcept {
    constexpr int most_shift = 900;
    constexpr double least = 0x1p-400;
    gemv_table const& kernels = gemv_kernels();
    index const lines = (parts * next_x_ + kernels.lanes - 1) / kernels.lanes;
    double const sample = sample_of_matrix(), largest = kernels.largest(memory_.data(), kernels.lanes, lines);
    if (!(sample > 0 && sample < HUGE_VAL && largest > 0 && largest < HUGE_VAL)) return;
    int const above = exponent_above(bits_of(sample)) + 2 + exponent_above(bits_of(largest)) +
                      static_cast<int>(std::bit_width(static_cast<std::size_t>(products_)));
    if (above > most_shift || above < -most_shift) return;
    scale_ = power_of_two<double>(above);
    holds_ = kernels.scale(parts * next_x_, memory_.data(), power_of_two<double>(-above), least);
  }

  /// The largest of some elements: a few from up to 16 columns, or rows.
  [[nodiscard]] double sample_of_matrix() const noexcept {
    index const lines = by_columns_ ? a_.columns : a_.rows, step = std::max<index>(lines / 16, 1);
    double largest = 0;
    for (index line = 0; line < lines; line += step) {
      real const* const from = parts_at(a_.data + line * (by_columns_ ? a_.column_stride : a_.row_stride));
      for (index i = 0; i < least_rows; ++i) largest = std::max(largest, std::fabs(static_cast<double>(from[i])));
    }
    return largest;
  }

  /// Of rows, or of those of their parts, with each operand.
  [[nodiscard]] bool sum(index first, index count, cuts places) const noexcept {
    gemv_table const& kernels = gemv_kernels();
    real const* const from = parts_at(a_.data + first * a_.row_stride);
    double* const high = sums();
    auto const with = [&](auto const& kernel, auto... more) {
      return by_columns_ ? kernel.columns(parts * count, a_.columns, from, parts * a_.column_stride, more...)
                         : kernel.rows(count, products_, from, parts * a_.row_stride, more...);
    };
    if (places == cuts::one) {
      auto const& level = kernels.template level<real>();
      auto const& some = is_complex<T> ? level.two_vectors : level.one_vector;
      return with(some, memory_.data(), next_x_, 1.0, high, high + parts * next_sums_, next_sums_);
    }
    bool held = most_cuts == cuts::two;
    if constexpr (most_cuts == cuts::two)
      for (index set = 0; set < parts; ++set)
        held = held &&
               with(kernels.two_levels, memory_.data() + set * next_x_, two_level_start(products_),
                    high + set * next_sums_, high + (parts + set) * next_sums_, high + (2 * parts + set) * next_sums_);
    return held;
  }
  [[nodiscard]] double* sums() const noexcept { return memory_.data() + parts * next_x_; }
  [[nodiscard]] sum_of_row at(index set, index i) const noexcept {
    double const* const high = sums() + set * next_sums_ + i;
    return {high[0], high[parts * next_sums_], high[2 * parts * next_sums_]};
  }

  /// a + factor*b, factor being 1 or -1: only the low parts are rounded.
  [[nodiscard]] static sum_of_row sum_of(sum_of_row const& a, sum_of_row const& b, double factor) noexcept {
    return {a.high + factor * b.high, a.middle + factor * b.middle, a.low + factor * b.low};
  }

  /// Of sums that were cut at one place there is no low part.
  void write(sums_buffer& to, index i, cuts places, double radius, sum_of_row const& sum) const noexcept {
    auto [high, low] = two_sum(sum.high, sum.middle);
    if (places == cuts::two) {
      double const rest = low + sum.low;
      radius += std::fabs(rest) * 0x1p-52;
      auto const [total, error] = two_sum(high, rest);
      high = total, low = error;
    }
    gemv_sums const s = to.at(i);
    *s.high = high * scale_, *s.low = low * scale_, *s.bound = radius * scale_;
  }

  matrix_view<T const> a_;
  bool by_columns_, holds_ = false;
  index products_;
  double scale_ = 1;
  index next_x_, next_sums_;  // operands, and parts of sums, are so far apart
  workspace memory_;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
