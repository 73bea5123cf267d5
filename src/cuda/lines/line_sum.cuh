#pragma once

#include "cuda/finish.cuh"
#include "cuda/lines/grid_sum.cuh"
#include "cuda/lines/lines.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// So many numbers at most are added on one grid.
inline constexpr int most_on_a_grid = 1 << 14;
/// How far above its numbers a grid for so many must reach. docs/maths/cuda.md#grids
inline constexpr int grid_room = 16;

/// Rare, so its code is there once.
__device__ __noinline__ inline void add_unless_zero(device_state<exact>* sum, double x) {
  if (x != 0) atomic_add(sum, x);
}

/// Of some numbers: between which upper halves of magnitudes they lie, zeros left out of the smallest, and the sign
/// bits that all have.
struct magnitude_range {
  unsigned largest = 0, smallest = ~0u;
  int signs = -1;

  template <class T> __device__ void include(double x) {
    int const upper = __double2hiint(x);
    unsigned const magnitude = upper & 0x7fffffffu;
    signs &= upper;
    largest = max(largest, magnitude);
    // A zero becomes the largest of all; a double without an upper half is no zero.
    unsigned const nonzero = std::is_same_v<T, double> ? magnitude | min(__double2loint(x), 1u) : magnitude;
    smallest = min(smallest, nonzero - 1);
  }
  template <class T, int Count> static __device__ magnitude_range of(double const (&x)[Count]) {
    magnitude_range result;
#pragma unroll
    for (int i = 0; i < Count; ++i) result.include<T>(x[i]);
    return result;
  }
};

/// All to the parts of a sum. Returns whether something was left, which then is in x.
template <int Levels, int Count>
__device__ bool add_all(grid<Levels> const& on, double (&x)[Count], grid_parts<Levels>& sum) {
  bool left = false;
#pragma unroll
  for (int i = 0; i < Count; ++i) {
    x[i] = on.add(x[i], sum);
    left |= x[i] != 0;
  }
  return left;
}

/// A warp's sum, as its first lane knows it: on a grid, unless all of it is among the warp's digits.
struct warp_result {
  grid_parts<2> sum;
  bool by_digits, empty, negative;  ///< the last: all addends have a sign bit
};

