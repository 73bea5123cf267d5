#pragma once

#include "math/asin/asin.hpp"
#include "math/asinpi/half_turns.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// asin(x) / pi. docs/maths/atan.md#half-turns
struct asinpi_fast : arc_in_half_turns<asin_fast> {};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
