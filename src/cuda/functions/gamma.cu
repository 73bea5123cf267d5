#include "cuda/functions/entries.cuh"

#include "math/lgamma/lgamma.hpp"
#include "math/lgamma/lgamma_definition.hpp"
#include "math/tgamma/tgamma.hpp"
#include "math/tgamma/tgamma_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::cr {

ISOBIT_CUDA_UNARY(tgamma)
ISOBIT_CUDA_UNARY(lgamma)

}  // namespace cuda::cr
ISOBIT_NAMESPACE_END
