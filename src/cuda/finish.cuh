#pragma once

#include "cuda/block_sum.cuh"
#include "cuda/finishing.hpp"
#include "cuda/magnitude.hpp"
#include "integer/assemble.hpp"
#include "integer/root.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// By a warp.
template <class State> __device__ digit_range used_digits(std::int64_t const* digit) {
  digit_range range{State::digit_count, -1};
  for (int first = 0; first < State::digit_count; first += 32) {
    int const i = first + static_cast<int>(threadIdx.x % 32);
    unsigned const used = __ballot_sync(whole_warp, i < State::digit_count && digit[i] != 0);
    if (used == 0) continue;
    range.low = min(range.low, first + __ffs(static_cast<int>(used)) - 1);
    range.high = first + 31 - __clz(static_cast<int>(used));
  }
  return range;
}

/// The leading bits of a magnitude that is not zero, from its digits.
template <class State>
__device__ integer::leading_bits<integer::uint128> leading_of(std::int64_t const* digit, digit_range range,
                                                              std::int64_t above) {
  // Five digits, of which the first has a bit at least: 128 bits begin with it.
  int const top = above != 0 ? range.high + 1 : range.high;
  auto const at = [&](int i) {
    return static_cast<std::uint32_t>(i > range.high ? above : i >= range.low ? digit[i] : 0);
  };
  int const shift = __clz(static_cast<int>(at(top)));
  integer::uint128 bits = 0;
  for (int i = top; i > top - 4; --i) bits = bits << 32 | __funnelshift_l(at(i - 1), at(i), shift);
  bool sticky = at(top - 4) << shift != 0;
  for (int i = top - 5; i >= range.low && !sticky; --i) sticky = digit[i] != 0;
  return {bits, 32 * (top - 3 + State::lowest_digit) - shift, sticky};
}

template <class T, class State> __device__ T zero_of(device_state<State> const& state) {
  return from_bits<T>(state.addends != 0 && state.others == 0 ? format<T>::sign_bit : 0);
}

template <class T, class State>
__device__ __noinline__ T mean_of_digits(device_state<State>& state, digit_range range, std::uint64_t count) {
  device_magnitude sum;
  find_magnitude<State>(state.digit, range, sum);
  if (sum.value.is_zero()) return zero_of<T>(state);
  sum.value.extend_below(2);  // the count has at most 64 bits: 64 bits of quotient remain
  bool const remainder = sum.value.divide(count);
  auto leading = sum.value.leading();
  leading.sticky |= remainder;
  return integer::assemble<T>(sum.negative, leading, rounding::nearest_even);
}

/// The value that a state has, rounded as asked for.
template <class T, class State>
__device__ T round_state(device_state<State>& state, digit_range range, finishing what, std::uint64_t count) {
  using f = format<T>;
  T const nan = from_bits<T>(f::canonical_nan);
  if (what == finishing::mean && count == 0) return nan;
  bool const positive = state.positive_infinities != 0, negative = state.negative_infinities != 0;
  if (state.nans != 0 || (positive && negative) || (negative && what == finishing::root)) return nan;
  if (positive || negative) return from_bits<T>(f::infinity | (negative ? f::sign_bit : 0));
  if (what == finishing::mean) return mean_of_digits<T, State>(state, range, count);
  auto const [minus, above] = make_magnitude(state.digit, range);
  while (above == 0 && range.high >= range.low && state.digit[range.high] == 0) --range.high;
  if (range.high < range.low) return zero_of<T>(state);
  auto const leading = leading_of<State>(state.digit, range, above);
  if (what == finishing::root) {
    if (minus) return nan;
    return integer::assemble<T>(false, integer::square_root(leading), rounding::nearest_even);
  }
  return integer::assemble<T>(minus, integer::upper_half(leading), rounding::nearest_even);
}

/// What becomes of the sum of all, by a whole block.
template <class State> __device__ void finish(device_state<State>& state, finish_request const& request) {
  if (request.what == finishing::state) {
    auto& into = *static_cast<device_state<State>*>(request.result);
    __syncthreads();
    for (int i = threadIdx.x; i < State::digit_count; i += blockDim.x) state.digit[i] += into.digit[i];
    __syncthreads();
    for (int i = threadIdx.x; i < State::digit_count; i += blockDim.x) into.digit[i] = detail::carried(state, i);
    if (threadIdx.x == 0) {
      into.nans += state.nans;
      into.positive_infinities += state.positive_infinities;
      into.negative_infinities += state.negative_infinities;
      into.addends |= state.addends;
      into.others |= state.others;
    }
    return;
  }
  if (threadIdx.x >= 32) return;
  auto const range = used_digits<State>(state.digit);
  if (threadIdx.x != 0) return;
  if (request.to_float)
    *static_cast<float*>(request.result) = round_state<float>(state, range, request.what, request.count);
  else
    *static_cast<double*>(request.result) = round_state<double>(state, range, request.what, request.count);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
