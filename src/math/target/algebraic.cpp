#include "math/entries.hpp"

#include "math/cbrt/cbrt.hpp"
#include "math/hypot/hypot.hpp"
#include "math/rsqrt/rsqrt.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

ISOBIT_MATH_UNARY_ENTRIES(cbrt)
ISOBIT_MATH_UNARY_ENTRIES(rsqrt)
ISOBIT_MATH_BINARY_ENTRIES(hypot)

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
