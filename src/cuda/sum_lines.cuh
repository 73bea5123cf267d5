#pragma once

#include "cuda/call.hpp"
#include "cuda/line_sum.cuh"
#include "cuda/resident_blocks.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// A line that is too long for one warp. Warps add up its chunks.
struct long_line {
  reduction_memory<exact> memory;
  long long line, first_chunk;
};

/// The list of those, in global memory. Its length and the number of all chunks change together, so that the chunks
/// ascend along the list.
struct long_lines {
  static constexpr int chunk_bits = 40;
  static constexpr std::uint64_t one_line = std::uint64_t{1} << chunk_bits;
  unsigned long long* taken;  ///< lines times 2^40, plus chunks
  long_line* at;
  long long capacity;
  int chunk;  ///< elements

  __device__ long long chunks_of(long long size) const { return (size + chunk - 1) / chunk; }

  /// By a warp. Returns whether there was room, which there is unless segments overlap.
  __device__ bool append(long long line, long long size) const {
    int const lane = threadIdx.x % 32;
    unsigned long long before = 0;
    if (lane == 0) before = atomicAdd(taken, one_line + chunks_of(size));
    before = __shfl_sync(whole_warp, before, 0);
    auto const number = static_cast<long long>(before >> chunk_bits);
    if (number >= capacity) return false;
    auto* const words = reinterpret_cast<std::int64_t*>(&at[number].memory);
    for (int i = lane; i < int(sizeof at->memory / sizeof *words); i += 32) words[i] = 0;
    if (lane == 0) {
      at[number].line = line;
      at[number].first_chunk = static_cast<long long>(before & (one_line - 1));
    }
    return true;
  }

  /// The line that a chunk belongs to.
  __device__ long_line& owner(long long chunk, long long count) const {
    long long first = 0, last = count;
    while (last - first > 1) {
      long long const middle = (first + last) / 2;
      (at[middle].first_chunk <= chunk ? first : last) = middle;
    }
    return at[first];
  }
};

inline constexpr int threads_of_lines = 256, warps_of_lines = threads_of_lines / 32;

/// Lines of up to eight elements a lane by groups of lanes, of a chunk by a warp; longer ones go to the list.
template <class Lines, class T = typename Lines::element>
__global__ void __launch_bounds__(threads_of_lines, 2)
    sum_lines(Lines lines, long long count, int lanes, T* sums, long_lines longer) {
  __shared__ device_state<exact> digits[warps_of_lines];
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
      if (all.size > longer.chunk) {
        if (!longer.append(number, all.size) && lane == 0) sums[number] = from_bits<T>(format<T>::canonical_nan);
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

/// The sums of what `sum_lines` has put on the list: the warp that adds the last chunk of a line rounds.
template <class Lines, class T = typename Lines::element>
__global__ void __launch_bounds__(threads_of_lines, 2) sum_long_lines(Lines lines, T* sums, long_lines longer) {
  __shared__ device_state<exact> digits[warps_of_lines];
  int const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  auto& local = digits[warp];
  auto const chunks = static_cast<long long>(*longer.taken & (long_lines::one_line - 1));
  long long const count = min(longer.capacity, static_cast<long long>(*longer.taken >> long_lines::chunk_bits));
  long long const step = static_cast<long long>(gridDim.x) * warps_of_lines;
  for (long long chunk = static_cast<long long>(blockIdx.x) * warps_of_lines + warp; chunk < chunks; chunk += step) {
    auto& owner = longer.owner(chunk, count);
    auto const all = lines(owner.line);
    long long const number = chunk - owner.first_chunk, last = longer.chunks_of(all.size) - 1;
    if (number > last) continue;
    line_sum<T> sum(local);
    sum.add(all.part(number * longer.chunk, longer.chunk));
    sum.add_to(&owner.memory.total);
    __threadfence();
    __syncwarp();
    unsigned long long before = 0;
    if (lane == 0) before = atomicAdd(reinterpret_cast<unsigned long long*>(&owner.memory.finished), 1ull);
    if (__shfl_sync(whole_warp, before, 0) != static_cast<unsigned long long>(last)) continue;
    __threadfence();
    auto const* const total = reinterpret_cast<long long const*>(&owner.memory.total);
    for (int i = lane; i < int(sizeof local / sizeof *total); i += 32)
      reinterpret_cast<std::int64_t*>(&local)[i] = __ldcg(total + i);
    __syncwarp();
    T const rounded = line_sum<T>::round_wide(local);
    if (lane == 0) sums[owner.line] = rounded;
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
  // Chunks as long as leave several to every warp.
  long long const warps = resident_blocks<sum_long_lines<Lines>>(here.device(), threads_of_lines, 0) * warps_of_lines;
  int chunk = most_on_a_grid;
  while (chunk > 2048 && total / chunk < 4 * warps) chunk /= 2;
  bool const all_short = longest <= chunk;
  long_lines longer{nullptr, nullptr, all_short ? 0 : std::min(count, total / chunk), chunk};
  std::size_t const list_bytes = static_cast<std::size_t>(longer.capacity) * sizeof(long_line);
  kept_memory const memory(sizeof *longer.taken + list_bytes, here.device(), here.stream());
  longer.taken = static_cast<unsigned long long*>(memory.data());
  longer.at = reinterpret_cast<long_line*>(longer.taken + 1);
  check(cudaMemsetAsync(longer.taken, 0, sizeof *longer.taken, here.stream()), "clearing a list");
  long long const wanted = (count * lanes + threads_of_lines - 1) / threads_of_lines;
  unsigned const blocks = blocks_for<sum_lines<Lines>>(wanted, here.device(), threads_of_lines, 0);
  sum_lines<<<blocks, threads_of_lines, 0, here.stream()>>>(lines, count, lanes, sums, longer);
  check(cudaGetLastError(), "starting sums of lines");
  if (all_short) return;
  long long const most_chunks = total / chunk + longer.capacity;
  unsigned const more = blocks_for<sum_long_lines<Lines>>((most_chunks + warps_of_lines - 1) / warps_of_lines,
                                                          here.device(), threads_of_lines, 0);
  sum_long_lines<<<more, threads_of_lines, 0, here.stream()>>>(lines, sums, longer);
  check(cudaGetLastError(), "starting sums of long lines");
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
