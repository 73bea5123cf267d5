#include "cuda/functions/entries.cuh"

#include "math/acospi/acospi.hpp"
#include "math/acospi/acospi_definition.hpp"
#include "math/asinpi/asinpi.hpp"
#include "math/asinpi/asinpi_definition.hpp"
#include "math/atan2pi/atan2pi.hpp"
#include "math/atan2pi/atan2pi_definition.hpp"
#include "math/atanpi/atanpi.hpp"
#include "math/atanpi/atanpi_definition.hpp"
#include "math/cospi/cospi.hpp"
#include "math/cospi/cospi_definition.hpp"
#include "math/sinpi/sinpi.hpp"
#include "math/sinpi/sinpi_definition.hpp"
#include "math/tanpi/tanpi.hpp"
#include "math/tanpi/tanpi_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::cr {

ISOBIT_CUDA_UNARY(sinpi)
ISOBIT_CUDA_UNARY(cospi)
ISOBIT_CUDA_UNARY(tanpi)
ISOBIT_CUDA_UNARY(asinpi)
ISOBIT_CUDA_UNARY(acospi)
ISOBIT_CUDA_UNARY(atanpi)
ISOBIT_CUDA_BINARY(atan2pi)

}  // namespace cuda::cr
ISOBIT_NAMESPACE_END
