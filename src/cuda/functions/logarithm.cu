#include "cuda/functions/entries.cuh"

#include "math/log/log.hpp"
#include "math/log/log_definition.hpp"
#include "math/log/log_fixed.hpp"
#include "math/log10/log10.hpp"
#include "math/log10/log10_definition.hpp"
#include "math/log10p1/log10p1.hpp"
#include "math/log10p1/log10p1_definition.hpp"
#include "math/log1p/log1p.hpp"
#include "math/log1p/log1p_definition.hpp"
#include "math/log2/log2.hpp"
#include "math/log2/log2_definition.hpp"
#include "math/log2p1/log2p1.hpp"
#include "math/log2p1/log2p1_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::cr {

ISOBIT_CUDA_UNARY(log)
ISOBIT_CUDA_UNARY(log2)
ISOBIT_CUDA_UNARY(log10)
ISOBIT_CUDA_UNARY(log1p)
ISOBIT_CUDA_UNARY(log2p1)
ISOBIT_CUDA_UNARY(log10p1)

}  // namespace cuda::cr
ISOBIT_NAMESPACE_END
