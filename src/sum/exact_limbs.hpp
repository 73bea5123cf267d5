#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include <isobit/sum/exact.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace summation {

/// A count in two words, of which 2^31 add up without overflow.
struct count_limbs {
  std::int64_t high, low;

  static count_limbs of(std::int64_t count) noexcept { return {count >> 32, count & 0xffffffff}; }
  /// The count; the nearest there is where it would take more than 64 bits.
  [[nodiscard]] std::int64_t count() const noexcept {
    using limits = std::numeric_limits<std::int64_t>;
    auto const sum = __int128{high} * (std::int64_t{1} << 32) + low;
    return static_cast<std::int64_t>(std::clamp<__int128>(sum, limits::min(), limits::max()));
  }
};

/// A whole exact accumulator as 64-bit integers that add up by MPI_SUM, which networks can do themselves: canonical
/// digits below 2^32 leave room for the carries of 2^31 ranks. docs/maths/mpi.md#limbs
template <class State> struct exact_limbs {
  std::int64_t digit[State::digit_count];
  count_limbs nans, positive_infinities, negative_infinities;
  std::int64_t negative_zeros, others;  // ranks that saw only -0, and ranks that saw something else
  std::int64_t failures;

  static constexpr int words = State::digit_count + 9;

  static exact_limbs of(State state) noexcept {
    state.canonicalise();
    exact_limbs result;
    for (int k = State::lowest_digit; k <= State::highest_digit; ++k)
      result.digit[k - State::lowest_digit] = state.digit(k);
    result.nans = count_limbs::of(state.nan_count());
    result.positive_infinities = count_limbs::of(state.positive_infinity_count());
    result.negative_infinities = count_limbs::of(state.negative_infinity_count());
    result.negative_zeros = state.only_negative_zeros();
    result.others = !state.empty() && !state.only_negative_zeros();
    result.failures = 0;
    return result;
  }

  [[nodiscard]] State state() const noexcept {
    State result;
    if (negative_zeros != 0 || others != 0) result.note_addends(others == 0);
    result.note_nonfinite(nans.count(), positive_infinities.count(), negative_infinities.count());
    for (int k = State::lowest_digit; k <= State::highest_digit; ++k)
      if (std::int64_t const one = digit[k - State::lowest_digit]; one != 0) result.add_digit(one, k);
    result.canonicalise();
    return result;
  }
};

/// Numbers, each as an accumulator of its own; and accumulators, each rounded. Numbers may lie anywhere in memory.
template <class T> void to_limbs(void const* numbers, std::size_t count, exact_limbs<exact>* result) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    T x;
    std::memcpy(&x, static_cast<std::byte const*>(numbers) + i * sizeof(T), sizeof(T));
    exact state;
    state.add(x);
    result[i] = exact_limbs<exact>::of(state);
  }
}
template <class T> void round_limbs(exact_limbs<exact> const* limbs, std::size_t count, void* result) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    T const x = limbs[i].state().template round<T>();
    std::memcpy(static_cast<std::byte*>(result) + i * sizeof(T), &x, sizeof(T));
  }
}

static_assert(sizeof(exact_limbs<exact>) == exact_limbs<exact>::words * sizeof(std::int64_t));
static_assert(sizeof(exact_limbs<exact_product>) == exact_limbs<exact_product>::words * sizeof(std::int64_t));

}  // namespace summation
ISOBIT_NAMESPACE_END
