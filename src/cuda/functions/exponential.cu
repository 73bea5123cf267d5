#include "cuda/functions/entries.cuh"

#include "math/exp/exp.hpp"
#include "math/exp/exp_definition.hpp"
#include "math/exp/exp_fixed.hpp"
#include "math/exp10/exp10.hpp"
#include "math/exp10/exp10_definition.hpp"
#include "math/exp10m1/exp10m1.hpp"
#include "math/exp10m1/exp10m1_definition.hpp"
#include "math/exp2/exp2.hpp"
#include "math/exp2/exp2_definition.hpp"
#include "math/exp2m1/exp2m1.hpp"
#include "math/exp2m1/exp2m1_definition.hpp"
#include "math/expm1/expm1.hpp"
#include "math/expm1/expm1_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::cr {

ISOBIT_CUDA_UNARY(exp)
ISOBIT_CUDA_UNARY(exp2)
ISOBIT_CUDA_UNARY(exp10)
ISOBIT_CUDA_UNARY(expm1)
ISOBIT_CUDA_UNARY(exp2m1)
ISOBIT_CUDA_UNARY(exp10m1)

}  // namespace cuda::cr
ISOBIT_NAMESPACE_END
