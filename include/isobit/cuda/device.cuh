#pragma once

#include <isobit/arithmetic/bits.hpp>
#include <isobit/cuda/device_state.hpp>

/// For kernels: exact accumulators that any thread adds to, in any order. Compile with nvcc, --expt-relaxed-constexpr.
///
///     __global__ void add_energies(particle const* p, int n, isobit::cuda::device_state<isobit::exact>* total) {
///       __shared__ isobit::cuda::block_accumulator<isobit::exact> mine;
///       mine.start();
///       for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine.add(p[i].energy);
///       mine.finish(total);  // accumulator.device()
///     }
ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace detail {

/// Value to a word that others add to as well.
__device__ inline void add_to_word(std::int64_t& word, std::int64_t value) {
  if (value != 0) atomicAdd(reinterpret_cast<unsigned long long*>(&word), static_cast<unsigned long long>(value));
}

/// significand * 2^exponent to the digits.
template <class State> __device__ void add_scaled(device_state<State>* sum, std::int64_t significand, int exponent) {
  int const bit = exponent - 32 * State::lowest_digit;
  __int128 const shifted = static_cast<__int128>(significand) << (bit & 31);
  std::int64_t* const digit = sum->digit + (bit >> 5);
  add_to_word(digit[0], static_cast<std::uint32_t>(shifted));
  add_to_word(digit[1], static_cast<std::uint32_t>(shifted >> 32));
  add_to_word(digit[2], static_cast<std::int64_t>(shifted >> 64));
}

/// Makes a flag 1, whoever else does.
__device__ inline void raise(std::int64_t& flag) {
  atomicOr(reinterpret_cast<unsigned*>(&flag), 1u);  // the lower half, as GPUs are little-endian
}

/// What decides the sign of a zero.
template <class State> __device__ void note_addend(device_state<State>* sum, bool negative_zero) {
  raise(sum->addends);
  if (!negative_zero) raise(sum->others);
}

template <class State> __device__ void add_nonfinite(device_state<State>* sum, bool nan, bool negative) {
  add_to_word(nan ? sum->nans : negative ? sum->negative_infinities : sum->positive_infinities, 1);
}

/// Digit i with half of the carries done: the upper 32 bits of each digit go one up. All of them are below 2^33 then.
template <class State> __device__ std::int64_t carried(device_state<State> const& sum, int i) {
  bool const highest = i == State::digit_count - 1;
  std::int64_t const own = highest ? sum.digit[i] : sum.digit[i] & 0xffffffff;
  return own + (i == 0 ? 0 : sum.digit[i - 1] >> 32);
}

}  // namespace detail

/// Adds x to a sum in global or shared memory, exactly, whoever else does. For floats, too.
template <class State> __device__ void atomic_add(device_state<State>* sum, double x) {
  auto const [negative, significand, exponent] = decompose(x);
  detail::note_addend(sum, negative && significand == 0);
  if (is_nonfinite(x)) return detail::add_nonfinite(sum, is_nan(x), negative);
  auto const value = static_cast<std::int64_t>(significand);
  if (value != 0) detail::add_scaled(sum, negative ? -value : value, exponent);
}

/// Adds the exact product a * b.
__device__ inline void atomic_add_product(device_state<exact_product>* sum, double a, double b) {
  auto const x = decompose(a), y = decompose(b);
  bool const negative = x.negative != y.negative;
  bool const zero = is_zero(a) || is_zero(b);
  detail::note_addend(sum, negative && zero && !is_nonfinite(a) && !is_nonfinite(b));
  if (is_nonfinite(a) || is_nonfinite(b)) return detail::add_nonfinite(sum, is_nan(a) || is_nan(b) || zero, negative);
  constexpr int half_bits = 53;
  auto const product = static_cast<unsigned __int128>(x.significand) * y.significand;
  auto const low = static_cast<std::int64_t>(product & ((std::uint64_t{1} << half_bits) - 1));
  auto const high = static_cast<std::int64_t>(product >> half_bits);
  int const exponent = x.exponent + y.exponent;
  if (low != 0) detail::add_scaled(sum, negative ? -low : low, exponent);
  if (high != 0) detail::add_scaled(sum, negative ? -high : high, exponent + half_bits);
}

/// Adds all of one state to another, by so many threads, of which this is number `thread`. Others may add to the
/// second, too.
template <class State>
__device__ void atomic_merge(device_state<State>* into, device_state<State> const* from, int thread, int threads) {
  for (int i = thread; i < State::digit_count; i += threads)
    detail::add_to_word(into->digit[i], detail::carried(*from, i));
  if (thread != 0) return;
  detail::add_to_word(into->nans, from->nans);
  detail::add_to_word(into->positive_infinities, from->positive_infinities);
  detail::add_to_word(into->negative_infinities, from->negative_infinities);
  if (from->addends != 0) detail::note_addend(into, from->others == 0);
}

/// The same by the threads of a block.
template <class State> __device__ void atomic_merge(device_state<State>* into, device_state<State> const* from) {
  atomic_merge(into, from, static_cast<int>(threadIdx.x), static_cast<int>(blockDim.x));
}

/// The exact sum of a block, in shared memory; see above.
template <class State> struct block_accumulator {
  device_state<State> sum;

  /// By all threads of the block, before the first `add`.
  __device__ void start() {
    auto* const words = reinterpret_cast<std::int64_t*>(&sum);
    for (unsigned i = threadIdx.x; i < sizeof sum / sizeof *words; i += blockDim.x) words[i] = 0;
    __syncthreads();
  }
  /// By any thread.
  __device__ void add(double x) { atomic_add(&sum, x); }
  __device__ void add_product(double a, double b) requires State::holds_products { atomic_add_product(&sum, a, b); }
  /// By all threads of the block: adds all of it to a sum in global memory. Then it can start again.
  __device__ void finish(device_state<State>* total) {
    __syncthreads();
    atomic_merge(total, &sum);
    __syncthreads();
  }
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
