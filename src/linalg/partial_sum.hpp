#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <isobit/fp/two_sum.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// A number of which this much is known: it lies within `radius` of high + low. A radius that is infinite or NaN says
/// nothing. Needs the standard environment. docs/maths/mpi_linalg.md#partial-sums
struct partial_sum {
  double high = 0;
  double low = 0;
  double radius = 0;

  static constexpr partial_sum unknown() noexcept { return {0, 0, std::numeric_limits<double>::infinity()}; }

  /// x * y, exactly where neither it nor its factors are near the limits of the format.
  /// docs/maths/mpi_linalg.md#products
  static partial_sum product(double x, double y) noexcept {
    if (!(std::fabs(x) <= 0x1p990 && std::fabs(y) <= 0x1p990)) return unknown();
    if (x == 0 || y == 0) return {};
    double const value = x * y;
    if (!(std::fabs(value) <= 0x1p1000)) return unknown();
    if (std::fabs(value) < 0x1p-900) return {value, 0, 0x1p-950};
    double const cx = 0x1.0000002p27 * x, cy = 0x1.0000002p27 * y;
    double const x1 = cx - (cx - x), y1 = cy - (cy - y);
    double const x2 = x - x1, y2 = y - y1;
    return {value, x2 * y2 - (((value - x1 * y1) - x2 * y1) - x1 * y2), 0};
  }

  /// Adds what another one knows. docs/maths/mpi_linalg.md#merging
  void add(partial_sum const& other) noexcept {
    auto const highs = two_sum(high, other.high);
    auto const lows = two_sum(low, other.low);
    auto const rest = two_sum(highs.low, lows.high);
    auto const sum = two_sum(highs.high, rest.high);
    high = sum.high;
    low = sum.low;
    radius = ((radius + other.radius) + (std::fabs(rest.low) + std::fabs(lows.low))) * (1 + 0x1p-50);
  }

  /// Makes it x times as large. docs/maths/mpi_linalg.md#products
  void multiply(double x) noexcept {
    double const enlarged = radius == 0 ? 0 : std::fabs(x) * radius * (1 + 0x1p-50) + 0x1p-1000;
    partial_sum const rest = product(x, low);
    *this = product(x, high);
    radius += enlarged;
    add(rest);
  }

  /// Whether all numbers it may be round to the same T, to nearest-even, which is then in `result`. Zero is +0.
  /// docs/maths/mpi_linalg.md#test
  template <class T> [[nodiscard]] bool round(T& result) const noexcept {
    if (radius == 0 && low == 0 && std::fabs(high) <= std::numeric_limits<double>::max()) {
      result = high == 0 ? T(0) : static_cast<T>(high);
      return true;
    }
    if (!(radius <= 0x1p1000 && std::fabs(high) >= 0x1p-900 && std::fabs(high) <= 0x1p1000)) return false;
    double const wide = radius + 0x1p-51 * (radius + std::fabs(low));
    double lowest = high + (low - wide), highest = high + (low + wide);
    if constexpr (std::is_same_v<T, float>) {
      lowest -= 0x1p-52 * std::fabs(lowest);
      highest += 0x1p-52 * std::fabs(highest);
    }
    result = static_cast<T>(lowest);
    using bits = std::conditional_t<std::is_same_v<T, float>, std::uint32_t, std::uint64_t>;
    return std::bit_cast<bits>(result) == std::bit_cast<bits>(static_cast<T>(highest));
  }
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
