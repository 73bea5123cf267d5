#pragma once

#include <optional>

#include "cuda/call.hpp"
#include "cuda/launch_early.cuh"
#include "cuda/lines/long_lines.cuh"
#include "cuda/resident_blocks.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

inline constexpr int threads_of_lines = 256, warps_of_lines = threads_of_lines / 32;

/// Lines of up to eight elements a lane by groups of lanes, longer ones by a warp; the longest go to the list.
template <class Lines, class T = typename Lines::element>
__global__ void __launch_bounds__(threads_of_lines, 2)
    sum_lines(Lines lines, long long count, int lanes, T* sums, long_lines<T> longer) {
  __shared__ device_state<exact> digits[warps_of_lines];
  let_next_kernel_begin();
  int const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  long long const step = static_cast<long long>(gridDim.x) * threads_of_lines / lanes;
  long long first = (static_cast<long long>(blockIdx.x) * threads_of_lines + warp * 32) / lanes;
  for (; first < count; first += step) {
    long long const own = first + lane / lanes;
    line<T> values;
    if (own < count) values = lines(own);
    bool done = own >= count || values.size < 0;
    T result = from_bits<T>(format<T>::canonical_nan);
    if (__any_sync(whole_warp, values.size <= 8 * lanes)) {
      T sum;
      if (sum_by_groups(values, lanes, sum) && !done) {
        done = true;
        result = sum;
      }
    }
    if (done && own < count && lane % lanes == 0) sums[own] = result;
    // Those of the groups that could not, by the whole warp.
    for (unsigned left = __ballot_sync(whole_warp, !done && lane % lanes == 0); left != 0; left &= left - 1) {
      int const from = __ffs(static_cast<int>(left)) - 1;
      long long const number = first + from / lanes;
      auto const all = lines(number);
      if (all.size > longer.for_a_warp) {
        if (!longer.append(all, number) && lane == 0) sums[number] = from_bits<T>(format<T>::canonical_nan);
        continue;
      }
      line_sum<T> sum(digits[warp]);
      sum.add(all);
      T const rounded = sum.rounded();
      if (lane == 0) sums[number] = rounded;
      __syncwarp();
    }
  }
}

/// Lines by a block each, whichever comes to them first; those that are too long for that go to the list.
template <class Lines, class T = typename Lines::element>
__global__ void __launch_bounds__(threads_of_parts, 4)
    sum_lines_by_blocks(Lines lines, long long count, T* sums, long_lines<T> longer) {
  __shared__ sums_of_warps all[2];  // in turn
  __shared__ long long upcoming[2];
  __shared__ device_state<exact> memory;
  let_next_kernel_begin();
  int turn = 0;
  for (long long number = blockIdx.x; number < count; turn ^= 1) {
    if (threadIdx.x == 0) upcoming[turn] = gridDim.x + static_cast<long long>(atomicAdd(longer.begun, 1ull));
    auto const values = lines(number);
    bool const here = values.size >= 0 && values.size <= longer.elements;
    all[turn].add_up(here ? values : line<T>{});
    long long const own = number;
    number = upcoming[turn];
    if (threadIdx.x >= 32) continue;
    T sum = from_bits<T>(format<T>::canonical_nan);
    if (here) sum = values.size == 0 ? T(0) : all[turn].template rounded<T>(memory);
    if (values.size > longer.elements && longer.append(values, own)) continue;
    if (threadIdx.x == 0) sums[own] = sum;
    __syncwarp();
  }
}

/// Starts the sums of lines of `total` elements together, at most `longest` each.
template <class Lines, class T = typename Lines::element>
void start_sums(place const& here, Lines const& lines, long long count, long long total, long long longest, T* sums) {
  if (count == 0) return;
  long long const average = total / count;
  int lanes = 1;
  while (lanes < 32 && 4 * lanes < average) lanes *= 2;
  // Lines and parts as long as leave several to every warp, or a few to every block.
  constexpr auto* sum = sum_lines<Lines>;
  constexpr auto* sum_longer = sum_long_lines<T>;
  long long const warps = resident_blocks<sum>(here.device(), threads_of_lines, 0) * warps_of_lines;
  long long const blocks = resident_blocks<sum_longer>(here.device(), threads_of_parts, 0);
  long_lines<T> longer{nullptr, nullptr, nullptr, nullptr, {0, 0}, most_on_a_grid, most_of_a_block};
  while (longer.for_a_warp > 2048 && total / longer.for_a_warp < 4 * warps) longer.for_a_warp /= 2;
  while (longer.elements > 8192 && total / longer.elements * 2 < 3 * blocks) longer.elements /= 2;
  bool const all_short = longest <= longer.for_a_warp;
  std::optional<kept_memory> memory;
  if (!all_short) {
    longer.room.most_lines = std::min(count, total / longer.elements);
    longer.room.most_parts = total / longer.elements + std::min(count, total / longer.for_a_warp);
    auto const bytes = [](auto* type, long long size) { return static_cast<std::size_t>(size) * sizeof *type; };
    constexpr std::size_t counters = 2 * sizeof *longer.taken;
    std::size_t const part_bytes = bytes(longer.part, longer.room.most_parts);
    memory.emplace(counters + part_bytes + bytes(longer.meeting, longer.room.most_lines), here.device(), here.stream());
    longer.taken = memory->as<list_room::word>();
    longer.begun = longer.taken + 1;
    longer.part = reinterpret_cast<line_part<T>*>(longer.taken + 2);
    longer.meeting = reinterpret_cast<reduction_memory<exact>*>(longer.part + longer.room.most_parts);
    check(cudaMemsetAsync(longer.taken, 0, counters, here.stream()), "clearing a list");
  }
  if (!all_short && average > longer.for_a_warp && average <= longer.elements) {
    constexpr auto* by_blocks = sum_lines_by_blocks<Lines>;
    by_blocks<<<blocks_for<by_blocks>(count, here.device(), threads_of_parts, 0), threads_of_parts, 0, here.stream()>>>(
        lines, count, sums, longer);
  } else {
    long long const wanted = (count * lanes + threads_of_lines - 1) / threads_of_lines;
    sum<<<blocks_for<sum>(wanted, here.device(), threads_of_lines, 0), threads_of_lines, 0, here.stream()>>>(
        lines, count, lanes, sums, longer);
  }
  check(cudaGetLastError(), "starting sums of lines");
  if (all_short) return;
  launch_early<sum_longer>(blocks_for<sum_longer>(longer.room.most_parts, here.device(), threads_of_parts, 0),
                           threads_of_parts, 0, here.stream(), "starting sums of long lines", sums, longer);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
