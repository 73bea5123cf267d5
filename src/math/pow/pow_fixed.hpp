#pragma once

#include "math/fixed/tier.hpp"
#include "math/log/logarithm.hpp"
#include "math/pow/pow.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

template <> struct fixed_tier<pow_fast> {
  static constexpr bool exists = true;
  template <class T> ISOBIT_HOST_DEVICE static certain<T> of(double x, double y) {
    if (!pow_fast::inside(x, y)) return certify::uncertain;
    auto const approximation = ::isobit::math::ISOBIT_TARGET::logarithm(x);
    if (!magnitude_below(approximation.high * y, 708.0)) return certify::uncertain;
    auto const logarithm = fixed_log(x, approximation);
    auto const [negative, significand, exponent] = decompose(y);
    auto const power = fixed_exp({logarithm.negative != negative, scaled(logarithm.size, significand, exponent)});
    // |y| < 2^(exponent + 53) magnifies the error of the logarithm.
    int const magnified = 15 + exponent + 53;
    int const error = (magnified < 14 ? 14 : magnified) + 3;
    return error < 64 ? round<T>(false, power.value, power.exponent, error) : certain<T>(certify::uncertain);
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
