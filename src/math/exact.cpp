#include <cmath>

#include "math/evaluate.hpp"
#include "math/table.hpp"

#include "math/acos/acos_definition.hpp"
#include "math/acosh/acosh_definition.hpp"
#include "math/asin/asin_definition.hpp"
#include "math/asinh/asinh_definition.hpp"
#include "math/atan/atan_definition.hpp"
#include "math/atanh/atanh_definition.hpp"
#include "math/cbrt/cbrt_definition.hpp"
#include "math/cos/cos_definition.hpp"
#include "math/cosh/cosh_definition.hpp"
#include "math/cospi/cospi_definition.hpp"
#include "math/erf/erf_definition.hpp"
#include "math/erfc/erfc_definition.hpp"
#include "math/exp/exp_definition.hpp"
#include "math/exp10/exp10_definition.hpp"
#include "math/exp2/exp2_definition.hpp"
#include "math/expm1/expm1_definition.hpp"
#include "math/hypot/hypot_definition.hpp"
#include "math/lgamma/lgamma_definition.hpp"
#include "math/log/log_definition.hpp"
#include "math/log10/log10_definition.hpp"
#include "math/log1p/log1p_definition.hpp"
#include "math/log2/log2_definition.hpp"
#include "math/rsqrt/rsqrt_definition.hpp"
#include "math/sin/sin_definition.hpp"
#include "math/sinh/sinh_definition.hpp"
#include "math/sinpi/sinpi_definition.hpp"
#include "math/tan/tan_definition.hpp"
#include "math/tanh/tanh_definition.hpp"
#include "math/tgamma/tgamma_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

#define ISOBIT_DEFINED(X)                                                                                           \
  X(exp)                                                                                                            \
  X(exp2)                                                                                                           \
  X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sin) X(cos) X(tan) X(sinpi) X(cospi) X(asin) X(acos) X(atan) \
      X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(cbrt) X(rsqrt) X(erf) X(erfc)
#define ISOBIT_ENTRY(f)                                              \
  double exact_##f(double x) { return evaluate<f##_definition>(x); } \
  float exact_##f(float x) { return evaluate<f##_definition>(x); }
ISOBIT_DEFINED(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY

double exact_hypot(double x, double y) { return evaluate<hypot_definition>(x, y); }
float exact_hypot(float x, float y) { return evaluate<hypot_definition>(x, y); }

namespace placeholder {
using namespace std;
inline long double rsqrt(long double x) { return 1 / std::sqrt(x); }
}  // namespace placeholder

#define ISOBIT_ENTRY(f)                                                                                                \
  double exact_##f(double x, double y) { return static_cast<double>(placeholder::f((long double)x, (long double)y)); } \
  float exact_##f(float x, float y) { return static_cast<float>(placeholder::f((long double)x, (long double)y)); }
ISOBIT_ENTRY(pow)
ISOBIT_ENTRY(atan2)
#undef ISOBIT_ENTRY
#define ISOBIT_ENTRY(f) \
  float exact_##f(float x) { return evaluate<f##_definition>(x); }
ISOBIT_MATH_FLOAT_ONLY(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY

}  // namespace math
ISOBIT_NAMESPACE_END
