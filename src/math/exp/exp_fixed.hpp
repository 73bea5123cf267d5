#pragma once

#include "math/exp/exp.hpp"
#include "math/fixed/tier.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

template <> struct fixed_tier<exp_fast> {
  static constexpr bool exists = true;
  template <class T> ISOBIT_HOST_DEVICE static certain<T> of(double x) {
    if (!magnitude_below(x, 708.0)) return certify::uncertain;
    auto const power = fixed_exp(make_fixed(x));
    return round<T>(false, power.value, power.exponent, 14);
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
