#include "cuda/functions/entries.cuh"

#include "math/cospi/cospi.hpp"
#include "math/cospi/cospi_definition.hpp"
#include "math/sinpi/sinpi.hpp"
#include "math/sinpi/sinpi_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::cr {

ISOBIT_CUDA_UNARY(sinpi)
ISOBIT_CUDA_UNARY(cospi)

}  // namespace cuda::cr
ISOBIT_NAMESPACE_END
