#pragma once

#include "cuda/lines/line_sum.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Blocks that add up a line, or a part of it, and how many elements of one they can.
inline constexpr int threads_of_parts = 128, warps_of_parts = threads_of_parts / 32;
inline constexpr int most_of_a_block = warps_of_parts * most_on_a_grid;

/// What the warps of a block have added up, in shared memory, for one warp to put together.
struct sums_of_warps {
  device_state<exact> digits[warps_of_parts];
  warp_result result[warps_of_parts];

  /// Adds up a line, by the whole block. Precondition: no more than `most_of_a_block` elements.
  template <class T> __device__ void add_up(line<T> const& values) {
    int const warp = threadIdx.x / 32;
    long long const share = (values.size + threads_of_parts - 1) / threads_of_parts * 32;
    line_sum<T> sum(digits[warp]);
    sum.add(values.part(min(warp * share, values.size), share));
    auto const own = sum.result();
    if (threadIdx.x % 32 == 0) result[warp] = own;
    __syncthreads();
  }

  /// The sum of all, rounded once, by lane 0; `memory` is for what is not on a grid.
  template <class T> __device__ T rounded(device_state<exact>& memory) const {
    double const own = own_part();
    // So far above the largest of eight parts that their sum is below half of what a grid holds.
    constexpr int room = 5;
    static_assert(2 * warps_of_parts <= 1 << (room - 1));
    int const top = exponent_above(__reduce_max_sync(whole_warp, __double2hiint(own) & 0x7fffffffu)) + room;
    grid_parts<3> sum;
    bool const left = top > grid<3>::highest || grid<3>(top).add(own, sum) != 0;
    if (__any_sync(whole_warp, left) || by_digits()) {
      gather(memory);
      return line_sum<T>::round_wide(memory);
    }
    sum.add_lanes(2 * warps_of_parts);
    T const result = sum.template rounded<T>();
    return is_zero(result) && all_negative() ? signed_zero<T>(true) : result;
  }

  /// Adds all to a sum in global memory, whoever else does.
  __device__ void add_to(device_state<exact>* total, device_state<exact>& memory) const {
    int const lane = threadIdx.x % 32;
    if (by_digits()) {
      gather(memory);
      return atomic_merge(total, &memory, lane, 32);
    }
    add_unless_zero(total, own_part());
    if (lane == 0) detail::note_addend(total, all_negative());
  }

  /// Writes the sum of all to global memory, where nobody else adds.
  __device__ void store_to(device_state<exact>* total, device_state<exact>& memory) const {
    gather(memory);
    auto* const to = reinterpret_cast<std::int64_t*>(total);
    auto const* const from = reinterpret_cast<std::int64_t const*>(&memory);
    for (int i = threadIdx.x % 32; i < int(sizeof memory / sizeof *from); i += 32) to[i] = from[i];
    __syncwarp();
  }

private:
  __device__ double own_part() const {
    int const lane = threadIdx.x % 32;
    return lane < 2 * warps_of_parts ? result[lane / 2].sum.part[lane % 2] : 0;
  }
  __device__ bool by_digits() const {
    bool any = false;
    for (auto const& one : result) any |= one.by_digits;
    return any;
  }
  /// Also of warps that had nothing to add.
  __device__ bool all_negative() const {
    bool all = true;
    for (auto const& one : result) all &= one.negative;
    return all;
  }

  /// All of it as digits.
  __device__ void gather(device_state<exact>& memory) const {
    int const lane = threadIdx.x % 32;
    for (int i = lane; i < int(sizeof memory / sizeof(std::int64_t)); i += 32)
      reinterpret_cast<std::int64_t*>(&memory)[i] = 0;
    __syncwarp();
    for (int w = 0; w < warps_of_parts; ++w)
      if (result[w].by_digits) atomic_merge(&memory, &digits[w], lane, 32);
    add_unless_zero(&memory, own_part());
    __syncwarp();
    if (lane == 0) {
      memory.addends = 1;
      memory.others = !all_negative();
    }
    __syncwarp();
  }
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
