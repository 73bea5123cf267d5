#pragma once

#include <algorithm>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Kernels that do something to each of many elements.
constexpr int simple_threads = 256;
inline unsigned blocks_for(long long size) {
  return static_cast<unsigned>(std::clamp((size + simple_threads - 1) / simple_threads, 1ll, 1ll << 16));
}
template <class Do> __device__ void for_each_index(long long size, Do what) {
  long long const step = static_cast<long long>(gridDim.x) * simple_threads;
  for (long long i = static_cast<long long>(blockIdx.x) * simple_threads + threadIdx.x; i < size; i += step) what(i);
}

/// How many elements are <= x. Precondition: they ascend.
template <class T> __device__ long long elements_up_to(T const* elements, long long size, T x) {
  long long first = 0;
  while (size > 0) {
    long long const half = size / 2;
    if (elements[first + half] <= x) {
      first += half + 1;
      size -= half + 1;
    } else {
      size = half;
    }
  }
  return first;
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
