#pragma once

#include "math/fixed/tier.hpp"
#include "math/log/log.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

template <> struct fixed_tier<log_fast> {
  static constexpr bool exists = true;
  template <class T> ISOBIT_HOST_DEVICE static certain<T> of(double x) {
    if (!log_fast::inside(x)) return certify::uncertain;
    auto const result = fixed_log(x, logarithm(x));
    return round<T>(result.negative, result.size, 0, 15);
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
