#pragma once

#include "cuda/gemm/layout.hpp"
#include "cuda/scaled_total.cuh"
#include "cuda/terms.cuh"
#include "cuda/warp_sum.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// How entries are summed exactly: the threads of a block share the products of one.
template <class T> struct exact_shape {
  using term = products<strided<T>>;
  static constexpr int threads = 128, warps = threads / 32, batch = 8 / (term::width * term::parts);
  static constexpr int shared_bytes = term::columns_type::bytes_per_thread * threads;
};

/// Entries that no test has settled, by their definition.
template <class T>
__global__ void __launch_bounds__(exact_shape<T>::threads)
    sum_exactly(__grid_constant__ product_task<T> const task, __grid_constant__ product_memory const memory) {
  using shape = exact_shape<T>;
  using term_type = typename shape::term;
  using state_type = typename term_type::state_type;
  extern __shared__ std::int64_t column_memory[];
  __shared__ block_sum<state_type, shape::warps> block;
  static_assert(sizeof(scaled_parts<1>) <= shape::shared_bytes);
  constexpr long long size = 32 * shape::batch;
  int const lane = int(threadIdx.x) % 32;
  for (unsigned n = blockIdx.x; n < memory.control->still_open; n += gridDim.x) {
    int const i = int(memory.still_open[n] % unsigned(task.left.lines));
    int const j = int(memory.still_open[n] / unsigned(task.left.lines));
    term_type const term = {
        {task.left.data + i * task.left.line_stride, task.left.depth, task.left.depth_stride, 0},
        {task.right.data + j * task.right.line_stride, task.right.depth, task.right.depth_stride, 0}};
    __syncthreads();
    block.clear();
    __syncthreads();
    warp_sum<term_type, shape::batch, shape::warps> own(block, column_memory, arithmetic::fastest);
    for (long long number = threadIdx.x / 32; number * size < term.pieces(); number += shape::warps) {
      typename term_type::loaded batch[shape::batch];
#pragma unroll
      for (int k = 0; k < shape::batch; ++k) batch[k] = term.load_any(number * size + k * 32 + lane);
      own.add(batch);
    }
    own.finish();
    block.merge_warps();
    if (threadIdx.x >= 32) continue;
    auto const range = used_digits<state_type>(block.sum.digit);
    if (threadIdx.x != 0) continue;
    T& entry = task.entry(i, j);
    if (task.alpha == 1 && task.beta == 0) {
      block.sum.addends = 0;  // a zero is +0
      entry = round_state<T>(block.sum, range, finishing::round, 1);
      continue;
    }
    auto& [sum, totals] = *reinterpret_cast<scaled_parts<1>*>(column_memory);  // free until the next entry
    scaled_total& total = totals[0];
    total.clear();
    sum.take(block.sum, range);
    total.add(task.alpha, sum);
    if (task.beta != 0) total.add_product(task.beta, entry);
    entry = total.template round<T>();
  }
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
