#include <cmath>

#include "math/table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

namespace placeholder {
using namespace std;
inline long double rsqrt(long double x) { return 1 / std::sqrt(x); }
inline long double sinpi(long double x) { return std::sin(x * 3.14159265358979323846264338327950288L); }
inline long double cospi(long double x) { return std::cos(x * 3.14159265358979323846264338327950288L); }
inline long double exp10(long double x) { return std::pow(10.0L, x); }
using ::cbrtl, ::sinl;
}  // namespace placeholder

#define ISOBIT_ENTRY(f)                                                                                   \
  double exact_##f(double x) { return static_cast<double>(placeholder::f(static_cast<long double>(x))); } \
  float exact_##f(float x) { return static_cast<float>(placeholder::f(static_cast<long double>(x))); }
ISOBIT_MATH_UNARY(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY
#define ISOBIT_ENTRY(f)                                                                                                \
  double exact_##f(double x, double y) { return static_cast<double>(placeholder::f((long double)x, (long double)y)); } \
  float exact_##f(float x, float y) { return static_cast<float>(placeholder::f((long double)x, (long double)y)); }
ISOBIT_MATH_BINARY(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY
#define ISOBIT_ENTRY(f) \
  float exact_##f(float x) { return static_cast<float>(placeholder::f(static_cast<long double>(x))); }
ISOBIT_MATH_FLOAT_ONLY(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY

}  // namespace math
ISOBIT_NAMESPACE_END
