#pragma once

#include "linalg/gemv_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// How often sums must be renormalised, in blocks, for the bound below. docs/maths/gemv.md#sums
inline constexpr index gemv_blocks_between = 64;

/// The error of sums of so many blocks is at most this times their bound, plus gemv_tiny for each product.
/// docs/maths/gemv.md#sums
template <class Real> constexpr double gemv_radius(index blocks) noexcept {
  constexpr double u = 0x1p-53;
  double const first = sizeof(Real) == sizeof(double) ? 85 * u * u : 8 * u;
  return first + 81 * static_cast<double>(blocks) * u * u;
}
inline constexpr double gemv_tiny = 0x1p-1070;

}  // namespace linalg
ISOBIT_NAMESPACE_END
