#include <isobit/cuda/scan.hpp>

#include "cuda/call.hpp"
#include "cuda/resident_blocks.cuh"
#include "cuda/scan_block.cuh"
#include "view/overlap.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::detail {

namespace {

/// An array in ranges of whole tiles, one for each block.
struct ranges {
  long long size, tiles, tiles_of_range;
};

/// The exact sums of all ranges but the last, a warp for each tile.
template <class T>
__global__ void __launch_bounds__(scan_threads, 3) sum_ranges(T const* in, ranges all, device_state<exact>* sums) {
  __shared__ device_state<exact> digits[scan_warps];
  long long const last = (all.tiles - 1) / all.tiles_of_range * all.tiles_of_range;
  long long const step = static_cast<long long>(gridDim.x) * scan_warps;
  for (long long tile = static_cast<long long>(blockIdx.x) * scan_warps + threadIdx.x / 32; tile < last; tile += step) {
    line_sum sum(digits[threadIdx.x / 32]);
    sum.add(line<T>{in + tile * scan_tile, scan_tile});
    sum.add_to(sums + tile / all.tiles_of_range);
    __syncwarp();
  }
}

/// Between elements one after another for a thread, and side by side for a warp, in memory of the warp: a word is left
/// out after every 16, so that no two lanes meet in a bank.
template <class T> class exchange {
public:
  static constexpr int elements_of_warp = 32 * (scan_batch + 1);

  __device__ explicit exchange(T* memory) : own_(memory + threadIdx.x / 32 * elements_of_warp) {}

  __device__ T& following(int i) const { return own_[threadIdx.x % 32 * (scan_batch + 1) + i]; }
  __device__ T& beside(int i) const {
    int const lane = threadIdx.x % 32;
    return own_[i * 2 * (scan_batch + 1) + lane + lane / scan_batch];
  }

private:
  T* own_;
};

template <class T, scan_kind Kind>
__global__ void __launch_bounds__(scan_threads, 2)
    scan_ranges(T const* in, T* out, ranges all, device_state<exact> const* sums) {
  extern __shared__ std::int64_t columns[];
  __shared__ scan_memory memory;
  static_assert(exchange<T>::elements_of_warp * scan_warps * sizeof(T) <= block_scan<T, Kind>::column_bytes);
  exchange<T> const turned(reinterpret_cast<T*>(columns));
  block_scan<T, Kind> scan(memory, columns);
  scan.start(sums, static_cast<int>(blockIdx.x));
  long long tile = blockIdx.x * all.tiles_of_range;
  long long const end = min(tile + all.tiles_of_range, all.tiles);
  int const own = threadIdx.x / 32 * (32 * scan_batch) + threadIdx.x % 32;
  T loaded[scan_batch];
  auto const load = [&](long long from) {
#pragma unroll
    for (int i = 0; i < scan_batch; ++i) {
      long long const at = from * scan_tile + own + 32 * i;
      loaded[i] = at < all.size ? in[at] : T(-0.0);
    }
  };
  load(tile);
  for (; tile < end; ++tile) {
    double x[scan_batch];
#pragma unroll
    for (int i = 0; i < scan_batch; ++i) turned.beside(i) = loaded[i];
    __syncwarp();
#pragma unroll
    for (int i = 0; i < scan_batch; ++i) x[i] = turned.following(i);
    if (tile + 1 < end) load(tile + 1);  // while this one is added up
    T y[scan_batch];
    scan.scan(x, y);
    __syncwarp();
#pragma unroll
    for (int i = 0; i < scan_batch; ++i) turned.following(i) = y[i];
    __syncwarp();
#pragma unroll
    for (int i = 0; i < scan_batch; ++i) {
      long long const at = tile * scan_tile + own + 32 * i;
      if (at < all.size) out[at] = turned.beside(i);
    }
    __syncwarp();
  }
}

template <class T, scan_kind Kind> void start(place const& here, std::span<T const> in, std::span<T> out) {
  constexpr int bytes = block_scan<T, Kind>::column_bytes;
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
    check(cudaMemsetAsync(sums, 0, sum_bytes, here.stream()), "clearing the sums of a scan");
    unsigned const summing = blocks_for<sum>((tiles + scan_warps - 1) / scan_warps, here.device(), scan_threads, 0);
    sum<<<summing, scan_threads, 0, here.stream()>>>(in.data(), all, sums);
    check(cudaGetLastError(), "starting the sums of a scan");
  }
  scan<<<static_cast<unsigned>(blocks), scan_threads, bytes, here.stream()>>>(in.data(), out.data(), all, sums);
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
