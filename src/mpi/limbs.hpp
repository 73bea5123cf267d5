#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "sum/exact_limbs.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

template <class State> using limbs = summation::exact_limbs<State>;

/// What a rank sends: its states, at least one, of which the first tells whether it failed.
template <class State> void write_limbs(std::span<State const> states, bool failed, limbs<State>* result) {
  std::transform(states.begin(), states.end(), result, [](State const& state) { return limbs<State>::of(state); });
  if (states.empty()) result[0] = limbs<State>::of(State());
  result[0].failures = failed;
}
template <class State> std::vector<limbs<State>> limbs_of(std::span<State const> states, bool failed) {
  std::vector<limbs<State>> result(std::max<std::size_t>(states.size(), 1));
  write_limbs(states, failed, result.data());
  return result;
}

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
