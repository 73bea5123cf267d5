#pragma once

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda::rows {

/// 1 / n!.
constexpr double inverse_factorial(int n) {
  double product = 1;  // exact up to 18!
  for (int i = 2; i <= n; ++i) product *= i;
  return 1 / product;
}

/// The terms of exp(r)'s series from First to Degree, over r^First.
template <int First, int Degree> __device__ double exponential_series(double r) {
  if constexpr (First == Degree)
    return inverse_factorial(First);
  else
    return fma(exponential_series<First + 1, Degree>(r), r, inverse_factorial(First));
}

/// exp(x) for x <= 0 up to a relative error, or that of -150 for what is below: no result is as small.
/// docs/maths/cuda_rows.md#exponentials
template <class T> struct quick_exponential {
  static constexpr bool narrow = sizeof(T) == 2;
  static constexpr int degree = narrow ? 9 : 12;
  static constexpr double error = narrow ? 0x1p-36 : 0x1p-50;

  static __device__ double of(double x) {
    constexpr unsigned upper_half_of_limit = 0xc062c000;
    x = __hiloint2double(int(min(unsigned(__double2hiint(x)), upper_half_of_limit)), __double2loint(x));
    double const shifted = fma(x, 0x1.71547652b82fep+0, 0x1.8p52);  // x / log(2), to the integer in the last places
    double const k = shifted - 0x1.8p52;
    double r = fma(k, -0x1.62e42fefa39efp-1, x);
    if constexpr (!narrow) r = fma(k, -0x1.abc9e3b39803fp-56, r);
    double const power = exponential_series<0, degree>(r);
    return __hiloint2double(__double2hiint(power) + (__double2loint(shifted) << 20), __double2loint(power));
  }
};

}  // namespace cuda::rows
ISOBIT_NAMESPACE_END
