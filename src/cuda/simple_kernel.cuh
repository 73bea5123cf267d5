#pragma once

#include <algorithm>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Kernels that do something to each of many elements have blocks of so many threads.
inline constexpr int simple_threads = 256;

/// Blocks that have a thread for every element, whose number the thread finds by `own_number`.
inline unsigned blocks_for_all(long long size) {
  return static_cast<unsigned>((size + simple_threads - 1) / simple_threads);
}
__device__ inline long long own_number() { return static_cast<long long>(blockIdx.x) * simple_threads + threadIdx.x; }

/// Not that many blocks where elements are many: threads take several, by `for_each_index`.
inline unsigned blocks_for_some(long long size) { return std::clamp(blocks_for_all(size), 1u, 1u << 16); }
template <class Do> __device__ void for_each_index(long long size, Do what) {
  long long const step = static_cast<long long>(gridDim.x) * simple_threads;
  for (long long i = own_number(); i < size; i += step) what(i);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
