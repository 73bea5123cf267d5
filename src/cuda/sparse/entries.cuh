#pragma once

#include "cuda/sparse/rows.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::sparse {

/// Read once: what comes back, x, had better stay in the cache.
__device__ inline long long read(index_array const& from, long long k) {
  return from.wide ? __ldcs(static_cast<long long const*>(from.data) + k)
                   : static_cast<long long>(__ldcs(static_cast<int const*>(from.data) + k));
}

/// The factors of entry k.
template <class T> __device__ T value_at(row_sums<T> const& of, long long k) {
  return of.values == nullptr ? T{1} : __ldcs(of.values + k);
}
template <class T> __device__ T element_at(row_sums<T> const& of, long long column, long long row) {
  return of.x == nullptr ? T(column == row) : __ldg(of.x + column);
}

struct entry_range {
  long long begin, end;
};
template <class T> __device__ entry_range entries_of(row_sums<T> const& of, long long row, long long rows = 1) {
  if (of.offsets.data == nullptr) return {0, 0};
  return {read(of.offsets, row), read(of.offsets, row + rows)};
}

}  // namespace cuda::sparse
ISOBIT_NAMESPACE_END
