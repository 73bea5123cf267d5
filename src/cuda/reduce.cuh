#pragma once

#include "cuda/finish.cuh"
#include "cuda/scratch.hpp"
#include "cuda/terms.cuh"
#include "cuda/warp_sum.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Whether this block is the last to come here, with all others' writes to be seen.
__device__ inline bool is_last_block(std::uint64_t& finished) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(reinterpret_cast<unsigned long long*>(&finished), 1ull) == gridDim.x - 1;
  __syncthreads();
  __threadfence();
  return last;
}

/// Adds the block's sum to the total, and returns whether it was the last: then the sum is the total, and zeros remain.
template <class State> __device__ bool gather(device_state<State>& sum, reduction_memory<State>& memory) {
  atomic_merge(&memory.total, &sum);
  if (!is_last_block(memory.finished)) return false;
  auto* const total = reinterpret_cast<std::int64_t*>(&memory.total);
  auto* const local = reinterpret_cast<std::int64_t*>(&sum);
  for (int i = threadIdx.x; i < int(sizeof memory.total / sizeof *total); i += blockDim.x) {
    local[i] = __ldcg(total + i);  // not from this processor's cache, behind which others have changed it
    total[i] = 0;
  }
  if (threadIdx.x == 0) memory.finished = 0;
  __syncthreads();
  return true;
}

/// The exact sum of a term, in one launch: each warp adds batches of Batch pieces a lane, the next being loaded
/// meanwhile; blocks add their sums to the total; the last one finishes. The memory of all columns is dynamic.
template <class Term, int Threads, int Batch, int Blocks>
__global__ void __launch_bounds__(Threads, Blocks)
    reduce(Term term, reduction_memory<typename Term::state_type>* memory, finish_request request, arithmetic how) {
  using state_type = typename Term::state_type;
  extern __shared__ std::int64_t column_memory[];
  __shared__ block_sum<state_type, Threads / 32> block;
  if constexpr (requires { term.prepare(); }) term.prepare();
  block.clear();
  __syncthreads();

  // Batches go round the blocks first, so that few of them are spread over all. What is left of pieces follows.
  constexpr long long size = 32 * Batch;
  long long const whole = term.whole() / size, warps = static_cast<long long>(gridDim.x) * (Threads / 32);
  long long number = static_cast<long long>(threadIdx.x / 32) * gridDim.x + blockIdx.x;
  int const lane = threadIdx.x % 32;
  warp_sum<Term, Batch, Threads / 32> own(block, column_memory, how);
  typename Term::loaded batch[Batch], next[Batch];
  auto const load = [&](typename Term::loaded(&to)[Batch], long long from) {
#pragma unroll
    for (int i = 0; i < Batch; ++i) to[i] = term.load(from * size + i * 32 + lane);
  };
  if (number < whole) load(batch, number);
  if constexpr (Term::read_early) {
    // Where one batch has been read, the next but one is loaded: two are on their way while addends are added.
    auto const add = [&](typename Term::loaded(&from)[Batch]) {
      own.add(from, [&] {
        if (number + 2 * warps < whole) load(from, number + 2 * warps);
      });
      number += warps;
    };
    if (number + warps < whole) load(next, number + warps);
    while (number < whole) {
      add(batch);
      if (number < whole) add(next);
    }
  } else {
    while (number < whole) {
      number += warps;
      if (number < whole) load(next, number);  // while this one is added
      own.add(batch);
#pragma unroll
      for (int i = 0; i < Batch; ++i) batch[i] = next[i];
    }
  }
  for (; number * size < term.pieces(); number += warps) {
#pragma unroll
    for (int i = 0; i < Batch; ++i) batch[i] = term.load_any(number * size + i * 32 + lane);
    own.add(batch);
  }
  own.finish();
  block.merge_warps();
  auto& sum = block.sum;
  if (gridDim.x > 1 && !gather(sum, *memory)) return;
  bool nonzero = false;
  for (int i = threadIdx.x; i < state_type::digit_count; i += Threads) nonzero |= sum.digit[i] != 0;
  nonzero = __syncthreads_or(nonzero);
  if (threadIdx.x == 0) {
    bool const nonfinite = sum.nans != 0 || sum.positive_infinities != 0 || sum.negative_infinities != 0;
    sum.addends = request.count != 0;
    sum.others = request.count != 0 && (sum.others != 0 || nonzero || nonfinite);
  }
  finish(sum, request);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
