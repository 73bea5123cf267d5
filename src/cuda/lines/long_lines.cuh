#pragma once

#include "cuda/launch_early.cuh"
#include "cuda/lines/list_room.hpp"
#include "cuda/lines/sums_of_warps.cuh"
#include "cuda/scratch.hpp"

/// Lines that are too long for one warp: blocks add them up, or parts of them.
ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Work for a block. The sums of a line's parts meet in global memory; a line that is one part needs none.
template <class T> struct line_part {
  line<T> values;
  long long number;  ///< of the line; negative where nothing is to be done
  reduction_memory<exact>* meeting;
  long long parts;  ///< of the whole line
};

/// The list of those, in global memory.
template <class T> struct long_lines {
  list_room::word* taken;
  unsigned long long* begun;  ///< lines that blocks have begun with, but for their first
  line_part<T>* part;
  reduction_memory<exact>* meeting;
  list_room room;
  int for_a_warp;  ///< lines of so many elements are not for this list
  int elements;    ///< of a part

  __device__ long long size() const { return min(room.most_parts, list_room::parts_of(*taken)); }

  /// By a warp. Returns whether there was room, which there is unless segments overlap.
  __device__ bool append(line<T> const& values, long long number) const {
    int const lane = threadIdx.x % 32;
    long long const parts = (values.size + elements - 1) / elements;
    list_room::word before = 0;
    if (lane == 0) {
      before = __ldcg(taken);
      if (!room.is_full(before)) before = atomicAdd(taken, list_room::share_of(parts));
    }
    before = __shfl_sync(whole_warp, before, 0);
    long long const first = list_room::parts_of(before);
    bool const fits = room.fits(before, parts);
    auto* const at = fits && parts > 1 ? meeting + list_room::lines_of(before) : nullptr;
    for (long long i = lane; i < parts && first + i < room.most_parts; i += 32)
      part[first + i] = {values.part(i * elements, elements), fits ? number : -1, at, parts};
    if (at != nullptr)
      for (int i = lane; i < int(sizeof *at / sizeof(std::int64_t)); i += 32)
        reinterpret_cast<std::int64_t*>(at)[i] = 0;
    return fits;
  }
};

/// The sums of what is on the list. The first warp puts together what the warps of its block have, while the others go
/// on; of a line of several parts, that of the last block to come rounds.
template <class T>
__global__ void __launch_bounds__(threads_of_parts, 4) sum_long_lines(T* sums, long_lines<T> longer) {
  __shared__ sums_of_warps all[2];  // in turn
  __shared__ device_state<exact> memory;
  int const lane = threadIdx.x % 32;
  await_kernel_before();
  long long const count = longer.size(), step = gridDim.x;
  line_part<T> next;
  if (blockIdx.x < count) next = longer.part[blockIdx.x];
  int turn = 0;
  for (long long i = blockIdx.x; i < count; i += step) {
    auto const part = next;
    if (i + step < count) next = longer.part[i + step];  // before it is needed
    if (part.number < 0) continue;
    auto& own = all[turn];
    turn ^= 1;
    own.add_up(part.values);
    if (threadIdx.x >= 32) continue;
    if (part.meeting != nullptr) {
      auto& [total, finished] = *part.meeting;
      own.add_to(&total, memory);
      __threadfence();
      __syncwarp();
      unsigned long long before = 0;
      if (lane == 0) before = atomicAdd(reinterpret_cast<unsigned long long*>(&finished), 1ull);
      if (__shfl_sync(whole_warp, before, 0) != static_cast<unsigned long long>(part.parts - 1)) continue;
      __threadfence();
      for (int k = lane; k < int(sizeof memory / sizeof(long long)); k += 32)
        reinterpret_cast<long long*>(&memory)[k] = __ldcg(reinterpret_cast<long long const*>(&total) + k);
      __syncwarp();
    }
    T const rounded = part.meeting != nullptr ? line_sum<T>::round_wide(memory) : own.template rounded<T>(memory);
    if (lane == 0) sums[part.number] = rounded;
    __syncwarp();
  }
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
