#pragma once

#include "cuda/reduce.cuh"
#include "cuda/scaled_total.hpp"
#include "cuda/sparse/entries.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::sparse {

/// The shape of `settle_rows`: that of a dot product.
struct open_row_block {
  using term = products<strided<double>>;
  static constexpr int threads = 256, batch = 4;
  static constexpr int shared_bytes = term::columns_type::bytes_per_thread * threads;
  static_assert(sizeof(scaled_parts<1>) <= shared_bytes);
};

/// The exact sum of a row, in the block's state.
template <class T, class Block>
__device__ void add_row(row_sums<T> const& of, long long row, Block& block, std::int64_t* columns, arithmetic how) {
  using shape = open_row_block;
  warp_sum<shape::term, shape::batch, shape::threads / 32> own(block, columns, how);
  auto const [begin, end] = entries_of(of, row);
  // Whole warps go round, so that all of their lanes add.
  for (long long at = begin + (threadIdx.x & ~31u) * shape::batch; at < end; at += shape::threads * shape::batch) {
    shape::term::loaded loaded[shape::batch];
#pragma unroll
    for (int i = 0; i < shape::batch; ++i) {
      long long const k = at + i * 32 + threadIdx.x % 32;
      bool const exists = k < end;
      loaded[i].x.element[0] = exists ? static_cast<double>(value_at(of, k)) : 0.0;
      loaded[i].y.element[0] = exists ? static_cast<double>(element_at(of, read(of.indices, k), row)) : 0.0;
    }
    own.add(loaded);
  }
  own.finish();
}

/// Rounds the rows that were left open, each by a block, by the definition.
template <class T>
__global__ void __launch_bounds__(open_row_block::threads)
    settle_rows(row_sums<T> of, row_results<T> to, open_rows* open, arithmetic how) {
  extern __shared__ std::int64_t column_memory[];
  __shared__ block_sum<exact_product, open_row_block::threads / 32> block;
  std::uint64_t const count = open->count;
  for (std::uint64_t i = blockIdx.x; i < count; i += gridDim.x) {
    long long const row = open->row[i];
    block.clear();
    __syncthreads();
    add_row(of, row, block, column_memory, how);
    block.merge_warps();
    if (threadIdx.x < 32) {
      auto const range = used_digits<exact_product>(block.sum.digit);
      if (threadIdx.x == 0) {
        auto& [sum, totals] = *reinterpret_cast<scaled_parts<1>*>(column_memory);
        scaled_total& total = totals[0];
        total.clear();
        sum.take(block.sum, range);
        total.add(to.alpha, sum);
        if (!is_zero(to.beta)) total.add_product(to.beta, to.y[row]);
        to.y[row] = total.round<T>();
      }
    }
    __syncthreads();
  }
  if (is_last_block(open->finished) && threadIdx.x == 0) open->count = open->finished = 0;
}

}  // namespace cuda::sparse
ISOBIT_NAMESPACE_END
