#include "math/entries.hpp"

#include "math/acos/acos.hpp"
#include "math/asin/asin.hpp"
#include "math/atan/atan.hpp"
#include "math/atan2/atan2.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

ISOBIT_MATH_UNARY_ENTRIES(asin)
ISOBIT_MATH_UNARY_ENTRIES(acos)
ISOBIT_MATH_UNARY_ENTRIES(atan)
ISOBIT_MATH_BINARY_ENTRIES(atan2)

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
