#pragma once

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

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
