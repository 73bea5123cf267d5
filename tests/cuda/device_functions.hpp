#pragma once

namespace isobit::test {

/// How many results a number has there.
inline constexpr unsigned device_results = 5;

/// In device memory, for each i: exp x, sin x, pow(|x|, y), hypot(x, y), and lgamma of x as a float, n apart.
void evaluate_on_device(double const* x, double const* y, double* out, unsigned n);

}  // namespace isobit::test
