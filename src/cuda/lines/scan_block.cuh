#pragma once

#include <isobit/sum/scan.hpp>

#include "cuda/lines/line_sum.cuh"
#include "cuda/lines/own_column.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// A block scans a tile of so many elements at once, each thread some that follow each other.
inline constexpr int scan_threads = 256, scan_warps = scan_threads / 32, scan_batch = 16;
inline constexpr int scan_tile = scan_threads * scan_batch;

/// The elements of a tile in shared memory. A word is left out after those of a thread, so that no two lanes meet in a
/// bank, whether they take elements that follow each other or that lie side by side.
template <class T> struct tile_memory {
  static constexpr int elements_of_warp = 32 * (scan_batch + 1);
  T element[scan_warps][elements_of_warp];

  /// Number i of this thread.
  __device__ T& own(int i) { return element[threadIdx.x / 32][threadIdx.x % 32 * (scan_batch + 1) + i]; }
  /// Number i of a lane where lanes lie side by side.
  __device__ T& beside(int i) {
    int const lane = threadIdx.x % 32;
    return element[threadIdx.x / 32][i * 2 * (scan_batch + 1) + lane + lane / scan_batch];
  }
};

/// What the threads of a block tell each other.
struct scan_memory {
  device_state<exact> before;             ///< of all blocks before
  std::int64_t total[own_column::words];  ///< what is before the tile, where three doubles do not hold it
  double parts[3];                        ///< the same as three doubles
  bool is_parts;
  std::int64_t words_of_warp[scan_warps][own_column::words];
  double parts_of_warp[2][scan_warps][3];
  unsigned flags_of_warp[scan_warps];
  unsigned largest, smallest;
  word_range used;  ///< of the total
};

