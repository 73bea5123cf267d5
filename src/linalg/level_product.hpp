#pragma once

#include <isobit/linalg/structured.hpp>

#include "linalg/gemv_table.hpp"
#include "linalg/workspace.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// alpha*a*x + beta*y for matrices of doubles that stay in cache, on one thread: what the other tiers of gemv find out
/// of every few products, and of every row, is guessed once for all of them, and checked. docs/maths/gemv.md#level
class level_product {
public:
  /// By size and strides.
  [[nodiscard]] static bool takes(matrix_view<double const> const& a) noexcept;
  [[nodiscard]] static bool takes(structured_view<double> const& a) noexcept;

  /// In the standard environment, as all that follows; alpha is not zero.
  level_product(double alpha, vector_view<double const> const& x, double beta, vector_view<double> const& y)
      : alpha_(alpha), beta_(beta), x_(x), y_(y), memory_(rooms * level_room) {}

  /// Writes the rows that are certain; others(first, count) is called for those in between, which have their y still.
  template <class Others> void multiply(matrix_view<double const> const& a, Others others) {
    index first = 0;
    if (guess(sample_of(a)))
      for (index rows; first < a.rows; first += rows) {
        rows = rows_at(a, first);
        if (!sum(a, first, rows) || !round(first, rows, others)) break;
      }
    if (first < a.rows) others(first, a.rows - first);
  }
  /// The same for a matrix of which one half is stored.
  template <class Others> void multiply(structured_view<double> const& a, Others others) {
    if (!guess(sample_of(a)) || !sum(a) || !round(0, a.rows, others)) others(index{0}, a.rows);
  }

private:
  /// Rows at a time. After some that were too many for the guess, or left too much open, it is given up: so few first.
  static constexpr index first_strip = 32, strip = 256;
  [[nodiscard]] static bool too_many(index open, index rows) noexcept { return open > 2 + rows / 16; }

  [[nodiscard]] static index rows_at(matrix_view<double const> const& a, index first) noexcept;
  [[nodiscard]] static double sample_of(matrix_view<double const> const& a) noexcept;
  [[nodiscard]] static double sample_of(structured_view<double> const& a) noexcept;
  /// x as the kernels want it, and the place to cut at, for elements of this size; false where there is none.
  [[nodiscard]] bool guess(double sample) noexcept;
  /// Sums of rows; false where the guess was wrong.
  [[nodiscard]] bool sum(matrix_view<double const> const& a, index first, index rows) noexcept;
  [[nodiscard]] bool sum(structured_view<double> const& a) noexcept;

  /// False where the others had better do all of these rows.
  template <class Others> [[nodiscard]] bool round(index first, index rows, Others const& others) {
    index const count = finish(first, rows);
    if (too_many(count, rows)) return false;
    for (index n = 0; n < count;) {
      index const row = open_[n];
      index run = 1;
      while (n + run < count && open_[n + run] == row + run) ++run;
      others(first + row, run);
      n += run;
    }
    return true;
  }
  [[nodiscard]] index finish(index first, index rows) noexcept;

  double alpha_, beta_;
  vector_view<double const> x_;
  vector_view<double> y_;
  double scale_ = 1;  // of sums
  // Not on the stack: a thread may have little of it.
  static constexpr index rooms = 10;
  workspace memory_;
  double* const operand_ = memory_.data();  // x, between zeros
  double *const high_ = operand_ + level_room, *const low_ = high_ + level_room, *const old_ = low_ + level_room,
                *const result_ = old_ + level_room, *const scratch_ = result_ + level_room;
  index* const open_ = reinterpret_cast<index*>(scratch_ + 4 * level_room);
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
