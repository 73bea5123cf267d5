#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <isobit/sum/exact.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

/// A whole exact accumulator as 64-bit integers that add up by MPI_SUM, which networks can do themselves: canonical
/// digits below 2^32 leave room for the carries of 2^31 ranks. docs/maths/mpi.md#limbs
template <class State> struct limbs {
  std::int64_t digit[State::digit_count];
  std::int64_t nans, positive_infinities, negative_infinities;
  std::int64_t negative_zeros, others;  // ranks that saw only -0, and ranks that saw something else
  std::int64_t failures;

  static constexpr int words = State::digit_count + 6;

  static limbs of(State state) noexcept {
    state.canonicalise();
    limbs result;
    for (int k = State::lowest_digit; k <= State::highest_digit; ++k)
      result.digit[k - State::lowest_digit] = state.digit(k);
    result.nans = state.nan_count();
    result.positive_infinities = state.positive_infinity_count();
    result.negative_infinities = state.negative_infinity_count();
    result.negative_zeros = state.only_negative_zeros();
    result.others = !state.empty() && !state.only_negative_zeros();
    result.failures = 0;
    return result;
  }

  [[nodiscard]] State state() const noexcept {
    State result;
    if (negative_zeros != 0 || others != 0) result.note_addends(others == 0);
    result.note_nonfinite(nans, positive_infinities, negative_infinities);
    for (int k = State::lowest_digit; k <= State::highest_digit; ++k)
      if (std::int64_t const one = digit[k - State::lowest_digit]; one != 0) result.add_digit(one, k);
    result.canonicalise();
    return result;
  }
};

/// What a rank sends: its states, at least one, of which the first tells whether it failed.
template <class State> std::vector<limbs<State>> limbs_of(std::span<State const> states, bool failed) {
  std::vector<limbs<State>> result;
  result.reserve(std::max<std::size_t>(states.size(), 1));
  for (State const& state : states) result.push_back(limbs<State>::of(state));
  if (result.empty()) result.push_back(limbs<State>::of(State()));
  result.front().failures = failed;
  return result;
}

static_assert(sizeof(limbs<exact>) == limbs<exact>::words * sizeof(std::int64_t));
static_assert(sizeof(limbs<exact_product>) == limbs<exact_product>::words * sizeof(std::int64_t));

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
