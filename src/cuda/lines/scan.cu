#include <isobit/cuda/scan.hpp>

#include <cuda_pipeline.h>

#include "cuda/call.hpp"
#include "cuda/launch_early.cuh"
#include "cuda/lines/scan_block.cuh"
#include "cuda/lines/sums_of_warps.cuh"
#include "cuda/resident_blocks.cuh"
#include "view/overlap.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::detail {

namespace {

/// An array in ranges of whole tiles, one for each block.
struct ranges {
  long long size, tiles, tiles_of_range;
};

/// So many tiles are added up by a block at once.
constexpr int tiles_of_part = 8;
static_assert(tiles_of_part * scan_tile <= most_of_a_block);

/// The exact sums of all ranges but the last.
template <class T>
__global__ void __launch_bounds__(threads_of_parts, 4)
    sum_ranges(T const* in, ranges all, long long count, device_state<exact>* sums) {
  __shared__ sums_of_warps of_warps[2];  // in turn
  __shared__ device_state<exact> memory;
  let_next_kernel_begin();
  long long const parts = (all.tiles_of_range + tiles_of_part - 1) / tiles_of_part;
  int turn = 0;
  for (long long number = blockIdx.x; number < (count - 1) * parts; number += gridDim.x, turn ^= 1) {
    long long const range = number / parts, first = number % parts * tiles_of_part;
    long long const tiles = min(all.tiles_of_range - first, static_cast<long long>(tiles_of_part));
    of_warps[turn].add_up(line<T>{in + (range * all.tiles_of_range + first) * scan_tile, tiles * scan_tile});
    if (threadIdx.x >= 32) continue;
    if (parts == 1)
      of_warps[turn].store_to(sums + range, memory);
    else
      of_warps[turn].add_to(sums + range, memory);
  }
}

/// Each block scans a range, after the sums of those before it.
template <class T, scan_kind Kind>
__global__ void __launch_bounds__(scan_threads, 3)
    scan_ranges(T const* in, T* out, ranges all, device_state<exact> const* sums) {
  extern __shared__ std::int64_t tile_words[];
  __shared__ scan_memory memory;
  auto* const tiles = reinterpret_cast<tile_memory<T>*>(tile_words);
  block_scan<T, Kind> scan(memory);
  long long tile = blockIdx.x * all.tiles_of_range;
  long long const end = min(tile + all.tiles_of_range, all.tiles);
  int const own = threadIdx.x / 32 * (32 * scan_batch) + threadIdx.x % 32;
  auto const load = [&](long long number) {
#pragma unroll
    for (int i = 0; i < scan_batch; ++i) {
      long long const at = number * scan_tile + own + 32 * i;
      T& to = tiles[number % 2].beside(i);
      if (at < all.size)
        __pipeline_memcpy_async(&to, in + at, sizeof(T));
      else
        to = signed_zero<T>(true);
    }
    __pipeline_commit();
  };
  load(tile);
  await_kernel_before();
  scan.start(sums, static_cast<int>(blockIdx.x));
  for (; tile < end; ++tile) {
    __pipeline_wait_prior(0);
    __syncwarp();
    if (tile + 1 < end) load(tile + 1);  // while this one is added up
    scan.scan(tiles[tile % 2]);
    __syncwarp();
#pragma unroll
    for (int i = 0; i < scan_batch; ++i) {
      long long const at = tile * scan_tile + own + 32 * i;
      if (at < all.size) out[at] = tiles[tile % 2].beside(i);
    }
    __syncwarp();
  }
}

template <class T, scan_kind Kind> void start(place const& here, std::span<T const> in, std::span<T> out) {
  constexpr int bytes = 2 * sizeof(tile_memory<T>);
  constexpr auto* sum = sum_ranges<T>;
  constexpr auto* scan = scan_ranges<T, Kind>;
  auto const size = static_cast<long long>(in.size());
  long long const tiles = (size + scan_tile - 1) / scan_tile;
  long long const most = blocks_for<scan>(tiles, here.device(), scan_threads, bytes);
  ranges const all{size, tiles, (tiles + most - 1) / most};
  long long const blocks = (tiles + all.tiles_of_range - 1) / all.tiles_of_range;
  std::size_t const sum_bytes = static_cast<std::size_t>(blocks) * sizeof(device_state<exact>);
  kept_memory const memory(sum_bytes, here.device(), here.stream());
  auto* const sums = static_cast<device_state<exact>*>(memory.data());
  if (blocks > 1) {
    if (all.tiles_of_range > tiles_of_part)  // else nothing is added to what is written
      check(cudaMemsetAsync(sums, 0, sum_bytes, here.stream()), "clearing the sums of a scan");
    unsigned const summing = blocks_for<sum>(tiles, here.device(), threads_of_parts, 0);
    sum<<<summing, threads_of_parts, 0, here.stream()>>>(in.data(), all, blocks, sums);
    check(cudaGetLastError(), "starting the sums of a scan");
  }
  auto const grid = static_cast<unsigned>(blocks);
  if (blocks > 1)
    return launch_early<scan>(grid, scan_threads, bytes, here.stream(), "starting a scan", in.data(), out.data(), all,
                              sums);
  scan<<<grid, scan_threads, bytes, here.stream()>>>(in.data(), out.data(), all, sums);
  check(cudaGetLastError(), "starting a scan");
}

}  // namespace

template <class T> void scan(std::span<T const> in, std::span<T> out, scan_kind kind, on_stream const& on) {
  if (in.size() != out.size())
    throw error(status::invalid_argument, "isobit::cuda: a scan needs an output of the input's size");
  if (isobit::detail::half_onto<T>(in, out))
    throw error(status::invalid_argument, std::string("isobit::cuda: a scan: ") + isobit::detail::half_onto_message);
  place const here(on);
  if (in.empty()) return;
  here.require_device_memory(in.data(), "the elements");
  here.require_device_memory(out.data(), "the sums");
  if (kind == scan_kind::inclusive)
    start<T, scan_kind::inclusive>(here, in, out);
  else
    start<T, scan_kind::exclusive>(here, in, out);
}

template void scan(std::span<double const>, std::span<double>, scan_kind, on_stream const&);
template void scan(std::span<float const>, std::span<float>, scan_kind, on_stream const&);

}  // namespace cuda::detail
ISOBIT_NAMESPACE_END
