#include "math/entries.hpp"

#include "math/acos/acos.hpp"
#include "math/acospi/acospi.hpp"
#include "math/asin/asin.hpp"
#include "math/asinpi/asinpi.hpp"
#include "math/atan/atan.hpp"
#include "math/atan2/atan2.hpp"
#include "math/atan2pi/atan2pi.hpp"
#include "math/atanpi/atanpi.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

ISOBIT_MATH_UNARY_ENTRIES(asin)
ISOBIT_MATH_UNARY_ENTRIES(acos)
ISOBIT_MATH_UNARY_ENTRIES(atan)
ISOBIT_MATH_BINARY_ENTRIES(atan2)
ISOBIT_MATH_UNARY_ENTRIES(asinpi)
ISOBIT_MATH_UNARY_ENTRIES(acospi)
ISOBIT_MATH_UNARY_ENTRIES(atanpi)
ISOBIT_MATH_BINARY_ENTRIES(atan2pi)

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
