#pragma once

#include "math/kernel.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

struct sin_fast {};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
