#include "cuda/device_functions.hpp"

#include <isobit/cuda/math.cuh>

namespace isobit::test {

__global__ void evaluate_each(double const* x, double const* y, double* out, unsigned n) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = cuda::device::exp(x[i]);
  out[i + n] = cuda::device::sin(x[i]);
  out[i + 2 * n] = cuda::device::pow(isobit::magnitude(x[i]), y[i]);
  out[i + 3 * n] = cuda::device::hypot(x[i], y[i]);
  out[i + 4 * n] = cuda::device::lgamma(static_cast<float>(x[i]));
  out[i + 5 * n] = cuda::device::log(isobit::magnitude(x[i]));
  out[i + 6 * n] = cuda::device::atan(x[i]);
  out[i + 7 * n] = cuda::device::cbrt(x[i]);
  out[i + 8 * n] = cuda::device::tanh(x[i]);
}

void evaluate_on_device(double const* x, double const* y, double* out, unsigned n) {
  evaluate_each<<<(n + 127) / 128, 128>>>(x, y, out, n);
}

}  // namespace isobit::test
