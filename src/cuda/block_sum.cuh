#pragma once

#include <isobit/cuda/device.cuh>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

inline constexpr unsigned whole_warp = 0xffffffff;

/// The digits of a warp's sum, in shared memory. Only the warp adds to them, so that needs no atomics, which for 64
/// bits are loops there.
template <class State> struct warp_digits {
  /// Where the bits of 2^-1074, the smallest number, lie in the digits.
  static constexpr int smallest_position = format<double>::min_exponent - 32 * State::lowest_digit;

  std::int64_t digit[State::digit_count];

  __device__ void clear() {
    for (int i = threadIdx.x % 32; i < State::digit_count; i += 32) digit[i] = 0;
    __syncwarp();
  }

  /// Adds value * 2^(position - 1074), by one lane. Precondition: |value| < 2^72, so no digit changes by more than
  /// 2^40.
  __device__ void add(__int128 value, int position) {
    if (value == 0) return;
    int const bit = position + smallest_position;
    __int128 const shifted = value << (bit & 31);
    std::int64_t* const at = digit + (bit >> 5);
    at[0] += static_cast<std::uint32_t>(shifted);
    at[1] += static_cast<std::uint32_t>(shifted >> 32);
    at[2] += static_cast<std::int64_t>(shifted >> 64);
  }
};

/// The sum of a block of so many warps, in shared memory.
template <class State, int Warps> struct block_sum {
  warp_digits<State> part[Warps];
  device_state<State> sum;

  __device__ void clear() {
    part[threadIdx.x / 32].clear();
    if (threadIdx.x != 0) return;
    sum.nans = sum.positive_infinities = sum.negative_infinities = sum.others = 0;
    sum.addends = 1;
  }

  __device__ void add_nonfinite(bool nan, bool negative) { detail::add_nonfinite(&sum, nan, negative); }

  /// The digits of all warps to those of the sum, by the whole block.
  __device__ void merge_warps() {
    __syncthreads();
    for (int i = threadIdx.x; i < State::digit_count; i += blockDim.x) {
      std::int64_t total = 0;
      for (int w = 0; w < Warps; ++w) total += part[w].digit[i];
      sum.digit[i] = total;
    }
    __syncthreads();
  }
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
