// Functions of rows of isobit::cuda against plain fused kernels in float, which read and write as much: one line for
// each shape, with the median of both and of the ratio of neighbours. isobit_bench_cuda_rows [ROUNDS]
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include <cuda_bf16.h>

#include <isobit/cuda/rows.hpp>

#include "compare.cuh"

namespace {

using namespace isobit::bench;

/// How elements of rows are read and written by the plain kernels: 16 bytes at once, kept as floats.
template <class T> struct plain_element;
template <> struct plain_element<float> {
  static __device__ float read(float x) { return x; }
  static __device__ float write(float x) { return x; }
};
template <> struct plain_element<isobit::bfloat16> {
  static __device__ float read(isobit::bfloat16 x) { return __uint_as_float(unsigned{x.bits} << 16); }
  static __device__ isobit::bfloat16 write(float x) { return {__bfloat16_as_ushort(__float2bfloat16_rn(x))}; }
};

template <class T> struct alignas(16) vector_of {
  static constexpr int width = 16 / sizeof(T);
  T element[width];
};

template <class Combine> __device__ float over_block(float value, Combine combine) {
  __shared__ float of_warp[32];
  for (int offset = 16; offset > 0; offset /= 2) value = combine(value, __shfl_xor_sync(~0u, value, offset));
  __syncthreads();
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  value = of_warp[0];
  for (unsigned w = 1; w < blockDim.x / 32; ++w) value = combine(value, of_warp[w]);
  return value;
}
__device__ float sum_over_block(float value) {
  return over_block(value, [](float a, float b) { return a + b; });
}

enum class operation { sum, softmax, rms_norm, layer_norm };

/// One block a row, its elements in registers, sums in the order of threads.
template <operation What, class T>
__global__ void __launch_bounds__(512) plain(T const* x, T const* weight, T const* bias, T* out, int n) {
  using pack = vector_of<T>;
  using element = plain_element<T>;
  constexpr int width = pack::width, rounds = 32 / width;
  float value[rounds][width];
  auto const* const row = reinterpret_cast<pack const*>(x + std::size_t{blockIdx.x} * n);
  auto const each = [&](auto use) {
#pragma unroll
    for (int r = 0; r < rounds; ++r)
      if (int const i = r * blockDim.x + threadIdx.x; i * width < n) use(i, value[r]);
  };
  each([&](int i, float* v) {
    pack const loaded = row[i];
#pragma unroll
    for (int k = 0; k < width; ++k) v[k] = element::read(loaded.element[k]);
  });
  auto const total = [&](auto term) {
    float sum = 0;
    each([&](int, float* v) {
#pragma unroll
      for (int k = 0; k < width; ++k) sum = term(v[k], sum);
    });
    return sum_over_block(sum);
  };
  if constexpr (What == operation::sum) {
    float const sum = total([](float v, float sum) { return sum + v; });
    if (threadIdx.x == 0) out[blockIdx.x] = element::write(sum);
    return;
  }
  float shift = 0, scale = 1;
  if constexpr (What == operation::softmax) {
    float most = -INFINITY;
    each([&](int, float* v) {
#pragma unroll
      for (int k = 0; k < width; ++k) most = fmaxf(most, v[k]);
    });
    most = over_block(most, [](float a, float b) { return fmaxf(a, b); });
    scale = 1 / total([&](float& v, float sum) { return sum + (v = __expf(v - most)); });
  } else if constexpr (What == operation::rms_norm) {
    scale = rsqrtf(total([](float v, float sum) { return fmaf(v, v, sum); }) / n + 1e-5f);
  } else {
    shift = total([](float v, float sum) { return sum + v; }) / n;
    scale = rsqrtf(total([&](float v, float sum) { return fmaf(v - shift, v - shift, sum); }) / n + 1e-5f);
  }
  auto* const results = reinterpret_cast<pack*>(out + std::size_t{blockIdx.x} * n);
  each([&](int i, float* v) {
    pack result, w, b;
    if constexpr (What != operation::softmax) w = reinterpret_cast<pack const*>(weight)[i];
    if constexpr (What == operation::layer_norm) b = reinterpret_cast<pack const*>(bias)[i];
#pragma unroll
    for (int k = 0; k < width; ++k) {
      float y = (v[k] - shift) * scale;
      if constexpr (What == operation::rms_norm) y *= element::read(w.element[k]);
      if constexpr (What == operation::layer_norm)
        y = fmaf(y, element::read(w.element[k]), element::read(b.element[k]));
      result.element[k] = element::write(y);
    }
    results[i] = result;
  });
}

template <class Ours, class Theirs>
void compare(char const* name, char const* type, int batch, int n, std::size_t bytes, int rounds, Ours ours,
             Theirs theirs) {
  auto const [mine, other, ratio] = in_turn(rounds, ours, theirs);
  std::printf("%-10s %-9s %5d x %5d %9.2f us %9.2f us %6.2f TB/s  ratio %.3f\n", name, type, batch, n, mine, other,
              static_cast<double>(bytes) / mine * 1e-6, ratio);
  std::fflush(stdout);
}

template <class T> T* make_rows(std::size_t count) {
  std::mt19937_64 random(1);
  std::normal_distribution<float> normal;
  std::vector<T> values(count);
  for (auto& x : values) {
    float const number = normal(random);
    if constexpr (sizeof(T) == 2)
      x.bits = static_cast<std::uint16_t>(isobit::bits_of(number) >> 16);
    else
      x = number;
  }
  T* device = nullptr;
  check(cudaMalloc(&device, count * sizeof(T)));
  check(cudaMemcpy(device, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

template <class T> void compare_all(char const* type, int rounds) {
  namespace rows = isobit::cuda::rows;
  constexpr int most_rows = 4096, longest = 8192;
  T *const x = make_rows<T>(std::size_t{most_rows} * longest), *const factors = make_rows<T>(2 * longest);
  T* out = nullptr;
  check(cudaMalloc(&out, std::size_t{most_rows} * longest * sizeof(T)));
  for (int const n : {4096, 8192})
    for (int const batch : {1, 16, 128, 1024, 4096}) {
      auto const in = isobit::row_major(static_cast<T const*>(x), batch, n);
      auto const to = isobit::row_major(out, batch, n);
      isobit::vector_view<T const> const weight(factors, n), bias(factors + longest, n);
      int const threads = batch > 264 ? n * int(sizeof(T)) / 64 : std::min(512, n * int(sizeof(T)) / 16);
      auto const bytes = std::size_t(batch) * n * sizeof(T);
      compare(
          "sum", type, batch, n, bytes, rounds, [&] { rows::sum(out, in); },
          [&] { plain<operation::sum><<<batch, threads>>>(x, weight.data, bias.data, out, n); });
      compare(
          "softmax", type, batch, n, 2 * bytes, rounds, [&] { rows::softmax(to, in); },
          [&] { plain<operation::softmax><<<batch, threads>>>(x, weight.data, bias.data, out, n); });
      compare(
          "rms_norm", type, batch, n, 2 * bytes, rounds, [&] { rows::rms_norm(to, in, weight, 1e-5); },
          [&] { plain<operation::rms_norm><<<batch, threads>>>(x, weight.data, bias.data, out, n); });
      compare(
          "layer_norm", type, batch, n, 2 * bytes, rounds, [&] { rows::layer_norm(to, in, weight, bias, 1e-5); },
          [&] { plain<operation::layer_norm><<<batch, threads>>>(x, weight.data, bias.data, out, n); });
    }
  check(cudaFree(x)), check(cudaFree(factors)), check(cudaFree(out));
}

}  // namespace

int main(int argc, char** argv) {
  int const rounds = argc > 1 ? std::atoi(argv[1]) : 41;
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s, CUDA %d; isobit, plain fused kernel, bandwidth of isobit, ratio; medians of %d\n", properties.name,
              CUDART_VERSION, rounds);
  compare_all<isobit::bfloat16>("bfloat16", rounds);
  compare_all<float>("float", rounds);
}
