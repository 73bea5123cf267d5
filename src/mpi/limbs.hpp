#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "sum/exact_limbs.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

template <class State> using limbs = summation::exact_limbs<State>;

/// What a rank sends: its states, at least one, of which the first tells whether it failed.
template <class State> std::vector<limbs<State>> limbs_of(std::span<State const> states, bool failed) {
  std::vector<limbs<State>> result;
  result.reserve(std::max<std::size_t>(states.size(), 1));
  for (State const& state : states) result.push_back(limbs<State>::of(state));
  if (result.empty()) result.push_back(limbs<State>::of(State()));
  result.front().failures = failed;
  return result;
}

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
