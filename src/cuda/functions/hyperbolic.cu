#include "cuda/functions/entries.cuh"

#include "math/cosh/cosh.hpp"
#include "math/cosh/cosh_definition.hpp"
#include "math/sinh/sinh.hpp"
#include "math/sinh/sinh_definition.hpp"
#include "math/tanh/tanh.hpp"
#include "math/tanh/tanh_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::cr {

ISOBIT_CUDA_UNARY(sinh)
ISOBIT_CUDA_UNARY(cosh)
ISOBIT_CUDA_UNARY(tanh)

}  // namespace cuda::cr
ISOBIT_NAMESPACE_END
