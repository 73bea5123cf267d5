#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "arithmetic/power_of_two.hpp"
#include "sparse/contribution_table.hpp"

/// Products that are added to the sums of columns. docs/maths/sparse.md#columns
ISOBIT_NAMESPACE_BEGIN
namespace sparse {

/// A power of two, 2^grid, that some numbers are multiples of: the last place of the least, times two for every bit at
/// the end that none of them has. Far too small where there is none of a moderate size.
[[nodiscard]] inline int grid_of(magnitudes const& of) noexcept {
  if (of.largest == 0) return std::numeric_limits<int>::max() / 4;
  if (!(of.least >= 0x1p-900)) return std::numeric_limits<int>::min() / 4;
  int const unused = std::countr_zero(of.bits | std::uint64_t{1} << 52);
  return static_cast<int>(bits_of(of.least) >> 52) - 1023 - 52 + unused;
}

/// Where the products are cut: at the last place of `start`. Sums of upper parts begin with `start`, those of lower
/// ones with `rest_start`, and every lower part brings a `count_unit` with it, so that their number can be read from
/// the sum.
struct column_cut {
  double start = 0, rest_start = 0, count_unit = 0;

  /// For up to 2^bits products a column whose magnitudes add up to less than half of `size`; not usable if that is too
  /// large or too small.
  column_cut(double size, int bits) noexcept {
    if (!(size >= 0x1p-700 && size <= 0x1p900) || bits > 12) return;
    double const power = from_bits<double>(bits_of(2 * size) >> 52 << 52), last_place = power * 0x1p-52;
    start = 1.5 * power;
    count_unit = last_place * power_of_two<double>(bits + 1);
    rest_start = count_unit * power_of_two<double>(bits);
  }
  [[nodiscard]] bool usable() const noexcept { return start != 0; }
  [[nodiscard]] sum_of_parts starts() const noexcept { return sum_of_parts{start, rest_start}; }
  /// What lower parts are rounded to multiples of.
  [[nodiscard]] double last_place() const noexcept { return rest_start * 0x1p-52; }
};

}  // namespace sparse
ISOBIT_NAMESPACE_END
