#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "input/source.hpp"

namespace isobit::tool {

/// What was made of the whole input.
template <class State> struct reduction {
  State state;
  std::uint64_t rows = 0;
  std::uint64_t skipped = 0;
};

/// Feeds every block to a state, with `add(block&)` on so many threads, each with its own state, and `merge`s them.
/// States must not depend on the order. Where blocks fail, the failure of the first one in the input is thrown.
template <class State> reduction<State> reduce(block_source& source, std::size_t threads) {
  std::mutex sharing;
  reduction<State> total;
  std::exception_ptr problem;
  std::uint64_t problem_ordinal = std::numeric_limits<std::uint64_t>::max();

  auto const work = [&] {
    reduction<State> mine;
    block numbers;
    try {
      while (source.next(numbers)) {
        mine.state.add(numbers);
        mine.rows += numbers.rows;
        mine.skipped += numbers.skipped;
        std::lock_guard const lock(sharing);
        if (problem) break;
      }
      std::lock_guard const lock(sharing);
      total.state.merge(mine.state);
      total.rows += mine.rows;
      total.skipped += mine.skipped;
    } catch (...) {
      std::lock_guard const lock(sharing);
      if (numbers.ordinal < problem_ordinal) {
        problem = std::current_exception();
        problem_ordinal = numbers.ordinal;
      }
    }
  };

  std::vector<std::jthread> helpers;
  try {
    for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(work);
  } catch (std::system_error const&) {
    // Fewer threads than asked for give the same bits.
  }
  work();
  helpers.clear();
  if (problem) std::rethrow_exception(problem);
  return total;
}

/// How many threads are worth starting: as many as wished (0: as the machine offers), one for small inputs.
std::size_t useful_threads(input_options const& options);

}  // namespace isobit::tool
