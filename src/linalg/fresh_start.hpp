#pragma once

#include <algorithm>
#include <cmath>

#include <isobit/arithmetic/two_sum.hpp>

#include "linalg/bounds.hpp"
#include "linalg/left_panel.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Remainders of a factorisation that have cancelled start anew: summed once more, from the original elements and the
/// finished factors, with products cut at two places, and kept in units of what is left. docs/maths/factor.md#anew
template <class T> class fresh_start {
public:
  /// Of the rows and columns of `a` from `steps` on, which have met that many products each.
  fresh_start(unrounded& sums, matrix_view<T const> a, index steps)
      : sums_(sums), a_(a), steps_(steps),
        radius_(fine_radius(steps * parts + 1, (steps + steps_a_call - 1) / steps_a_call)) {}

  /// Whether sums of this group are too small for their radius, and none for that of fine sums.
  [[nodiscard]] bool pays(index group) {
    double const limit = sums_.radius(group) * enough;
    auto const [first, last] = columns_of(group);
    if (first >= last || steps_ >= a_.rows) return false;  // nothing is left to sum
    for (index j = first; j < last; ++j) {
      double const largest = largest_up_to(limit, j);
      if (!(largest < limit)) return false;
      int const whole = whole_exponent(j);
      if (whole > exponent_limit) return false;
      if (!(largest * power_of_two<double>(sums_.column_exponent(j) - limited(whole)) > radius_ * enough)) return false;
    }
    return true;
  }

  /// `left` holds the first columns of l, the steps. Precondition: pays(group).
  void start(left_panel const& left, index group) {
    auto const [first, last] = columns_of(group);
    for (index j = first; j < last; ++j) sums_.set_column_exponent(j, limited(whole_exponent(j)));
    workspace data(static_cast<std::size_t>(right_panel::size(sums_, steps_)));
    right_panel right(sums_, data.data(), group, 0, steps_);
    for (index k = 0; k < steps_; ++k) {
      right.clear(k);
      for (index j = first; j < last; ++j) right.set(k, j, a_.at(k, j));
    }
    std::uint64_t largest[most_tile_columns] = {};
    for (index row = steps_ / sums_.lanes() * sums_.lanes(); row < a_.rows; row += sums_.lanes())
      for (index part = 0; part < parts; ++part) sum_strip(left, right, group, row, part, largest);
    unrounded::history history;
    for (index j = first; j < last; ++j) {
      int const whole = sums_.column_exponent(j), bound = exponent_bound(largest[j % sums_.tile_columns()]);
      if (largest[j % sums_.tile_columns()] != 0 && bound <= 0)
        sums_.change_unit(j, limited(whole + bound + headroom), steps_);
      history.start = std::max(history.start, 2 * radius_ * power_of_two<double>(whole - sums_.column_exponent(j)));
    }
    history.start += 0x1p-104;
    sums_.history_of(group) = history;
  }

private:
  static constexpr index parts = parts_of<T>, steps_a_call = block_depth / parts;
  // A sum that is larger than its radius by so much is rounded with certainty, most of the time.
  static constexpr double enough = sizeof(real_of<T>) == sizeof(double) ? 0x1p56 : 0x1p27;

  struct range {
    index first, last;
  };
  [[nodiscard]] range columns_of(index group) const noexcept {
    index const first = group * sums_.tile_columns();
    return {std::max(steps_, first), std::min(a_.columns, first + sums_.tile_columns())};
  }

  /// The largest magnitude in column j, or something that is not below the limit.
  [[nodiscard]] double largest_up_to(double limit, index j) noexcept {
    double largest = 0;
    for (index part = 0; part < parts; ++part) {
      double const* const high = sums_.high() + sums_.column_place(j, part);
      for (index i = steps_; i < a_.rows; ++i) {
        double const size = std::fabs(high[sums_.row_place(i)]);
        if (!(size < limit)) return limit;
        largest = std::max(largest, size);
      }
    }
    return largest;
  }

  /// Of units in which u and the original elements of column j are at most 1.
  [[nodiscard]] int whole_exponent(index j) const noexcept {
    std::uint64_t largest = 0;
    for (index i = 0; i < a_.rows; ++i) largest = std::max(largest, magnitude_bits(a_.at(i, j)));
    return exponent_bound(largest);
  }

  /// A vector of rows from `row` on; those before `steps` are finished and stay.
  void sum_strip(left_panel const& left, right_panel const& right, index group, index row, index part,
                 std::uint64_t* largest) {
    auto const [first, last] = columns_of(group);
    index const begin = std::max(row, steps_), end = std::min(row + sums_.lanes(), a_.rows), tile = sums_.tile_of(row);
    double high[most_strip_entries] = {}, middle[most_strip_entries] = {}, low[most_strip_entries] = {};
    auto const at = [&](index i, index j) { return (j % sums_.tile_columns()) * sums_.lanes() + i - row; };
    for (index j = first; j < last; ++j)
      for (index i = begin; i < end; ++i)
        high[at(i, j)] = in_units(static_cast<double>(part_of(a_.at(i, j), part)), 1 / sums_.unit(i, j));
    for (index k = 0; k < steps_; k += steps_a_call)
      sums_.add_finely(std::min(steps_a_call, steps_ - k) * parts, left.steps(tile, k),
                       right.row(k) + part * right.part_stride(), row - tile * sums_.tile_rows(), high, middle, low);
    for (index j = first; j < last; ++j)
      for (index i = begin; i < end; ++i) {
        auto const [sum, rest] = two_sum(high[at(i, j)], middle[at(i, j)]);
        auto const [value, error] = two_sum(sum, rest + low[at(i, j)]);
        index const place = sums_.place(i, j, part);
        sums_.high()[place] = value, sums_.low()[place] = error;
        std::uint64_t& most = largest[j % sums_.tile_columns()];
        most = std::max(most, std::uint64_t{bits_of(magnitude(value))});
      }
  }

  unrounded& sums_;
  matrix_view<T const> a_;
  index steps_;
  double radius_;  ///< of fine sums
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
