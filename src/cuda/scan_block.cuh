#pragma once

#include <isobit/sum/scan.hpp>

#include "cuda/line_sum.cuh"
#include "cuda/own_column.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// A block scans a tile of so many elements at once, each thread some that follow each other.
inline constexpr int scan_threads = 256, scan_warps = scan_threads / 32, scan_batch = 16;
inline constexpr int scan_tile = scan_threads * scan_batch;
static_assert(scan_tile == most_on_a_grid);

/// What the threads of a block tell each other.
struct scan_memory {
  device_state<exact> before;             ///< of all blocks before
  std::int64_t total[own_column::words];  ///< what is before the tile, where three doubles do not hold it
  double parts[3];                        ///< the same as three doubles
  bool is_parts;
  std::int64_t words_of_warp[scan_warps][own_column::words];
  double parts_of_warp[2][scan_warps][3];
  unsigned flags_of_warp[scan_warps];
  unsigned largest;
};

/// The prefix sums of one tile after another: on a grid as a rule, and by columns of words where the exponents are too
/// far apart, or there are infinities or NaN. All threads know what is before the tile. docs/maths/cuda.md#scans
template <class T, isobit::detail::scan_kind Kind> class block_scan {
public:
  /// So many bytes of shared memory, at `columns`, are for the columns of all threads; between tiles they are free.
  static constexpr int column_bytes = own_column::bytes_per_thread * scan_threads;

  __device__ block_scan(scan_memory& memory, std::int64_t* columns) : memory_(memory), columns_(columns) {}

  /// Starts after the sums of `count` blocks.
  __device__ void start(device_state<exact> const* sums, int count) {
    if (count == 0) return;
    constexpr int words = sizeof memory_.before / sizeof(std::int64_t);
    auto* const before = reinterpret_cast<std::int64_t*>(&memory_.before);
    for (int i = threadIdx.x; i < words; i += scan_threads) before[i] = 0;
    if (threadIdx.x < own_column::words) memory_.total[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x % 32; i < words; i += 32) {
      std::int64_t total = 0;
#pragma unroll 4
      for (int b = threadIdx.x / 32; b < count; b += scan_warps)
        total += reinterpret_cast<std::int64_t const*>(sums + b)[i];
      detail::add_to_word(before[i], total);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < exact::digit_count; i += scan_threads)
      add_digit(detail::carried(memory_.before, i), 32 * (i + exact::lowest_digit) - format<double>::min_exponent);
    auto const& all = memory_.before;
    flags_ = (all.nans != 0 ? nan_seen : 0u) | (all.positive_infinities != 0 ? plus_infinity_seen : 0u) |
             (all.negative_infinities != 0 ? minus_infinity_seen : 0u) | (all.others != 0 ? other_sign_seen : 0u);
    empty_ = false;
    split_total();
  }

  /// out[i] of in[i], which follow those of the thread before.
  __device__ void scan(double (&in)[scan_batch], T (&out)[scan_batch]) {
    if (flags_ & nan_seen) {
#pragma unroll
      for (T& one : out) one = from_bits<T>(format<T>::canonical_nan);
    } else if (!scan_on_grid(in, out)) {
      scan_by_columns(in, out);
    }
    empty_ = false;
  }

private:
  static constexpr bool inclusive = Kind == isobit::detail::scan_kind::inclusive;
  static constexpr int levels = std::is_same_v<T, float> ? 2 : 3;
  using parts = grid_parts<levels>;
  // How far a grid reaches above the elements of a tile, and above what is before it.
  static constexpr int room_of_elements = grid_room + 1, room_of_prefix = 3;

  __device__ bool scan_on_grid(double const (&in)[scan_batch], T (&out)[scan_batch]) {
    if ((flags_ & ~unsigned{other_sign_seen}) != 0 || !is_parts_) return false;
    bool const fresh = !chosen_;
    if (fresh && !choose_grid(in)) return false;
    if (try_grid(in, out)) return true;
    chosen_ = false;
    return !fresh && choose_grid(in) && try_grid(in, out);
  }

  /// A grid for the elements of this tile and what is before it; false where there is none.
  __device__ bool choose_grid(double const (&in)[scan_batch]) {
    int signs = 0;
    unsigned const largest = __reduce_max_sync(whole_warp, largest_upper_half(in, signs));
    __syncthreads();
    if (threadIdx.x == 0) memory_.largest = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) atomicMax(&memory_.largest, largest);
    __syncthreads();
    int top = max(exponent_above(memory_.largest) + room_of_elements, grid<levels>::lowest);
    for (double const part : before_) top = max(top, exponent_above(__double2hiint(part)) + room_of_prefix);
    constexpr int slack = 2;
    top += slack;
    if (top > grid<levels>::highest) return false;
    grid_ = grid<levels>(top);
    parts moved;
    double before[] = {before_[0], before_[1], before_[2]};
    if (add_all(grid_, before, moved)) return false;
    top_ = top;
    keep(moved);
    chosen_ = true;
    return true;
  }

  /// False where an element is too large for the grid, or too fine, or would be the first that is not -0.
  __device__ bool try_grid(double const (&in)[scan_batch], T (&out)[scan_batch]) {
    int signs = 0;
    bool failed = exponent_above(largest_upper_half(in, signs)) > top_ - room_of_elements;
    parts running = grid_.anchors();
#pragma unroll
    for (int i = 0; i < scan_batch; ++i) failed |= grid_.add_to_anchored(in[i], running) != 0;
    running -= grid_.anchors();
    int const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    parts sum = running;
    for (int offset = 1; offset < 32; offset *= 2) {
      auto const other = sum.moved([&](double x) { return __shfl_up_sync(whole_warp, x, offset); });
      if (lane >= offset) sum += other;
    }
    auto& of_warp = memory_.parts_of_warp[turn_];
    if (lane == 31)
      for (int k = 0; k < levels; ++k) of_warp[warp][k] = sum.part[k];
    failed |= threadIdx.x == 0 && flags_ == 0 && is_zero(in[0]) && is_negative(in[0]);
    if (__syncthreads_or(failed)) return false;

    sum -= running;
    parts total;
#pragma unroll
    for (int k = 0; k < levels; ++k) total.part[k] = before_[k];
    for (int w = 0; w < scan_warps; ++w) {
      if (w == warp) sum += total;
#pragma unroll
      for (int k = 0; k < levels; ++k) total.part[k] += of_warp[w][k];
    }
#pragma unroll
    for (int i = 0; i < scan_batch; ++i) {
      if constexpr (!inclusive) out[i] = sum.template rounded<T>();
      grid_.add(in[i], sum);
      if constexpr (inclusive) out[i] = sum.template rounded<T>();
    }
    grid_.carry(total);
    keep(total);
    chosen_ = exponent_above(__double2hiint(before_[0])) <= top_ - room_of_prefix;
    flags_ = other_sign_seen;
    turn_ ^= 1;
    return true;
  }

  __device__ void keep(parts const& total) {
#pragma unroll
    for (int k = 0; k < 3; ++k) before_[k] = k < levels ? total.part[k] : 0;
  }

  /// The same in integers: every thread adds up its elements in a column; those of the threads before and what is
  /// before the tile are added to that; then it goes from element to element.
  __device__ void scan_by_columns(double (&in)[scan_batch], T (&out)[scan_batch]) {
    int const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __syncthreads();
    own_column column(columns_);
    column.clear_own();
    unsigned flags = 0;
#pragma unroll 1
    for (int i = 0; i < scan_batch; ++i) {
      flags |= column.add_any(in[0]);
      rotate(in);
    }
    column.carry();
    if (is_parts_ && threadIdx.x == 0) {
      own_column total(memory_.total, 1);
      total.clear_own();
      for (double const part : before_) total.add(part);
      total.carry();
    }
    for (int w = 0; w < own_column::words; ++w) {
      std::int64_t const own = column[w];
      std::int64_t sum = own;
      for (int offset = 1; offset < 32; offset *= 2) {
        std::int64_t const other = __shfl_up_sync(whole_warp, sum, offset);
        if (lane >= offset) sum += other;
      }
      column[w] = sum - own;
      if (lane == 31) memory_.words_of_warp[warp][w] = sum;
    }
    unsigned before = flags_, in_warp = 0;
    for (unsigned flag = nan_seen; flag <= other_sign_seen; flag *= 2) {
      unsigned const lanes = __ballot_sync(whole_warp, flags & flag);
      if (lanes != 0) in_warp |= flag;
      if ((lanes & ((1u << lane) - 1)) != 0) before |= flag;
    }
    if (lane == 0) memory_.flags_of_warp[warp] = in_warp;
    __syncthreads();
    for (int w = 0; w < own_column::words; ++w) {
      std::int64_t sum = memory_.total[w];
      for (int v = 0; v < warp; ++v) sum += memory_.words_of_warp[v][w];
      column[w] += sum;
    }
    for (int v = 0; v < warp; ++v) before |= memory_.flags_of_warp[v];
    for (unsigned const other : memory_.flags_of_warp) flags_ |= other;
#pragma unroll 1
    for (int i = 0; i < scan_batch; ++i) {
      bool const nothing = empty_ && threadIdx.x == 0 && i == 0;  // which is +0
      T result;
      if constexpr (!inclusive) result = column.rounded<T>(nothing ? before | other_sign_seen : before);
      before |= column.add_any(in[0]);
      if constexpr (inclusive) result = column.rounded<T>(before);
      rotate(in);
      rotate(out);
      out[scan_batch - 1] = result;
    }
    __syncthreads();
    if (threadIdx.x < own_column::words)
      for (auto const& words : memory_.words_of_warp) memory_.total[threadIdx.x] += words[threadIdx.x];
    split_total();
  }

  /// Element 0 becomes the last one: so all have a place of their own among the registers.
  template <class Number> static __device__ void rotate(Number (&x)[scan_batch]) {
    Number const first = x[0];
#pragma unroll
    for (int i = 0; i + 1 < scan_batch; ++i) x[i] = x[i + 1];
    x[scan_batch - 1] = first;
  }

  /// value * 2^(position - 1074) to the total.
  __device__ void add_digit(std::int64_t value, int position) {
    if (position < 0) {  // of the lowest digit, which has bits below the smallest number's
      value >>= -position;
      position = 0;
    }
    constexpr int bits = own_column::bits, last = own_column::words - 1;
    int const w = position / bits, shift = position % bits;
    auto const shifted = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << shift);
    if (w == last) return detail::add_to_word(memory_.total[last], shifted);
    detail::add_to_word(memory_.total[w], shifted & ((std::int64_t{1} << bits) - 1));
    detail::add_to_word(memory_.total[w + 1], value >> (bits - shift));
  }

  /// The total as three doubles, if it is, by the whole block.
  __device__ void split_total() {
    __syncthreads();
    if (threadIdx.x == 0) {
      own_column total(memory_.total, 1);
      total.carry();
      bool finite = true;
      for (double& part : memory_.parts) {
        part = total.rounded<double>(other_sign_seen);
        finite &= !is_nonfinite(part);
        if (!finite) part = 0;
        total.add(-part);
      }
      memory_.is_parts = finite && total.rounded<double>(other_sign_seen) == 0;
      for (double const part : memory_.parts) total.add(part);
      total.carry();
    }
    __syncthreads();
    is_parts_ = memory_.is_parts;
    for (int k = 0; k < 3; ++k) before_[k] = memory_.parts[k];
    chosen_ = false;
  }

  scan_memory& memory_;
  std::int64_t* columns_;
  grid<levels> grid_;
  double before_[3] = {};  ///< what is before the tile, if is_parts_; on the grid, if chosen_
  int top_ = 0, turn_ = 0;
  unsigned flags_ = 0;  ///< of all addends before
  bool is_parts_ = true, chosen_ = false, empty_ = true;
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
