#pragma once

#include "cuda/launch_early.cuh"
#include "math/device.hpp"

/// A function of arrays, in two kernels. The first is the fast tier for all elements: few registers, no stack. It
/// leaves the results that its rounding test does not settle unwritten, so that `out` may be `in`, and sets a bit for
/// each. The second looks for these bits, and runs the tiers that are left. A short array takes the second
/// alone, for all tiers: what counts there is the number of kernels.
ISOBIT_NAMESPACE_BEGIN
namespace cuda::functions {

/// How many elements a thread of the first kernel takes, so that enough loads are under way.
inline constexpr unsigned block_size = 256, elements_each = 4, block_elements = block_size * elements_each;

/// The arguments of one element.
template <class T, int Count> struct arguments {
  T value[Count];

  template <class Function> __device__ auto pass_to(Function function) const {
    if constexpr (Count == 1)
      return function(value[0]);
    else
      return function(value[0], value[1]);
  }
};

template <class T, class... In> __device__ arguments<T, sizeof...(In)> load(std::size_t i, In const*... in) {
  return {{in[i]...}};
}

/// A function of one result. Others have `result`, `fast_tier` and `remaining_tiers`, too.
template <class Fast, class Definition, class T> struct single_result {
  T* out;

  __device__ bool fast_tier(std::size_t i, auto... x) const {
    auto const result = math::ISOBIT_TARGET::fast_tier<Fast>(x...);
    if (result) out[i] = *result;
    return result.holds;
  }
  __device__ void remaining_tiers(std::size_t i, auto... x) const {
    out[i] = math::ISOBIT_TARGET::remaining_tiers<Fast, Definition>(x...);
  }
};

template <class Function, class T, class... In>
__global__ void __launch_bounds__(block_size)
    run_fast_tier(Function f, std::size_t n, unsigned* open, In const*... in) {
  let_next_kernel_begin();
  std::size_t const first = std::size_t{blockIdx.x} * block_elements + threadIdx.x;
  arguments<T, sizeof...(In)> x[elements_each];
#pragma unroll
  for (unsigned k = 0; k < elements_each; ++k)
    if (std::size_t const i = first + k * block_size; i < n) x[k] = load<T>(i, in...);
#pragma unroll
  for (unsigned k = 0; k < elements_each; ++k) {
    std::size_t const i = first + k * block_size;
    bool const settled = i >= n || x[k].pass_to([&](auto... each) { return f.fast_tier(i, each...); });
    unsigned const left = __ballot_sync(~0u, !settled);
    if (threadIdx.x % 32 == 0 && i < n) open[i / 32] = left;
  }
}

/// Few threads: each has a stack of some kilobytes.
inline constexpr unsigned settling_block = 128;

/// Every tier for every element.
template <class Function, class T, class... In>
__device__ void run_every_tier(Function f, std::size_t n, In const*... in) {
  for (std::size_t i = std::size_t{blockIdx.x} * settling_block + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * settling_block)
    load<T>(i, in...).pass_to([&](auto... each) {
      if (!f.fast_tier(i, each...)) f.remaining_tiers(i, each...);
    });
}

/// Blocks look through the bits, `settling_block` words at a time, list what they find, and settle it when there is
/// work for every thread or nothing left to look at. Without bits they do everything.
template <class Function, class T, class... In>
__global__ void __launch_bounds__(settling_block)
    settle(Function f, std::size_t n, unsigned const* open, In const*... in) {
  if (open == nullptr) return run_every_tier<Function, T>(f, n, in...);
  __shared__ std::size_t found[settling_block * 33];
  __shared__ unsigned count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  await_kernel_before();
  std::size_t const words = (n + 31) / 32, stride = std::size_t{gridDim.x} * settling_block;
  // Neighbours in the list go to different warps first: these run at once, lanes that part ways one after the other.
  constexpr unsigned warps = settling_block / 32;
  unsigned const turn = threadIdx.x % 32 * warps + threadIdx.x / 32;
  for (std::size_t begin = std::size_t{blockIdx.x} * settling_block; begin < words; begin += stride) {
    std::size_t const w = begin + threadIdx.x;
    if (unsigned word = w < words ? open[w] : 0; word != 0) {
      unsigned place = atomicAdd(&count, __popc(word));
      for (; word != 0; word &= word - 1) found[place++] = 32 * w + __ffs(word) - 1;
    }
    __syncthreads();
    unsigned const listed = count;
    __syncthreads();
    if (listed >= settling_block || begin + stride >= words) {
      for (unsigned k = turn; k < listed; k += settling_block) {
        std::size_t const i = found[k];
        load<T>(i, in...).pass_to([&](auto... each) { f.remaining_tiers(i, each...); });
      }
      __syncthreads();
      if (threadIdx.x == 0) count = 0;
      __syncthreads();
    }
  }
}

}  // namespace cuda::functions
ISOBIT_NAMESPACE_END
