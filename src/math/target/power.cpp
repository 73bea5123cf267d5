#include "math/entries.hpp"

#include "math/pow/pow.hpp"
#include "math/powr/powr.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

ISOBIT_MATH_BINARY_ENTRIES(pow)
ISOBIT_MATH_BINARY_ENTRIES(powr)

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
