#pragma once

#include "math/fixed/tier.hpp"
#include "math/sin/sin.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

template <> struct fixed_tier<sin_fast> : fixed_sine_tier<false> {};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
