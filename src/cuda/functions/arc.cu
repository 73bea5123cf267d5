#include "cuda/functions/entries.cuh"

#include "math/acos/acos.hpp"
#include "math/acos/acos_definition.hpp"
#include "math/asin/asin.hpp"
#include "math/asin/asin_definition.hpp"
#include "math/atan/atan.hpp"
#include "math/atan/atan_definition.hpp"
#include "math/atan2/atan2.hpp"
#include "math/atan2/atan2_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::cr {

ISOBIT_CUDA_UNARY(asin)
ISOBIT_CUDA_UNARY(acos)
ISOBIT_CUDA_UNARY(atan)
ISOBIT_CUDA_BINARY(atan2)

}  // namespace cuda::cr
ISOBIT_NAMESPACE_END
