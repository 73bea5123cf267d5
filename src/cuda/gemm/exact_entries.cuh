#pragma once

#include "cuda/finish.cuh"
#include "cuda/gemm/finish_entry.hpp"
#include "cuda/terms.cuh"
#include "cuda/warp_sum.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// The elements of a line, as `strided` gives those of a vector.
template <class T> struct line_elements {
  using element = real_of<T>;
  static constexpr int width = 1;
  factor<T> from;
  int line;

  __device__ long long whole() const { return from.depth; }
  __device__ long long pieces() const { return from.depth; }
  __device__ piece<element, 1> load(long long i) const { return {{from.at(line, int(i))}}; }
  __device__ piece<element, 1> load_any(long long i, element neutral) const {
    return i < from.depth ? load(i) : piece<element, 1>{{neutral}};
  }
};

/// How entries are summed exactly: the threads of a block share the products of one.
template <class T> struct exact_shape {
  using term = products<line_elements<T>>;
  static constexpr int threads = 128, warps = threads / 32, batch = 8 / (term::width * term::parts);
  static constexpr int shared_bytes = term::columns_type::bytes_per_thread * threads;
};

/// A block that sums entries exactly, in shared memory.
template <class T> struct exact_block {
  using shape = exact_shape<T>;
  using term_type = typename shape::term;
  using state_type = typename term_type::state_type;
  using parts_type = scaled_parts<parts_of<T>>;
  block_sum<state_type, shape::warps> block;
  std::uint64_t parts_memory[(sizeof(parts_type) + 7) / 8];

  /// An entry by its definition. By all threads.
  __device__ void settle(product_task<T> const& task, int i, int j, std::int64_t* column_memory) {
    constexpr long long size = 32 * shape::batch;
    int const lane = int(threadIdx.x) % 32;
    bool const plain = task.alpha == T(1) && task.beta == T(0);
    for (int part = 0; part < parts_of<T>; ++part) {
      term_type const term = {{task.left, i}, {task.right, j + part}};
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
      if (plain) {
        block.sum.addends = 0;  // a zero is +0
        task.entry(i, j + part) = round_state<real_of<T>>(block.sum, range, finishing::round, 1);
        continue;
      }
      auto& with = *reinterpret_cast<parts_type*>(parts_memory);
      with.sum.take(block.sum, range);
      finish_entry(task, with, part, i, j);
    }
  }
};

/// Entries that no test has settled.
template <class T>
__global__ void __launch_bounds__(exact_shape<T>::threads)
    sum_exactly(__grid_constant__ product_task<T> const task, __grid_constant__ product_memory const memory) {
  extern __shared__ std::int64_t column_memory[];
  __shared__ exact_block<T> block;
  for (unsigned n = blockIdx.x; n < memory.control->still_open; n += gridDim.x) {
    int const i = int(memory.still_open[n] % unsigned(task.left.lines));
    int const j = int(memory.still_open[n] / unsigned(task.left.lines));
    block.settle(task, i, j, column_memory);
  }
}

/// All entries of many small products.
template <class T>
__global__ void __launch_bounds__(exact_shape<T>::threads)
    multiply_exactly(__grid_constant__ product_batch<T> const batch) {
  extern __shared__ std::int64_t column_memory[];
  __shared__ exact_block<T> block;
  long long const entries = batch.entries(), rows = batch.first.left.lines;
  for (long long n = blockIdx.x; n < entries * batch.count; n += gridDim.x) {
    long long const place = n % entries;
    block.settle(batch[n / entries], int(place % rows), int(place / rows) * parts_of<T>, column_memory);
  }
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
