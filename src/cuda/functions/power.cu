#include "cuda/functions/entries.cuh"

#include "math/pow/pow.hpp"
#include "math/pow/pow_definition.hpp"
#include "math/pow/pow_fixed.hpp"
#include "math/powr/powr.hpp"
#include "math/powr/powr_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::cr {

ISOBIT_CUDA_BINARY(pow)
ISOBIT_CUDA_BINARY(powr)

}  // namespace cuda::cr
ISOBIT_NAMESPACE_END
