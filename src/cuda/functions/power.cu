#include "cuda/functions/entries.cuh"

#include "math/pow/pow.hpp"
#include "math/pow/pow_definition.hpp"
#include "math/pow/pow_fixed.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::cr {

ISOBIT_CUDA_BINARY(pow)

}  // namespace cuda::cr
ISOBIT_NAMESPACE_END
