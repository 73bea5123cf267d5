#include "math/entries.hpp"

#include "math/acosh/acosh.hpp"
#include "math/asinh/asinh.hpp"
#include "math/atanh/atanh.hpp"
#include "math/cosh/cosh.hpp"
#include "math/sinh/sinh.hpp"
#include "math/tanh/tanh.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

ISOBIT_MATH_UNARY_ENTRIES(sinh)
ISOBIT_MATH_UNARY_ENTRIES(cosh)
ISOBIT_MATH_UNARY_ENTRIES(tanh)
ISOBIT_MATH_UNARY_ENTRIES(asinh)
ISOBIT_MATH_UNARY_ENTRIES(acosh)
ISOBIT_MATH_UNARY_ENTRIES(atanh)

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