/// The prefix sums of one tile after another: on a grid as a rule, and by columns of words where the exponents are too
/// far apart, or there are infinities or NaN. All threads know what is before the tile. docs/maths/cuda.md#scans
template <class T, isobit::detail::scan_kind Kind> class block_scan {
public:
  __device__ explicit block_scan(scan_memory& memory) : memory_(memory) {}

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
#pragma unroll 8
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

  /// Replaces each element by its prefix sum. The threads of a warp must have seen what its lanes have written.
  __device__ void scan(tile_memory<T>& tile) {
    if (flags_ & nan_seen) {
      for (int i = 0; i < scan_batch; ++i) tile.own(i) = from_bits<T>(format<T>::canonical_nan);
    } else if (!scan_on_grid(tile)) {
      scan_by_columns(tile);
    }
    empty_ = false;
  }

private:
  static constexpr bool inclusive = Kind == isobit::detail::scan_kind::inclusive;
  static constexpr int levels = std::is_same_v<T, float> ? 2 : 3;
  using parts = grid_parts<levels>;
  // How far a grid reaches above the elements of a tile, and above what is before it.
  static constexpr int room_of_elements = 15, room_of_prefix = 3;

  __device__ bool scan_on_grid(tile_memory<T>& tile) {
    if ((flags_ & ~unsigned{other_sign_seen}) != 0 || !is_parts_) return false;
    bool const fresh = !chosen_;
    if (fresh && !choose_grid(tile)) return false;
    if (try_grid(tile)) return true;
    chosen_ = false;
    return !fresh && choose_grid(tile) && try_grid(tile);
  }

  /// Of the elements of the whole tile.
  __device__ magnitude_range range_of(tile_memory<T>& tile) {
    magnitude_range range;
    for (int i = 0; i < scan_batch; ++i) range.include<T>(tile.own(i));
    __syncthreads();
    if (threadIdx.x == 0) memory_.largest = 0, memory_.smallest = ~0u;
    __syncthreads();
    atomicMax(&memory_.largest, range.largest);
    atomicMin(&memory_.smallest, range.smallest);
    __syncthreads();
    range.largest = memory_.largest, range.smallest = memory_.smallest;
    return range;
  }

  /// A grid for the elements of this tile and what is before it; false where there is none.
  __device__ bool choose_grid(tile_memory<T>& tile) {
    int top = max(exponent_above(range_of(tile).largest) + room_of_elements, grid<levels>::lowest);
    for (double const part : before_) top = max(top, exponent_above(__double2hiint(part)) + room_of_prefix);
    constexpr int slack = 2;
    top += slack;
    if (top > grid<levels>::highest) return false;
    grid_ = grid<levels>(top);
    parts moved;
    double before[] = {before_[0], before_[1], before_[2]};
    if (add_all(grid_, before, moved)) return false;
    keep(moved);
    chosen_ = true;
    return true;
  }

  /// False where an element is too large for the grid, or too fine, or would be the first that is not -0.
  __device__ bool try_grid(tile_memory<T>& tile) {
    magnitude_range range;
    parts running = grid_.anchors();
#pragma unroll
    for (int i = 0; i < scan_batch; ++i) {
      double const x = tile.own(i);
      range.include<T>(x);
      grid_.add_multiple_to_anchored(x, running);
    }
    running -= grid_.anchors();
    bool failed = exponent_above(range.largest) > grid_.top() - room_of_elements;
    if (!grid_.template has_multiples_above<T>(exponent_above(range.smallest)) && !failed)
      for (int i = 0; i < scan_batch; ++i) {
        parts unused;
        failed |= grid_.add(tile.own(i), unused) != 0;
      }
    int const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    parts sum = running;
    for (int offset = 1; offset < 32; offset *= 2) {
      auto const other = sum.moved([&](double x) { return __shfl_up_sync(whole_warp, x, offset); });
      if (lane >= offset) sum += other;
    }
    auto& of_warp = memory_.parts_of_warp[turn_];
    if (lane == 31)
      for (int k = 0; k < levels; ++k) of_warp[warp][k] = sum.part[k];
    failed |= threadIdx.x == 0 && flags_ == 0 && is_zero(tile.own(0)) && is_negative(tile.own(0));
    if (__syncthreads_or(failed)) return false;

    sum -= running;
    parts total;
#pragma unroll
    for (int k = 0; k < levels; ++k) total.part[k] = before_[k];
#pragma unroll
    for (int w = 0; w < scan_warps; ++w) {
      if (w == warp) sum += total;
#pragma unroll
      for (int k = 0; k < levels; ++k) total.part[k] += of_warp[w][k];
    }
#pragma unroll
    for (int i = 0; i < scan_batch; ++i) {
      double const x = tile.own(i);
      if constexpr (!inclusive) tile.own(i) = sum.template rounded<T>();
      grid_.add_multiple(x, sum);
      if constexpr (inclusive) tile.own(i) = sum.template rounded<T>();
    }
    grid_.carry(total);
    keep(total);
    chosen_ = exponent_above(__double2hiint(before_[0])) <= grid_.top() - room_of_prefix;
    flags_ = other_sign_seen;
    turn_ ^= 1;
    return true;
  }

  __device__ void keep(parts const& total) {
#pragma unroll
    for (int k = 0; k < 3; ++k) before_[k] = k < levels ? total.part[k] : 0;
  }

  /// The same in integers: every thread adds up its elements in a column; those of the threads before and what is
  /// before the tile are added to that; then it goes from element to element. The columns are in the tile's memory, for
  /// as many warps at once as there is room for.
  __device__ void scan_by_columns(tile_memory<T>& tile) {
    int const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    auto const words = words_for(tile);
    T element[scan_batch];
#pragma unroll
    for (int i = 0; i < scan_batch; ++i) element[i] = tile.own(i);
    if (is_parts_) {
      if (threadIdx.x < own_column::words) memory_.total[threadIdx.x] = 0;
      __syncthreads();
      if (threadIdx.x == 0) {
        own_column total(memory_.total + words.first, 1, words);
        for (double const part : before_) total.add(part);
        total.carry();
      }
    }
    __syncthreads();
    constexpr int bytes_of_word = 32 * sizeof(std::int64_t);
    int const together = min(scan_warps, int(sizeof tile) / (words.count() * bytes_of_word));
    own_column column(reinterpret_cast<std::int64_t*>(&tile) + warp % together * words.count() * 32 + lane, 32, words);
    unsigned flags = 0;
    // The sums of lanes up to each; the column keeps those before it.
    auto const add_lanes = [&](bool note) {
      column.clear_own();
      flags = 0;
#pragma unroll 1
      for (int i = 0; i < scan_batch; ++i) {
        flags |= column.add_any(element[0]);
        rotate(element);
      }
      column.carry();
      for (int w = words.first; w <= words.last; ++w) {
        std::int64_t const own = column[w];
        std::int64_t sum = own;
        for (int offset = 1; offset < 32; offset *= 2) {
          std::int64_t const other = __shfl_up_sync(whole_warp, sum, offset);
          if (lane >= offset) sum += other;
        }
        column[w] = sum - own;
        if (note && lane == 31) memory_.words_of_warp[warp][w] = sum;
      }
    };
    unsigned before = flags_;
    for (int first = 0; first < scan_warps; first += together) {
      if (warp >= first && warp < first + together) add_lanes(true);
      __syncthreads();
    }
    unsigned in_warp = 0;
    for (unsigned flag = nan_seen; flag <= other_sign_seen; flag *= 2) {
      unsigned const lanes = __ballot_sync(whole_warp, flags & flag);
      if (lanes != 0) in_warp |= flag;
      if ((lanes & ((1u << lane) - 1)) != 0) before |= flag;
    }
    if (lane == 0) memory_.flags_of_warp[warp] = in_warp;
    __syncthreads();
    for (int v = 0; v < warp; ++v) before |= memory_.flags_of_warp[v];
    for (unsigned const other : memory_.flags_of_warp) flags_ |= other;
    for (int first = 0; first < scan_warps; first += together) {
      if (warp >= first && warp < first + together) {
        if (together < scan_warps) add_lanes(false);
        for (int w = words.first; w <= words.last; ++w) {
          std::int64_t sum = memory_.total[w];
          for (int v = 0; v < warp; ++v) sum += memory_.words_of_warp[v][w];
          column[w] += sum;
        }
#pragma unroll 1
        for (int i = 0; i < scan_batch; ++i) {
          bool const nothing = empty_ && threadIdx.x == 0 && i == 0;  // which is +0
          T const x = element[0];
          if constexpr (!inclusive) element[0] = column.rounded<T>(nothing ? before | other_sign_seen : before);
          before |= column.add_any(x);
          if constexpr (inclusive) element[0] = column.rounded<T>(before);
          rotate(element);
        }
      }
      __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < scan_batch; ++i) tile.own(i) = element[i];
    if (int const w = static_cast<int>(threadIdx.x); w >= words.first && w <= words.last)
      for (auto const& of_warp : memory_.words_of_warp) memory_.total[w] += of_warp[w];
    split_total();
  }

  /// The words that the sums of a tile need.
  __device__ word_range words_for(tile_memory<T>& tile) {
    auto const range = range_of(tile);
    int lowest = exponent_above(range.smallest), highest = min(exponent_above(range.largest), 1024);
    for (double const part : before_) {  // which say where the total begins, if no more
      int const exponent = exponent_above(__double2hiint(part));
      if (part != 0) lowest = min(lowest, exponent);
      highest = max(highest, exponent);
    }
    constexpr int room = 60;  // for the sum of all, and its sign in a word of its own
    auto const words = word_range::of(min(lowest, highest) - format<double>::precision, highest + room);
    if (is_parts_) return words;
    return {min(words.first, memory_.used.first), max(words.last, memory_.used.last)};
  }

  /// Element 0 becomes the last one: so all have a place of their own among the registers.
  static __device__ void rotate(T (&x)[scan_batch]) {
    T const first = x[0];
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
    auto const all = word_range::all();
    if (threadIdx.x == 0) memory_.used = {all.last, all.first};
    __syncthreads();
    if (int const w = static_cast<int>(threadIdx.x); w <= all.last && memory_.total[w] != 0) {
      atomicMin(&memory_.used.first, w);
      atomicMax(&memory_.used.last, w);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      auto& used = memory_.used;
      used.last = min(used.last + 1, all.last);  // for the sign
      used.first = min(used.first, used.last);
      own_column total(memory_.total + used.first, 1, used);
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
  grid<levels> grid_;
  double before_[3] = {};  ///< what is before the tile, if is_parts_; on the grid, if chosen_
  int turn_ = 0;
  unsigned flags_ = 0;  ///< of all addends before
  bool is_parts_ = true, chosen_ = false, empty_ = true;
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
