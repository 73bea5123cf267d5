#include "math/entries.hpp"

#include "math/erf/erf.hpp"
#include "math/erfc/erfc.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

ISOBIT_MATH_UNARY_ENTRIES(erf)
ISOBIT_MATH_UNARY_ENTRIES(erfc)

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
