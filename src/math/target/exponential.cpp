#include "math/entries.hpp"

#include "math/exp/exp.hpp"
#include "math/exp10/exp10.hpp"
#include "math/exp10m1/exp10m1.hpp"
#include "math/exp2/exp2.hpp"
#include "math/exp2m1/exp2m1.hpp"
#include "math/expm1/expm1.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

ISOBIT_MATH_UNARY_ENTRIES(exp)
ISOBIT_MATH_UNARY_ENTRIES(exp2)
ISOBIT_MATH_UNARY_ENTRIES(exp10)
ISOBIT_MATH_UNARY_ENTRIES(expm1)
ISOBIT_MATH_UNARY_ENTRIES(exp2m1)
ISOBIT_MATH_UNARY_ENTRIES(exp10m1)

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
