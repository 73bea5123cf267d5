#pragma once

#include "math/fixed/tier.hpp"
#include "math/sin/sin.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

template <> struct fixed_tier<sin_fast> {
  static constexpr bool exists = true;
  template <class T> ISOBIT_HOST_DEVICE static certain<T> of(double x) {
    if (!magnitude_between(x, 0x1p-20, 0x1p20)) return certify::uncertain;
    auto const result = fixed_sine(x, false);
    return round<T>(result.negative, result.size, 0, 6);
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
