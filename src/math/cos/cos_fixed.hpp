#pragma once

#include "math/cos/cos.hpp"
#include "math/fixed/tier.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

template <> struct fixed_tier<cos_fast> : fixed_sine_tier<true> {};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
