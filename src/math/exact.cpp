#include "math/evaluate.hpp"
#include "math/table.hpp"

#include "math/acos/acos_definition.hpp"
#include "math/acosh/acosh_definition.hpp"
#include "math/acospi/acospi_definition.hpp"
#include "math/asin/asin_definition.hpp"
#include "math/asinh/asinh_definition.hpp"
#include "math/asinpi/asinpi_definition.hpp"
#include "math/atan/atan_definition.hpp"
#include "math/atan2/atan2_definition.hpp"
#include "math/atan2pi/atan2pi_definition.hpp"
#include "math/atanh/atanh_definition.hpp"
#include "math/atanpi/atanpi_definition.hpp"
#include "math/cbrt/cbrt_definition.hpp"
#include "math/compoundn/compoundn_definition.hpp"
#include "math/cos/cos_definition.hpp"
#include "math/cosh/cosh_definition.hpp"
#include "math/cospi/cospi_definition.hpp"
#include "math/erf/erf_definition.hpp"
#include "math/erfc/erfc_definition.hpp"
#include "math/exp/exp_definition.hpp"
#include "math/exp10/exp10_definition.hpp"
#include "math/exp10m1/exp10m1_definition.hpp"
#include "math/exp2/exp2_definition.hpp"
#include "math/exp2m1/exp2m1_definition.hpp"
#include "math/expm1/expm1_definition.hpp"
#include "math/hypot/hypot_definition.hpp"
#include "math/lgamma/lgamma_definition.hpp"
#include "math/log/log_definition.hpp"
#include "math/log10/log10_definition.hpp"
#include "math/log10p1/log10p1_definition.hpp"
#include "math/log1p/log1p_definition.hpp"
#include "math/log2/log2_definition.hpp"
#include "math/log2p1/log2p1_definition.hpp"
#include "math/pow/pow_definition.hpp"
#include "math/pown/pown_definition.hpp"
#include "math/powr/powr_definition.hpp"
#include "math/rootn/rootn_definition.hpp"
#include "math/rsqrt/rsqrt_definition.hpp"
#include "math/sin/sin_definition.hpp"
#include "math/sinh/sinh_definition.hpp"
#include "math/sinpi/sinpi_definition.hpp"
#include "math/tan/tan_definition.hpp"
#include "math/tanh/tanh_definition.hpp"
#include "math/tanpi/tanpi_definition.hpp"
#include "math/tgamma/tgamma_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

#define ISOBIT_ENTRY(f, T) \
  T exact_##f(T x, rounding direction) noexcept { return evaluate<f##_definition>(x, direction); }
#define ISOBIT_BOTH(f) ISOBIT_ENTRY(f, double) ISOBIT_ENTRY(f, float)
ISOBIT_MATH_UNARY(ISOBIT_BOTH)
#undef ISOBIT_ENTRY
#define ISOBIT_ENTRY(f, T) \
  T exact_##f(T x, T y, rounding direction) noexcept { return evaluate<f##_definition>(x, y, direction); }
ISOBIT_MATH_BINARY(ISOBIT_BOTH)
#undef ISOBIT_ENTRY
#define ISOBIT_ENTRY(f, T) \
  T exact_##f(T x, std::int64_t n, rounding direction) noexcept { return evaluate<f##_definition>(x, n, direction); }
ISOBIT_MATH_INTEGER(ISOBIT_BOTH)
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY

}  // namespace math
ISOBIT_NAMESPACE_END
