#include "math/entries.hpp"

#include "math/lgamma/lgamma.hpp"
#include "math/tgamma/tgamma.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

ISOBIT_MATH_UNARY_ENTRIES(tgamma)
ISOBIT_MATH_UNARY_ENTRIES(lgamma)

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
