#pragma once

#include <cstdint>

#include <isobit/sum/exact.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// An exact accumulator as a GPU keeps it: the digits of State and what else it has seen, all of them integers that add
/// up in any order. All zero: empty. What kernels add leaves carries for later: there is room for those of 2^30
/// additions by `atomic_add`, or of 2^29 products or blocks, between two calls of the host that add to the accumulator,
/// merge it or `round_to` from it. docs/maths/cuda.md#digits
template <class State> struct device_state {
  std::int64_t digit[State::digit_count];
  std::int64_t nans, positive_infinities, negative_infinities;
  std::int64_t addends, others;  ///< whether there were any addends, and any but -0

  /// The same of the CPU's accumulator.
  [[nodiscard]] static device_state of(State state) noexcept {
    state.canonicalise();
    device_state result;
    for (int k = State::lowest_digit; k <= State::highest_digit; ++k)
      result.digit[k - State::lowest_digit] = state.digit(k);
    result.nans = state.nan_count();
    result.positive_infinities = state.positive_infinity_count();
    result.negative_infinities = state.negative_infinity_count();
    result.addends = !state.empty();
    result.others = !state.empty() && !state.only_negative_zeros();
    return result;
  }

  [[nodiscard]] State state() const noexcept {
    State result;
    if (addends != 0) result.note_addends(others == 0);
    result.note_nonfinite(nans, positive_infinities, negative_infinities);
    for (int k = State::lowest_digit; k <= State::highest_digit; ++k)
      if (std::int64_t const one = digit[k - State::lowest_digit]; one != 0) result.add_digit(one, k);
    result.canonicalise();
    return result;
  }
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
