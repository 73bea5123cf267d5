#include "cuda/functions/entries.cuh"

#include "math/erf/erf.hpp"
#include "math/erf/erf_definition.hpp"
#include "math/erfc/erfc.hpp"
#include "math/erfc/erfc_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::cr {

ISOBIT_CUDA_UNARY(erf)
ISOBIT_CUDA_UNARY(erfc)

}  // namespace cuda::cr
ISOBIT_NAMESPACE_END
