#pragma once

#include <bit>
#include <cmath>

#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// How often sums are renormalised, in blocks, to keep `low` small.
inline constexpr index gemv_blocks_between = 64;

/// The error of a sum is at most this times its bound, plus gemv_tiny for each product. docs/maths/gemv.md#sums
template <class Real>
inline constexpr double gemv_radius = sizeof(Real) == sizeof(double) ? 70 * 0x1p-106 : 8 * 0x1p-53;
/// How much of |low| goes into the bound whenever low changes: more than 3 * 2^-53 / gemv_radius.
template <class Real> inline constexpr double gemv_low_weight = sizeof(Real) == sizeof(double) ? 0.044 * 0x1p53 : 0.4;
/// The same for products that are cut at two places, of floats at one. docs/maths/gemv.md#fine
template <class Real>
inline constexpr double gemv_fine_radius = sizeof(Real) == sizeof(double) ? 4700 * 0x1p-159 : 70 * 0x1p-106;
template <class Real>
inline constexpr double gemv_fine_low_weight = sizeof(Real) == sizeof(double) ? 0.0012 * 0x1p106 : 0.08 * 0x1p53;
/// The lower parts of so many products that are all cut at one place, and the error of their sum, in units of the
/// scale. docs/maths/gemv.md#level
inline double level_rest(index products) noexcept { return static_cast<double>(products) * (0x1p-51 * (1 + 0x1p-20)); }
inline double level_radius(index products) noexcept {
  auto const count = static_cast<double>(products);
  return count * (count + 12) * (0x1p-105 * (1 + 0x1p-20));
}
/// The same where they are cut at two places: where the second sums start, and the error of all.
/// docs/maths/gemv.md#two-levels
inline double two_level_start(index products) noexcept {
  return std::ldexp(3.0, static_cast<int>(std::bit_width(static_cast<std::size_t>(products))) - 50);
}
inline double two_level_radius(index products) noexcept {
  auto const count = static_cast<double>(products);
  return count * (count + 12) * two_level_start(products) * (0x1p-104 / 9 * (1 + 0x1p-20));
}
inline constexpr double gemv_tiny = 0x1p-1070;

}  // namespace linalg
ISOBIT_NAMESPACE_END
