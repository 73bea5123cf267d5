#include "cuda/functions/entries.cuh"

#include "math/lgamma/lgamma.hpp"
#include "math/lgamma/lgamma_definition.hpp"
#include "math/tgamma/tgamma.hpp"
#include "math/tgamma/tgamma_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::cr {

ISOBIT_CUDA_OF_FLOAT(tgamma)
ISOBIT_CUDA_OF_FLOAT(lgamma)

}  // namespace cuda::cr
ISOBIT_NAMESPACE_END
