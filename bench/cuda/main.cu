// Reductions of isobit::cuda against CUB's and cuBLAS's, which do not promise any bits: one line for each size and kind
// of data, with the median of both and of the ratio of neighbours. isobit_bench_cuda [ROUNDS]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <cub/device/device_reduce.cuh>
#include <cublas_v2.h>

#include <isobit/cuda.hpp>

#include "compare.cuh"

namespace {

using namespace isobit::bench;

template <class T> void compare_sums(char const* name, char const* data, std::vector<T> const& pattern, int rounds) {
  isobit::cuda::workspace memory;
  T* result = nullptr;
  check(cudaMalloc(&result, sizeof(T)));
  for (int const exponent : {10, 14, 17, 20, 22, 24, 26, 28}) {
    std::size_t const n = std::size_t{1} << exponent;
    T* const x = on_device(pattern, n);
    isobit::vector_view<T const> const view(x, static_cast<std::ptrdiff_t>(n));
    void* scratch = nullptr;
    std::size_t bytes = 0;
    check(cub::DeviceReduce::Sum(scratch, bytes, x, result, n));
    check(cudaMalloc(&scratch, bytes));
    auto const plain = [&] { check(cub::DeviceReduce::Sum(scratch, bytes, x, result, n)); };
    compare(
        name, data, n, n * sizeof(T), rounds,
        [&] {
          isobit::cuda::sum_to(result, view, {nullptr, memory});
        },
        plain);
    if (exponent >= 20 && exponent % 4 == 0)
      compare((std::string(name) + ", integers").c_str(), data, n, n * sizeof(T), rounds,
              [&] {
                isobit::cuda::sum_to(result, view, {nullptr, memory, isobit::cuda::arithmetic::integers});
              },
              plain);
    check(cudaFree(scratch));
    check(cudaFree(x));
  }
  check(cudaFree(result));
}

cublasStatus_t plain_dot(cublasHandle_t handle, int n, double const* x, double const* y, double* result) {
  return cublasDdot(handle, n, x, 1, y, 1, result);
}
cublasStatus_t plain_dot(cublasHandle_t handle, int n, float const* x, float const* y, float* result) {
  return cublasSdot(handle, n, x, 1, y, 1, result);
}

template <class T> void compare_dots(char const* name, char const* data, std::vector<T> const& pattern, int rounds) {
  isobit::cuda::workspace memory;
  cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  T* result = nullptr;
  check(cudaMalloc(&result, sizeof(T)));
  auto reversed = pattern;
  std::reverse(reversed.begin(), reversed.end());
  for (int const exponent : {10, 20, 24, 28}) {
    std::size_t const n = std::size_t{1} << exponent;
    T *const x = on_device(pattern, n), *const y = on_device(reversed, n);
    isobit::vector_view<T const> const a(x, static_cast<std::ptrdiff_t>(n)), b(y, static_cast<std::ptrdiff_t>(n));
    compare(
        name, data, n, 2 * n * sizeof(T), rounds,
        [&] {
          isobit::cuda::dot_to(result, a, b, {nullptr, memory});
        },
        [&] { plain_dot(handle, static_cast<int>(n), x, y, result); });
    check(cudaFree(x));
    check(cudaFree(y));
  }
  check(cudaFree(result));
  cublasDestroy(handle);
}

template <class T, class Make> std::vector<T> pattern(Make make) {
  std::vector<T> values(1 << 20);
  for (auto& x : values) x = static_cast<T>(make());
  return values;
}

}  // namespace

int main(int argc, char** argv) {
  int const rounds = argc > 1 ? std::atoi(argv[1]) : 41;
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  int driver = 0;
  check(cudaDriverGetVersion(&driver));
  std::printf("%s, CUDA %d, driver for %d; isobit, plain, bandwidth of isobit, ratio; medians of %d\n", properties.name,
              CUDART_VERSION, driver, rounds);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::normal_distribution<double> normal;
  auto const wide = [&](int binades) {
    return [&random, &uniform, binades] {
      int const exponent = static_cast<int>(random() % static_cast<unsigned>(binades)) - binades / 2;
      return std::ldexp(uniform(random), exponent);
    };
  };
  auto const flat = [&] { return uniform(random); };
  auto const bell = [&] { return normal(random); };
  compare_sums<double>("sum of doubles", "uniform", pattern<double>(flat), rounds);
  compare_sums<double>("sum of doubles", "normal", pattern<double>(bell), rounds);
  compare_sums<double>("sum of doubles", "wide 200", pattern<double>(wide(200)), rounds);
  compare_sums<double>("sum of doubles", "wide 2000", pattern<double>(wide(2000)), rounds);
  compare_sums<float>("sum of floats", "uniform", pattern<float>(flat), rounds);
  compare_sums<float>("sum of floats", "normal", pattern<float>(bell), rounds);
  compare_sums<float>("sum of floats", "wide 200", pattern<float>(wide(200)), rounds);
  compare_dots<double>("dot of doubles", "uniform", pattern<double>(flat), rounds);
  compare_dots<double>("dot of doubles", "wide 200", pattern<double>(wide(200)), rounds);
  compare_dots<float>("dot of floats", "uniform", pattern<float>(flat), rounds);
}
