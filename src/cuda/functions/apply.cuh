#pragma once

#include <algorithm>
#include <initializer_list>

#include <isobit/cuda/stream.hpp>

#include "cuda/call.hpp"
#include "cuda/functions/kernels.cuh"
#include "cuda/kept_memory.hpp"
#include "math/array_checks.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::functions {

/// So many blocks are under way at once, or nearly.
inline std::size_t settling_blocks(int device) {
  int multiprocessors = 0;
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device), "asking for the GPU's size");
  return 8 * static_cast<std::size_t>(multiprocessors);
}

/// Of so many elements for each of these threads, one kernel takes less time than two.
/// docs/performance/cuda_functions.md#where-the-time-goes
inline constexpr std::size_t few_elements = 8;

/// Precondition: n > 0, and the arrays are in the GPU's memory.
template <class T, class Function, class... In>
void launch(Function f, int device, cudaStream_t stream, std::size_t n, In const*... in) {
  auto const blocks_for = [](std::size_t count, std::size_t each) { return (count + each - 1) / each; };
  std::size_t const most = settling_blocks(device);
  if (n <= few_elements * most * settling_block) {
    auto const blocks = static_cast<unsigned>(blocks_for(n, settling_block));
    settle<Function, T><<<blocks, settling_block, 0, stream>>>(f, n, nullptr, in...);
    return check(cudaGetLastError(), "starting a function of a short array");
  }
  auto const blocks = blocks_for(n, block_elements);
  kept_memory const bits(blocks * (block_elements / 8), device, stream);
  auto* const open = static_cast<unsigned*>(bits.data());
  run_fast_tier<Function, T><<<static_cast<unsigned>(blocks), block_size, 0, stream>>>(f, n, open, in...);
  check(cudaGetLastError(), "starting a function of an array");
  auto const settling = static_cast<unsigned>(std::min(most, blocks_for(n, 32 * settling_block)));
  launch_early<settle<Function, T, In...>>(settling, settling_block, 0, stream, "starting the last tiers of a function",
                                           f, n, open, in...);
}

/// The GPU that has these arrays and the stream; throws `error` where it has not. `name` is the function's.
template <class T> int device_of(char const* name, on_stream const& on, std::initializer_list<T const*> arrays) {
  int const device = device_for(on);
  std::string const what = std::string(name) + ": an array";
  for (T const* const array : arrays) require_device_memory(device, array, alignof(T), what.c_str());
  return device;
}

template <class Fast, class Definition, class T, class... In>
void apply(char const* name, on_stream const& on, std::span<T> out, std::span<In const>... in) {
  math::check_arrays(name, in..., out);
  if (out.empty()) return;
  int const device = device_of<T>(name, on, {out.data(), in.data()...});
  launch<T>(single_result<Fast, Definition, T>{out.data()}, device, on.stream, out.size(), in.data()...);
}

}  // namespace cuda::functions
ISOBIT_NAMESPACE_END
