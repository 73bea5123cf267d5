#pragma once

#include "certify/enclosure_arithmetic.hpp"
#include "certify/rounding_test.hpp"
#include "cuda/block_sum.cuh"
#include "cuda/sparse/careful_sum.hpp"
#include "cuda/sparse/entries.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::sparse {

/// Adds the sums of so many neighbouring lanes, a power of two.
__device__ inline void add_lanes(careful_sum& sum, int lanes) {
  for (int offset = lanes / 2; offset > 0; offset /= 2) {
    careful_sum other;
    other.high = __shfl_xor_sync(whole_warp, sum.high, offset);
    other.low = __shfl_xor_sync(whole_warp, sum.low, offset);
    other.lost = __shfl_xor_sync(whole_warp, sum.lost, offset);
    other.fits = __shfl_xor_sync(whole_warp, int{sum.fits}, offset) != 0;
    sum.add(other);
  }
}

/// The shape of `round_rows`. docs/performance/cuda_sparse.md#shapes
struct row_tile {
  static constexpr int threads = 128, blocks = 12;       ///< of a block; of a processor
  static constexpr int chunk = 1024;                     ///< entries in shared memory at a time
  static constexpr long long most_in_a_row = 8192;       ///< longer rows are left to whole blocks, as are all rows
  static constexpr long long most_in_a_block = 1 << 30;  ///< of a tile with more entries

  /// How many lanes a row is given: a power of two, so that each has some eight entries.
  static int lanes_for(long long rows, long long entries) {
    int lanes = 1;
    while (lanes < 32 && entries > 8 * lanes * rows) lanes *= 2;
    return lanes;
  }
};

/// The entries of a tile that are in shared memory.
template <class T> struct row_chunk {
  T value[row_tile::chunk];
  unsigned column[row_tile::chunk];

  /// By the whole block: those from `at` on, `count` of them or as many as fit. All loads are on their way before the
  /// first is waited for.
  __device__ void load(row_sums<T> const& of, long long at, int count) {
    constexpr int each = row_tile::chunk / row_tile::threads;
    T values[each];
    unsigned columns[each];
    auto const for_each = [&](auto visit) {
#pragma unroll
      for (int i = 0; i < each; ++i) {
        int const k = i * row_tile::threads + static_cast<int>(threadIdx.x);
        visit(i, k, k < count);
      }
    };
    auto const read_columns = [&](auto const* indices) {
      for_each(
          [&](int i, int k, bool exists) { columns[i] = exists ? static_cast<unsigned>(__ldcs(indices + k)) : 0; });
    };
    if (of.indices.wide)
      read_columns(static_cast<long long const*>(of.indices.data) + at);
    else
      read_columns(static_cast<int const*>(of.indices.data) + at);
    if (of.values == nullptr)
      for_each([&](int i, int, bool) { values[i] = 1; });
    else
      for_each([&](int i, int k, bool exists) { values[i] = exists ? __ldcs(of.values + at + k) : T{0}; });
    for_each([&](int i, int k, bool) {
      value[k] = values[i];
      column[k] = columns[i];
    });
  }

  /// Adds the entries first, first + step, ... of a row, some loads of x at a time.
  __device__ void add(row_sums<T> const& of, long long row, int first, int last, int step, careful_sum& sum) const {
    constexpr int batch = 4;
    for (int k = first; k < last; k += batch * step) {
      T a[batch], x[batch];
#pragma unroll
      for (int i = 0; i < batch; ++i) {
        int const at = k + i * step;
        a[i] = at < last ? value[at] : T{0};
        x[i] = at < last ? element_at(of, column[at], row) : T{0};
      }
#pragma unroll
      for (int i = 0; i < batch; ++i) sum.add_product(a[i], x[i]);
    }
  }
};

/// alpha*sum + beta*y, if what is known of the sum decides its rounding.
template <class T>
__device__ certify::certain<double> rounded(certify::enclosure<double> sum, row_results<T> const& to, long long row) {
  if (to.alpha != 1) sum = static_cast<double>(to.alpha) * sum;
  if (to.beta != 0) sum = sum + certify::product_in_two<double>(to.beta, to.y[row]);
  return certify::round_within<T>(sum);
}

/// Rounds the rows of which careful sums decide, and lists the others. A block takes as many rows as it has groups of
/// `lanes`, and their entries through shared memory, so that all of them are read in the order of memory.
template <class T>
__global__ void __launch_bounds__(row_tile::threads, row_tile::blocks)
    round_rows(row_sums<T> of, row_results<T> to, int lanes, open_rows* open) {
  __shared__ row_chunk<T> chunk;
  int const group = static_cast<int>(threadIdx.x) / lanes, lane = static_cast<int>(threadIdx.x) % lanes;
  int const rows_here = row_tile::threads / lanes;
  long long const first = static_cast<long long>(blockIdx.x) * rows_here, row = first + group;
  bool const exists = row < of.rows;
  auto const [start, stop] = entries_of(of, first, min(static_cast<long long>(rows_here), of.rows - first));
  auto const entries = exists ? entries_of(of, row) : entry_range{start, start};
  bool const is_long =
      entries.end - entries.begin > row_tile::most_in_a_row || stop - start > row_tile::most_in_a_block;
  int const begin = is_long ? 0 : static_cast<int>(entries.begin - start);
  int const end = is_long ? 0 : static_cast<int>(entries.end - start);
  int const last = static_cast<int>(min(stop - start, row_tile::most_in_a_block));
  careful_sum sum;
  for (int at = 0; at < last; at += row_tile::chunk) {
    int const from = max(begin, at) - at, until = min(end, at + row_tile::chunk) - at;
    if (!__syncthreads_or(from < until)) continue;
    chunk.load(of, start + at, last - at);
    __syncthreads();
    if (from < until) chunk.add(of, row, from + lane, until, lanes, sum);
  }
  add_lanes(sum, lanes);
  if (!exists || lane != 0) return;
  auto const result = rounded(sum.known(), to, row);
  if (result && sum.fits && !is_long)
    to.y[row] = static_cast<T>(*result);
  else
    open->row[atomicAdd(reinterpret_cast<unsigned long long*>(&open->count), 1ull)] = row;
}

}  // namespace cuda::sparse
ISOBIT_NAMESPACE_END
