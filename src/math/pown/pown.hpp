#pragma once

#include "math/pow/pow.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// x^n of an integer n that is a number of the type. docs/maths/pow.md#integers
struct pown_fast : pow_fast {};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
