#include "math/entries.hpp"

#include "math/log/log.hpp"
#include "math/log10/log10.hpp"
#include "math/log10p1/log10p1.hpp"
#include "math/log1p/log1p.hpp"
#include "math/log2/log2.hpp"
#include "math/log2p1/log2p1.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

ISOBIT_MATH_UNARY_ENTRIES(log)
ISOBIT_MATH_UNARY_ENTRIES(log2)
ISOBIT_MATH_UNARY_ENTRIES(log10)
ISOBIT_MATH_UNARY_ENTRIES(log1p)
ISOBIT_MATH_UNARY_ENTRIES(log2p1)
ISOBIT_MATH_UNARY_ENTRIES(log10p1)

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
