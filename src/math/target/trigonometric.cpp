#include "math/entries.hpp"

#include "math/cos/cos.hpp"
#include "math/cospi/cospi.hpp"
#include "math/sin/sin.hpp"
#include "math/sincos/sincos_kernel.hpp"
#include "math/sinpi/sinpi.hpp"
#include "math/tan/tan.hpp"
#include "math/tanpi/tanpi.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

ISOBIT_MATH_UNARY_ENTRIES(sin)
ISOBIT_MATH_UNARY_ENTRIES(cos)
ISOBIT_MATH_UNARY_ENTRIES(tan)
ISOBIT_MATH_UNARY_ENTRIES(sinpi)
ISOBIT_MATH_UNARY_ENTRIES(cospi)
ISOBIT_MATH_UNARY_ENTRIES(tanpi)

cr::sine_and_cosine<double> scalar_sincos(double x) noexcept { return sincos_scalar(x); }
cr::sine_and_cosine<float> scalar_sincos(float x) noexcept { return sincos_scalar(x); }
void array_sincos(double const* in, double* sines, double* cosines, std::size_t n) {
  sincos_array(in, sines, cosines, n);
}
void array_sincos(float const* in, float* sines, float* cosines, std::size_t n) { sincos_array(in, sines, cosines, n); }

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
