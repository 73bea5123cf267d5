#pragma once

#include "cuda/finish.cuh"
#include "cuda/gemm/layout.hpp"
#include "cuda/terms.cuh"
#include "cuda/warp_sum.cuh"
#include "integer/fixed_point.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// alpha*sum + beta*c of an exact sum, rounded once: as linalg::scaled_sum on the CPU. By one thread.
class device_scaled_sum {
public:
  /// Adds factor*sum; the sum's digits are changed.
  template <class T, class State> __device__ void add(T factor, device_state<State>& sum, digit_range range) {
    bool const positive = sum.positive_infinities != 0, negative = sum.negative_infinities != 0;
    bool const nan = sum.nans != 0 || (positive && negative) || is_nan(factor);
    device_magnitude finite;
    if (range.low <= range.high) find_magnitude<State>(sum.digit, range, finite);
    if (nan || positive || negative || is_nonfinite(factor)) {
      bool const zero = !positive && !negative && finite.value.is_zero();
      return add_nonfinite(nan || zero, is_negative(factor) != (positive || negative ? negative : finite.negative));
    }
    if (finite.value.is_zero()) return;
    auto const [factor_negative, significand, exponent] = decompose(factor);
    auto const scaled = product(finite.value, integer::natural<80>(significand));
    total_.add(factor_negative != finite.negative, scaled.limb, scaled.size, scaled.exponent + exponent - lowest);
  }
  /// Adds a*b.
  template <class T> __device__ void add_product(T a, T b) {
    auto const x = decompose(a), y = decompose(b);
    bool const negative = x.negative != y.negative;
    if (is_nonfinite(a) || is_nonfinite(b))
      return add_nonfinite(is_nan(a) || is_nan(b) || is_zero(a) || is_zero(b), negative);
    total_.add(negative, integer::uint128{x.significand} * y.significand, x.exponent + y.exponent - lowest);
  }
  /// Nearest even; an exact zero is +0.
  template <class T> [[nodiscard]] __device__ T round() {
    using f = format<T>;
    if (nan_ || (positive_ && negative_)) return from_bits<T>(f::canonical_nan);
    if (positive_ || negative_) return from_bits<T>(f::infinity | (negative_ ? f::sign_bit : 0));
    bool const minus = total_.take_sign();
    if (total_.is_zero()) return from_bits<T>(0);
    return integer::assemble<T>(minus, total_.template leading<std::uint64_t>(lowest), rounding::nearest_even);
  }

private:
  // From the product of the smallest doubles (three factors) to that of the largest, 2^63 times.
  static constexpr int lowest = 32 * -103, highest = 32 * 104;

  __device__ void add_nonfinite(bool nan, bool negative) { (nan ? nan_ : negative ? negative_ : positive_) = true; }

  integer::fixed_point<(highest - lowest) / 64 + 1> total_;
  bool nan_ = false, positive_ = false, negative_ = false;
};

/// How entries are summed exactly: the threads of a block share the products of one.
template <class T> struct exact_shape {
  using term = products<strided<T>>;
  static constexpr int threads = 128, warps = threads / 32, batch = 8 / (term::width * term::parts);
  static constexpr int shared_bytes = term::columns_type::bytes_per_thread * threads;
};

/// Entries that no test has settled, by their definition.
template <class T>
__global__ void __launch_bounds__(exact_shape<T>::threads)
    sum_exactly(__grid_constant__ product_task<T> const task, __grid_constant__ product_memory const memory) {
  using shape = exact_shape<T>;
  using term_type = typename shape::term;
  using state_type = typename term_type::state_type;
  extern __shared__ std::int64_t column_memory[];
  __shared__ block_sum<state_type, shape::warps> block;
  constexpr long long size = 32 * shape::batch;
  int const lane = int(threadIdx.x) % 32;
  for (unsigned n = blockIdx.x; n < memory.control->still_open; n += gridDim.x) {
    int const i = int(memory.still_open[n] % unsigned(task.left.lines));
    int const j = int(memory.still_open[n] / unsigned(task.left.lines));
    term_type const term = {
        {task.left.data + i * task.left.line_stride, task.left.depth, task.left.depth_stride, 0},
        {task.right.data + j * task.right.line_stride, task.right.depth, task.right.depth_stride, 0}};
    __syncthreads();
    block.clear();
    __syncthreads();
    warp_sum<term_type, shape::batch, shape::warps> own(block, column_memory, arithmetic::fastest);
    for (long long number = threadIdx.x / 32; number * size < term.pieces(); number += shape::warps) {
      typename term_type::loaded batch[shape::batch];
#pragma unroll
      for (int k = 0; k < shape::batch; ++k) batch[k] = term.load_any(number * size + k * 32 + lane);
      own.add(batch);
    }
    own.finish();
    block.merge_warps();
    if (threadIdx.x >= 32) continue;
    auto const range = used_digits<state_type>(block.sum.digit);
    if (threadIdx.x != 0) continue;
    T& entry = task.entry(i, j);
    if (task.alpha == 1 && task.beta == 0) {
      block.sum.addends = 0;  // a zero is +0
      entry = round_state<T>(block.sum, range, finishing::round, 1);
      continue;
    }
    device_scaled_sum total;
    total.add(task.alpha, block.sum, range);
    if (task.beta != 0) total.add_product(task.beta, entry);
    entry = total.template round<T>();
  }
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
