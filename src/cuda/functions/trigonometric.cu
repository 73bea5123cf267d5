#include "cuda/functions/entries.cuh"

#include "math/cos/cos.hpp"
#include "math/cos/cos_definition.hpp"
#include "math/cos/cos_fixed.hpp"
#include "math/sin/sin.hpp"
#include "math/sin/sin_definition.hpp"
#include "math/sin/sin_fixed.hpp"
#include "math/tan/tan.hpp"
#include "math/tan/tan_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::cr {

ISOBIT_CUDA_UNARY(sin)
ISOBIT_CUDA_UNARY(cos)
ISOBIT_CUDA_UNARY(tan)

}  // namespace cuda::cr
ISOBIT_NAMESPACE_END
