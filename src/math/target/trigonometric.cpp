#include "math/entries.hpp"

#include "math/cos/cos.hpp"
#include "math/cospi/cospi.hpp"
#include "math/sin/sin.hpp"
#include "math/sincos/sincos.hpp"
#include "math/sinpi/sinpi.hpp"
#include "math/tan/tan.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

ISOBIT_MATH_UNARY_ENTRIES(sin)
ISOBIT_MATH_UNARY_ENTRIES(cos)
ISOBIT_MATH_UNARY_ENTRIES(tan)
ISOBIT_MATH_UNARY_ENTRIES(sinpi)
ISOBIT_MATH_UNARY_ENTRIES(cospi)

void scalar_sincos(double x, double* sine, double* cosine) { *sine = scalar_sin(x), *cosine = scalar_cos(x); }
void scalar_sincos(float x, float* sine, float* cosine) { *sine = scalar_sin(x), *cosine = scalar_cos(x); }
void array_sincos(double const* in, double* sines, double* cosines, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) scalar_sincos(in[i], &sines[i], &cosines[i]);
}
void array_sincos(float const* in, float* sines, float* cosines, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) scalar_sincos(in[i], &sines[i], &cosines[i]);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
