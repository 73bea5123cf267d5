#pragma once

#include "math/asinpi/half_turns.hpp"
#include "math/atan/atan.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// atan(x) / pi. docs/maths/atan.md#half-turns
struct atanpi_fast : arc_in_half_turns<atan_fast> {};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
