#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <isobit/driver/threads.hpp>
#include <isobit/method/reduce_stream.hpp>

#include "source.hpp"

namespace isobit::tool {

/// What was made of the whole input: a state that takes blocks with `add(block&)`, and how much it saw.
template <class State> struct reduction {
  State state;
  std::uint64_t rows = 0;
  left_out skipped;

  void add(block& numbers) {
    state.add(numbers);
    rows += numbers.rows;
    skipped += numbers.skipped;
  }
  void merge(reduction&& other) requires requires { state.merge(std::move(other.state)); }
  {
    state.merge(std::move(other.state));
    rows += other.rows;
    skipped += other.skipped;
  }
};

/// The blocks of an input as the library takes them. Borrows the source.
inline auto stream_of(block_source& source) {
  return block_stream_of<block>([&source](block& numbers) { return source.cut(numbers); },
                                [&source](block& numbers) { source.decode(numbers); });
}

/// All blocks on so many threads; their order must not show in the state.
template <class State> reduction<State> reduce_input(block_source& source, std::size_t thread_count) {
  return isobit::reduce<reduction<State>>(stream_of(source), threads(thread_count));
}

/// How many threads are worth starting: as many as wished (0: as the machine offers), one for small inputs.
std::size_t useful_threads(input_options const& options);

}  // namespace isobit::tool