/// The exact sum of up to `most_on_a_grid` numbers by a warp: on a grid, and what that leaves by digits in shared
/// memory.
template <class T> class line_sum {
public:
  __device__ explicit line_sum(device_state<exact>& wide) : wide_(wide) {}

  /// Precondition: no more than `most_on_a_grid` elements in all.
  __device__ void add(line<T> const& values) {
    constexpr int step = 32 * batch;
    int const lane = threadIdx.x % 32;
    T loaded[batch];
    values.template read<32>(lane, loaded);
    for (long long first = 0; first < values.size; first += step) {
      double x[batch];
#pragma unroll
      for (int i = 0; i < batch; ++i) x[i] = to_double(loaded[i]);
      if (first + step < values.size) values.template read<32>(first + step + lane, loaded);  // while this one is added
      add_batch(x);
    }
    empty_ &= values.size == 0;
  }

  /// The sum, rounded once, by lane 0.
  __device__ T rounded() {
    finish();
    if (used_) return round_wide(wide_);
    T const result = sum_.template rounded<T>();
    return is_zero(result) && negative_ && !empty_ ? signed_zero<T>(true) : result;
  }

  /// Adds the sum to one in global memory, whoever else does.
  __device__ void add_to(device_state<exact>* total) {
    finish();
    int const lane = threadIdx.x % 32;
    if (used_) return atomic_merge(total, &wide_, lane, 32);
    if (lane != 0 || empty_) return;
    detail::note_addend(total, negative_);
    for (double const part : sum_.part) add_unless_zero(total, part);
  }

  /// For the sum of a block.
  __device__ warp_result result() {
    finish();
    if (used_) sum_ = {};
    return {sum_, used_, empty_, negative_};
  }

  /// Rounds a sum of digits, by lane 0.
  static __device__ T round_wide(device_state<exact>& sum) {
    auto const range = used_digits<exact>(sum.digit);
    return threadIdx.x % 32 == 0 ? round_state<T>(sum, range, finishing::round, 0) : T(0);
  }

private:
  static constexpr int batch = 16;

  __device__ void add_batch(double (&x)[batch]) {
    auto const range = magnitude_range::of<T>(x);
    signs_ &= range.signs;
    int const top = exponent_above(__reduce_max_sync(whole_warp, range.largest));
    if (top > grid<2>::highest - grid_room - slack) return add_by_digits(x);
    if (top + grid_room > grid_.top()) raise(top + slack);
    if (grid_.template has_multiples_above<T>(exponent_above(__reduce_min_sync(whole_warp, range.smallest)))) {
#pragma unroll
      for (int i = 0; i < batch; ++i) grid_.add_multiple_to_anchored(x[i], sum_);
    } else {
      bool const left = add_all(grid_, x, sum_);
      if (__any_sync(whole_warp, left)) add_by_grids(x);
    }
  }

  /// Moves to a coarser grid.
  __device__ void raise(int top) {
    sum_ -= grid_.anchors();
    double before[] = {sum_.part[0], sum_.part[1]};
    grid_ = grid<2>(top + grid_room);
    sum_ = grid_.anchors();
    bool const left = add_all(grid_, before, sum_);
    if (__any_sync(whole_warp, left)) add_by_grids(before);
  }

  /// Numbers whose exponents are far apart: the largest ones on a grid of their own, then the rest.
  template <int Count> __device__ void add_by_grids(double (&x)[Count]) {
    start_digits();
    for (bool left = true; __any_sync(whole_warp, left);) {
      unsigned const largest = __reduce_max_sync(whole_warp, magnitude_range::of<T>(x).largest);
      grid_parts<2> sum;
      left = add_all(grid<2>(exponent_above(largest) + grid_room), x, sum);
      sum.add_lanes(32);
      if (threadIdx.x % 32 == 0)
        for (double const part : sum.part) add_unless_zero(&wide_, part);
    }
  }

  /// The largest numbers, infinities and NaN.
  __device__ void add_by_digits(double const (&x)[batch]) {
    start_digits();
#pragma unroll
    for (double const one : x) add_unless_zero(&wide_, one);
  }

  __device__ void start_digits() {
    if (used_) return;
    used_ = true;
    auto* const words = reinterpret_cast<std::int64_t*>(&wide_);
    for (int i = threadIdx.x % 32; i < int(sizeof wide_ / sizeof *words); i += 32) words[i] = 0;
    __syncwarp();
  }

  __device__ void finish() {
    sum_ -= grid_.anchors();
    sum_.add_lanes(32);
    negative_ = __all_sync(whole_warp, signs_ < 0);
    if (!used_) return;
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
      for (double const part : sum_.part) add_unless_zero(&wide_, part);
      wide_.addends = !empty_;
      wide_.others = !empty_ && !negative_;
    }
    __syncwarp();
  }

  // A little larger than need be, lest every new largest number move the grid.
  static constexpr int slack = 3;

  device_state<exact>& wide_;
  grid<2> grid_;
  grid_parts<2> sum_ = grid_.anchors();  // with the anchors added
  int signs_ = -1;
  bool used_ = false, negative_ = false, empty_ = true;
};

/// Groups of `lanes` lanes, each with a line of at most 8 times as many elements. Returns whether that was enough.
template <class T> __device__ bool sum_by_groups(line<T> const& values, int lanes, T& result) {
  constexpr int batch = 8;
  int const lane = threadIdx.x % 32;
  double x[batch];
#pragma unroll
  for (int i = 0; i < batch; ++i) {
    long long const at = lane % lanes + i * lanes;
    x[i] = at < values.size ? to_double(values.data[at * values.stride]) : -0.0;
  }
  auto const range = magnitude_range::of<T>(x);
  unsigned largest = range.largest;
  for (int offset = lanes / 2; offset > 0; offset /= 2)
    largest = max(largest, __shfl_xor_sync(whole_warp, largest, offset));
  constexpr int room = 10;  // for up to 256 numbers
  int const top = min(exponent_above(largest) + room, grid<2>::highest + 1);
  grid_parts<2> sum;
  bool const left = add_all(grid<2>(min(top, grid<2>::highest)), x, sum);
  sum.add_lanes(lanes);
  unsigned const group = (lanes == 32 ? whole_warp : (1u << lanes) - 1) << (lane - lane % lanes);
  bool const others = (__ballot_sync(whole_warp, range.signs >= 0) & group) != 0;
  bool const failed = (__ballot_sync(whole_warp, left) & group) != 0 || top > grid<2>::highest;
  result = sum.rounded<T>();
  if (is_zero(result) && !others && values.size > 0) result = signed_zero<T>(true);
  return !failed && values.size >= 0 && values.size <= batch * lanes;
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
