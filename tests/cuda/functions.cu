// Every function on a GPU, against the golden hashes of MPFR's results: functions [functions.txt]. `make cuda-test`
// compiles it where there is an nvcc, and runs it where there is a GPU.
#define ISOBIT_TARGET cuda

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "golden/function_hashes.hpp"
#include "math/device.hpp"


#include "function_headers.hpp"

namespace isobit::golden {
namespace {

bool failed(cudaError_t status, char const* what) {
  if (status == cudaSuccess) return false;
  std::printf("%s: %s\n", what, cudaGetErrorString(status));
  return true;
}

template <class Fast, class Definition, class T> __global__ void of_one(T const* x, T* out, unsigned n) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = math::cuda::correctly_rounded<Fast, Definition>(x[i]);
}
template <class Fast, class Definition, class T> __global__ void of_two(T const* x, T const* y, T* out, unsigned n) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = math::cuda::correctly_rounded<Fast, Definition>(x[i], y[i]);
}

/// A block of arguments to the GPU and its results back. Poisoned before, so that a kernel that did not run shows.
template <class T, class Launch>
std::vector<T> on_device(std::vector<T> const& x, std::vector<T> const& y, Launch launch) {
  std::vector<T> out(x.size(), T(-77));
  T *device_x = nullptr, *device_y = nullptr, *device_out = nullptr;
  std::size_t const bytes = x.size() * sizeof(T);
  if (failed(cudaMalloc(&device_x, bytes), "cudaMalloc") || failed(cudaMalloc(&device_y, bytes), "cudaMalloc") ||
      failed(cudaMalloc(&device_out, bytes), "cudaMalloc"))
    return out;
  cudaMemcpy(device_x, x.data(), bytes, cudaMemcpyHostToDevice);
  if (!y.empty()) cudaMemcpy(device_y, y.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(device_out, out.data(), bytes, cudaMemcpyHostToDevice);
  launch(device_x, device_y, device_out, static_cast<unsigned>(x.size()));
  failed(cudaGetLastError(), "launch");
  failed(cudaMemcpy(out.data(), device_out, bytes, cudaMemcpyDeviceToHost), "copy back");
  cudaFree(device_x), cudaFree(device_y), cudaFree(device_out);
  return out;
}

constexpr unsigned threads = 128;
unsigned blocks(unsigned n) { return (n + threads - 1) / threads; }

struct comparison {
  std::vector<std::string> expected;
  unsigned passed = 0, failed = 0;

  void check(std::string const& line) {
    bool same = false;
    for (auto const& other : expected) same |= other == line;
    ++(same ? passed : failed);
    if (!same) std::printf("not MPFR's: %s\n", line.c_str());
  }

  template <class Fast, class Definition, class T> void unary(char const* name) {
    for (auto const& f : test::unary_functions)
      if (f.name == name)
        check(hash_line<T>(f.name, false, f.low, f.high, all_arguments, [](auto const& x, auto const& y) {
          return on_device<T>(x, y, [](T* a, T*, T* out, unsigned n) {
            of_one<Fast, Definition><<<blocks(n), threads>>>(a, out, n);
          });
        }));
  }
  template <class Fast, class Definition, class T> void binary(char const* name) {
    for (auto const& f : test::binary_functions)
      if (f.name == name)
        check(hash_line<T>(f.name, true, f.low, f.high, all_arguments, [](auto const& x, auto const& y) {
          return on_device<T>(x, y, [](T* a, T* b, T* out, unsigned n) {
            of_two<Fast, Definition><<<blocks(n), threads>>>(a, b, out, n);
          });
        }));
  }
};

}  // namespace
}  // namespace isobit::golden

int main(int argc, char** argv) {
  using namespace isobit;
  using namespace isobit::golden;
  comparison c;
  std::ifstream file(argc > 1 ? argv[1] : "tests/golden/functions.txt");
  for (std::string line; std::getline(file, line);) c.expected.push_back(line);
  // The last tier keeps its numbers on the stack.
  failed(cudaDeviceSetLimit(cudaLimitStackSize, 64 * 1024), "stack");
#define ISOBIT_CHECK(f)                                                     \
  c.unary<math::cuda::f##_fast, math::f##_definition, double>(#f);          \
  c.unary<math::cuda::f##_fast, math::f##_definition, float>(#f);
  ISOBIT_MATH_UNARY(ISOBIT_CHECK)
#undef ISOBIT_CHECK
#define ISOBIT_CHECK(f)                                                     \
  c.binary<math::cuda::f##_fast, math::f##_definition, double>(#f);         \
  c.binary<math::cuda::f##_fast, math::f##_definition, float>(#f);
  ISOBIT_MATH_BINARY(ISOBIT_CHECK)
#undef ISOBIT_CHECK
#define ISOBIT_CHECK(f) c.unary<math::cuda::f##_fast, math::f##_definition, float>(#f);
  ISOBIT_MATH_FLOAT_ONLY(ISOBIT_CHECK)
  std::printf("GPU: %u hashes of %zu results agree with MPFR's, %u do not\n", c.passed, all_arguments, c.failed);
  return c.failed == 0 && c.passed > 0 ? 0 : 1;
}
