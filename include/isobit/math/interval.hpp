#pragma once

#include <isobit/version.hpp>

/// The functions of intervals: for all numbers from `lower` to `upper` at once, the least interval of numbers of the
/// type that holds every exact value.
///
///     auto const y = isobit::cr::interval::sin(isobit::cr::interval::range<double>{1, 2});
///     // y.lower is sin(1) rounded downward, and y.upper is 1, for pi/2 lies between
///
/// Ends may be infinite. What lies outside of a function's domain is left out: `log` of [-1, 1] is that of [0, 1].
/// Where nothing is left, or a pole alone, or an end is a NaN, or lower > upper, both ends of the result are NaN. Calls
/// may raise inexact and no other exception; the caller's rounding mode does not matter.
ISOBIT_NAMESPACE_BEGIN
namespace cr::interval {

/// All numbers from `lower` to `upper`, both included.
template <class T> struct range { T lower, upper; };

#define ISOBIT_OF_RANGE(f)                                                   \
  [[nodiscard]] ISOBIT_API range<double> f(range<double> const& x) noexcept; \
  [[nodiscard]] ISOBIT_API range<float> f(range<float> const& x) noexcept;

ISOBIT_OF_RANGE(exp)
ISOBIT_OF_RANGE(exp2)
ISOBIT_OF_RANGE(exp10)
ISOBIT_OF_RANGE(expm1)
ISOBIT_OF_RANGE(exp2m1)
ISOBIT_OF_RANGE(exp10m1)
ISOBIT_OF_RANGE(log)
ISOBIT_OF_RANGE(log2)
ISOBIT_OF_RANGE(log10)
ISOBIT_OF_RANGE(log1p)
ISOBIT_OF_RANGE(log2p1)
ISOBIT_OF_RANGE(log10p1)

ISOBIT_OF_RANGE(sin)
ISOBIT_OF_RANGE(cos)
ISOBIT_OF_RANGE(tan)    ///< without the poles
ISOBIT_OF_RANGE(sinpi)  ///< sin(pi x)
ISOBIT_OF_RANGE(cospi)  ///< cos(pi x)
ISOBIT_OF_RANGE(tanpi)  ///< tan(pi x), without the poles
ISOBIT_OF_RANGE(asin)
ISOBIT_OF_RANGE(acos)
ISOBIT_OF_RANGE(atan)
ISOBIT_OF_RANGE(asinpi)
ISOBIT_OF_RANGE(acospi)
ISOBIT_OF_RANGE(atanpi)

ISOBIT_OF_RANGE(sinh)
ISOBIT_OF_RANGE(cosh)
ISOBIT_OF_RANGE(tanh)
ISOBIT_OF_RANGE(asinh)
ISOBIT_OF_RANGE(acosh)
ISOBIT_OF_RANGE(atanh)

ISOBIT_OF_RANGE(cbrt)
ISOBIT_OF_RANGE(rsqrt)  ///< 1 / square root
ISOBIT_OF_RANGE(erf)
ISOBIT_OF_RANGE(erfc)

#undef ISOBIT_OF_RANGE

}  // namespace cr::interval
ISOBIT_NAMESPACE_END
