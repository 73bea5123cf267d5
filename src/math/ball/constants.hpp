#pragma once

#include "math/ball/ball.hpp"
#include "math/ball/constant_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// Of every constant; a precision beyond is answered with this one, and the radius says so.
inline constexpr int constant_precision = 54 * 64;

/// The stored constant without its first `skipped` limbs, to that many bits after them.
template <int Size>
ISOBIT_HOST_DEVICE ball constant(stored_constant<Size> const& stored, bool negative, int precision,
                                 int skipped = 0) noexcept {
  int const wanted = limbs_for(precision);
  int const size = wanted < Size - skipped ? wanted : Size - skipped;
  std::int64_t const exponent = stored.exponent - 64 * skipped;
  ball result(bound_power_of_two(exponent - 64 * size));
  result.set(negative, stored.limb + skipped, size, exponent, size);
  return result;
}

ISOBIT_HOST_DEVICE_CALL inline ball pi(int precision) noexcept {
  return constant(stored_basic_constant(0), false, precision);
}
ISOBIT_HOST_DEVICE_CALL inline ball two_over_pi(int precision, int skipped = 0) noexcept {
  return constant(stored_basic_constant(1), false, precision, skipped);
}
/// log 2
ISOBIT_HOST_DEVICE_CALL inline ball ln2(int precision) noexcept {
  return constant(stored_basic_constant(2), false, precision);
}
/// log 10
ISOBIT_HOST_DEVICE_CALL inline ball ln10(int precision) noexcept {
  return constant(stored_basic_constant(3), false, precision);
}

}  // namespace math
ISOBIT_NAMESPACE_END
