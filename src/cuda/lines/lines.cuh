#pragma once

#include "cuda/elements.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Elements that are summed up, at equal distances. No element lies there where the size is negative: a mistake.
template <class T> struct line {
  T const* data = nullptr;
  long long size = 0, stride = 1;

  /// Elements first, first + Step, and so on; -0 beyond the end.
  template <int Step, int Count> __device__ void read(long long first, T (&to)[Count]) const {
    T const* at = data + first * stride;
    if (first + Step * (Count - 1) >= size) {
#pragma unroll
      for (int i = 0; i < Count; ++i) to[i] = first + Step * i < size ? at[Step * i * stride] : signed_zero<T>(true);
    } else if (stride == 1) {
#pragma unroll
      for (int i = 0; i < Count; ++i) to[i] = at[Step * i];
    } else {
      long long const apart = Step * stride;
#pragma unroll
      for (int i = 0; i < Count; ++i, at += apart) to[i] = *at;
    }
  }
  /// Up to `most` elements from `first` on.
  __device__ line part(long long first, long long most) const {
    return {data + first * stride, min(most, size - first), stride};
  }
};

/// Segments of an array, from each offset to the next.
template <class T> struct segments {
  using element = T;
  T const* values;
  long long size;
  void const* offsets;  // std::int64_t if wide, else std::int32_t
  bool wide;

  __device__ line<T> operator()(long long s) const {
    long long const begin = offset(s), end = offset(s + 1);
    if (begin < 0 || end < begin || end > size) return {nullptr, -1};
    return {values + begin, end - begin};
  }

private:
  __device__ long long offset(long long s) const {
    return wide ? static_cast<std::int64_t const*>(offsets)[s] : static_cast<std::int32_t const*>(offsets)[s];
  }
};

/// The rows of a matrix, or its columns: of numbers of two parts, both parts of each.
template <class T> struct matrix_lines {
  using element = T;
  T const* data;
  long long length, line_stride, stride;
  int parts;

  __device__ line<T> operator()(long long i) const {
    return {data + (parts == 1 ? i * line_stride : i / 2 * line_stride + i % 2), length, stride};
  }
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
