// The functions of arrays against CUDA's own, on one GPU: microseconds, and CUDA's time over isobit's.
//
//     isobit_bench_cuda_functions [LOG2_OF_SIZE...]    2^16, 2^20, 2^24 and 2^28 unless said otherwise
//
// Both read and write device memory, by turns; medians of 31 runs each. CUDA's functions are called by a kernel of the
// same shape as isobit's fast tier.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <isobit/cuda/functions.hpp>

#include "stopwatch.cuh"

namespace {

using namespace isobit::bench;

constexpr unsigned block_size = 256, elements_each = 4;
constexpr int runs = 31;

template <class F> __global__ void of_one(F f, double const* x, double const*, double* out, std::size_t n) {
  std::size_t const first = std::size_t{blockIdx.x} * block_size * elements_each + threadIdx.x;
  double a[elements_each];
#pragma unroll
  for (unsigned k = 0; k < elements_each; ++k)
    if (std::size_t const i = first + k * block_size; i < n) a[k] = x[i];
#pragma unroll
  for (unsigned k = 0; k < elements_each; ++k)
    if (std::size_t const i = first + k * block_size; i < n) out[i] = f(a[k]);
}
template <class F> __global__ void of_two(F f, double const* x, double const* y, double* out, std::size_t n) {
  std::size_t const first = std::size_t{blockIdx.x} * block_size * elements_each + threadIdx.x;
  double a[elements_each], b[elements_each];
#pragma unroll
  for (unsigned k = 0; k < elements_each; ++k)
    if (std::size_t const i = first + k * block_size; i < n) a[k] = x[i], b[k] = y[i];
#pragma unroll
  for (unsigned k = 0; k < elements_each; ++k)
    if (std::size_t const i = first + k * block_size; i < n) out[i] = f(a[k], b[k]);
}

struct arrays {
  double *x = nullptr, *y = nullptr, *out = nullptr;
  std::size_t n;

  arrays(std::size_t count, double low, double high) : n(count) {
    std::vector<double> values(n);
    for (double** place : {&x, &y}) {
      std::uint64_t state = 88172645463325252u + (place == &y);
      for (double& value : values) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        value = low + (high - low) * (static_cast<double>(state >> 11) * 0x1p-53);
      }
      check(cudaMalloc(place, n * sizeof(double)));
      check(cudaMemcpy(*place, values.data(), n * sizeof(double), cudaMemcpyHostToDevice));
    }
    check(cudaMalloc(&out, n * sizeof(double)));
  }
  arrays(arrays const&) = delete;
  ~arrays() { cudaFree(x), cudaFree(y), cudaFree(out); }
};

template <class Own, class Isobit>
void compare(char const* name, int log2_of_size, double low, double high, Own own, Isobit isobit) {
  arrays const data(std::size_t{1} << log2_of_size, low, high);
  stopwatch watch;
  std::vector<float> own_times, isobit_times;
  for (int i = -3; i < runs; ++i) {
    float const a = watch.microseconds([&] { own(data); }), b = watch.microseconds([&] { isobit(data); });
    if (i >= 0) own_times.push_back(a), isobit_times.push_back(b);
  }
  check(cudaDeviceSynchronize());
  float const a = median(own_times), b = median(isobit_times);
  std::printf("%-5s 2^%-2d  CUDA %8.1f us  isobit %8.1f us  %5.2f\n", name, log2_of_size, a, b, a / b);
}

unsigned blocks(std::size_t n) { return static_cast<unsigned>((n - 1) / (block_size * elements_each) + 1); }

}  // namespace

int main(int argc, char** argv) {
  std::vector<int> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::atoi(argv[i]));
  if (sizes.empty()) sizes = {16, 20, 24, 28};
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0));
  std::printf("%s\n", device.name);
  for (int const size : sizes) {
#define ISOBIT_COMPARE(f, low, high)                                                                           \
  compare(                                                                                                     \
      #f, size, low, high,                                                                                     \
      [](arrays const& a) {                                                                                    \
        of_one<<<blocks(a.n), block_size>>>([] __device__(double x) { return ::f(x); }, a.x, a.y, a.out, a.n); \
      },                                                                                                       \
      [](arrays const& a) { isobit::cuda::cr::f(std::span<double const>(a.x, a.n), std::span<double>(a.out, a.n)); });
    ISOBIT_COMPARE(exp, -10, 10)
    ISOBIT_COMPARE(log, 0, 20)
    ISOBIT_COMPARE(sin, -10, 10)
    ISOBIT_COMPARE(cos, -10, 10)
#undef ISOBIT_COMPARE
    compare(
        "pow", size, 0, 20,
        [](arrays const& a) {
          of_two<<<blocks(a.n), block_size>>>([] __device__(double x, double y) { return ::pow(x, y); }, a.x, a.y,
                                              a.out, a.n);
        },
        [](arrays const& a) {
          isobit::cuda::cr::pow(std::span<double const>(a.x, a.n), std::span<double const>(a.y, a.n),
                                std::span<double>(a.out, a.n));
        });
  }
}
