#include "cuda/functions/entries.cuh"

#include "math/acosh/acosh.hpp"
#include "math/acosh/acosh_definition.hpp"
#include "math/asinh/asinh.hpp"
#include "math/asinh/asinh_definition.hpp"
#include "math/atanh/atanh.hpp"
#include "math/atanh/atanh_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::cr {

ISOBIT_CUDA_UNARY(asinh)
ISOBIT_CUDA_UNARY(acosh)
ISOBIT_CUDA_UNARY(atanh)

}  // namespace cuda::cr
ISOBIT_NAMESPACE_END
