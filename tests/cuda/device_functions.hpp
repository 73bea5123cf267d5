#pragma once

namespace isobit::test {

/// How many results a number has there.
inline constexpr unsigned device_results = 9;

/// In device memory, for each i: exp x, sin x, pow(|x|, y), hypot(x, y), lgamma of x as a float, log |x|, atan x, cbrt
/// x and tanh x, n apart: one of each family.
void evaluate_on_device(double const* x, double const* y, double* out, unsigned n);

}  // namespace isobit::test
