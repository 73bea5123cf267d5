#pragma once

#include <span>

#include <isobit/cuda/stream.hpp>

/// `isobit::cr`'s functions of arrays in device memory: each result is the exact value of the function, rounded once to
/// nearest-even, and so has the bits of the CPU.
///
///     isobit::cuda::cr::exp({device_pointer, 1000}, {device_result, 1000}, stream);  // the result may be the argument
///
/// A call returns when its work is on the stream. Arrays must have equal sizes, and `out` must be `in` or not overlap
/// it; else, and where the arrays are not in the device's memory, `error` is thrown and nothing written. While it runs,
/// a bit for each element is allocated, in the order of the stream. For functions of single numbers in a kernel of your
/// own, see `isobit/cuda/math.cuh`.
ISOBIT_NAMESPACE_BEGIN
namespace cuda::cr {

#define ISOBIT_OF_ONE(f, T) void f(std::span<T const> in, std::span<T> out, on_stream const& on = {});
#define ISOBIT_OF_TWO(f, T) \
  void f(std::span<T const> x, std::span<T const> y, std::span<T> out, on_stream const& on = {});
#define ISOBIT_OF_ONE_NUMBER(f) \
  ISOBIT_OF_ONE(f, double)      \
  ISOBIT_OF_ONE(f, float)
#define ISOBIT_OF_TWO_NUMBERS(f) \
  ISOBIT_OF_TWO(f, double)       \
  ISOBIT_OF_TWO(f, float)

ISOBIT_OF_ONE_NUMBER(exp)      ///< e^x
ISOBIT_OF_ONE_NUMBER(exp2)     ///< 2^x
ISOBIT_OF_ONE_NUMBER(exp10)    ///< 10^x
ISOBIT_OF_ONE_NUMBER(expm1)    ///< e^x - 1
ISOBIT_OF_ONE_NUMBER(exp2m1)   ///< 2^x - 1
ISOBIT_OF_ONE_NUMBER(exp10m1)  ///< 10^x - 1
ISOBIT_OF_ONE_NUMBER(log)      ///< natural logarithm
ISOBIT_OF_ONE_NUMBER(log2)     ///< logarithm to base 2
ISOBIT_OF_ONE_NUMBER(log10)    ///< logarithm to base 10
ISOBIT_OF_ONE_NUMBER(log1p)    ///< log(1 + x)
ISOBIT_OF_ONE_NUMBER(log2p1)   ///< log2(1 + x)
ISOBIT_OF_ONE_NUMBER(log10p1)  ///< log10(1 + x)

ISOBIT_OF_ONE_NUMBER(sin)
ISOBIT_OF_ONE_NUMBER(cos)
ISOBIT_OF_ONE_NUMBER(tan)
ISOBIT_OF_ONE_NUMBER(sinpi)  ///< sin(pi x)
ISOBIT_OF_ONE_NUMBER(cospi)  ///< cos(pi x)
ISOBIT_OF_ONE_NUMBER(tanpi)  ///< tan(pi x)
ISOBIT_OF_ONE_NUMBER(asin)
ISOBIT_OF_ONE_NUMBER(acos)
ISOBIT_OF_ONE_NUMBER(atan)
ISOBIT_OF_TWO_NUMBERS(atan2)    ///< atan2(y, x): the angle of the point (x, y)
ISOBIT_OF_ONE_NUMBER(asinpi)    ///< asin(x) / pi
ISOBIT_OF_ONE_NUMBER(acospi)    ///< acos(x) / pi
ISOBIT_OF_ONE_NUMBER(atanpi)    ///< atan(x) / pi
ISOBIT_OF_TWO_NUMBERS(atan2pi)  ///< atan2(y, x) / pi

ISOBIT_OF_ONE_NUMBER(sinh)
ISOBIT_OF_ONE_NUMBER(cosh)
ISOBIT_OF_ONE_NUMBER(tanh)
ISOBIT_OF_ONE_NUMBER(asinh)
ISOBIT_OF_ONE_NUMBER(acosh)
ISOBIT_OF_ONE_NUMBER(atanh)

ISOBIT_OF_TWO_NUMBERS(pow)    ///< x^y
ISOBIT_OF_TWO_NUMBERS(powr)   ///< exp(y log(x)): pow for x >= 0, where 0^0, inf^0 and 1^inf are NaN
ISOBIT_OF_TWO_NUMBERS(hypot)  ///< square root of x^2 + y^2
ISOBIT_OF_ONE_NUMBER(cbrt)    ///< cube root
ISOBIT_OF_ONE_NUMBER(rsqrt)   ///< 1 / square root

ISOBIT_OF_ONE_NUMBER(erf)
ISOBIT_OF_ONE_NUMBER(erfc)
ISOBIT_OF_ONE_NUMBER(tgamma)  ///< the gamma function
ISOBIT_OF_ONE_NUMBER(lgamma)  ///< log |gamma(x)|

#undef ISOBIT_OF_TWO_NUMBERS
#undef ISOBIT_OF_ONE_NUMBER
#undef ISOBIT_OF_TWO
#undef ISOBIT_OF_ONE

/// Both of one angle; `sines` or `cosines` may be `in`.
void sincos(std::span<double const> in, std::span<double> sines, std::span<double> cosines, on_stream const& on = {});
void sincos(std::span<float const> in, std::span<float> sines, std::span<float> cosines, on_stream const& on = {});

}  // namespace cuda::cr
ISOBIT_NAMESPACE_END
