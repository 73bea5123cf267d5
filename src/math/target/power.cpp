#include "math/entries.hpp"

#include "math/pow/pow.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

ISOBIT_MATH_BINARY_ENTRIES(pow)

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
