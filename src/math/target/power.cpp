#include "math/entries.hpp"

#include "math/compoundn/compoundn.hpp"
#include "math/pow/pow.hpp"
#include "math/pown/pown.hpp"
#include "math/powr/powr.hpp"
#include "math/rootn/rootn.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

ISOBIT_MATH_BINARY_ENTRIES(pow)
ISOBIT_MATH_BINARY_ENTRIES(powr)
ISOBIT_MATH_INTEGER_ENTRIES(pown)
ISOBIT_MATH_INTEGER_ENTRIES(rootn)
ISOBIT_MATH_INTEGER_ENTRIES(compoundn)

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
