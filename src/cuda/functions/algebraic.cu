#include "cuda/functions/entries.cuh"

#include "math/cbrt/cbrt.hpp"
#include "math/cbrt/cbrt_definition.hpp"
#include "math/hypot/hypot.hpp"
#include "math/hypot/hypot_definition.hpp"
#include "math/rsqrt/rsqrt.hpp"
#include "math/rsqrt/rsqrt_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::cr {

ISOBIT_CUDA_UNARY(cbrt)
ISOBIT_CUDA_UNARY(rsqrt)
ISOBIT_CUDA_BINARY(hypot)

}  // namespace cuda::cr
ISOBIT_NAMESPACE_END
