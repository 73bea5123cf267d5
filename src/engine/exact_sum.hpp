#pragma once

#include <algorithm>
#include <cstddef>

#include "engine/blocks.hpp"
#include "engine/extraction.hpp"
#include "engine/terms.hpp"
#include "fp/environment.hpp"
#include "kernel/dispatch.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace engine {

/// Too few elements for a block: they are added one by one.
inline constexpr std::size_t smallest_block = 32;

/// A block's sum and whether the flags certify that it is exact.
struct certified_sum {
  kernel::block_sum sum;
  bool exact;
};

template <class Term>
certified_sum sum_block(kernel::machine const& machine, environment_guard& environment, Term term, kernel::block const& b) {
  if (!machine.flags_work) return {{}, false};
  auto const sum = term.sum(*machine.kernels, b);
  // A quiet NaN raises no flag, and the mask can make an infinity of a NaN.
  if (!environment.rounded() && !is_nonfinite(sum.high) && !is_nonfinite(sum.low)) return {sum, true};
  environment.clear();
  return {sum, false};
}

template <class State> void add_block_sum(State& state, kernel::block_sum sum) noexcept {
  bool const all_negative_zero = bits_of(sum.high) == format<double>::sign_bit && sum.low == 0;
  state.add(sum.high);
  if (!all_negative_zero) state.add(sum.low);
}

/// A block that the flags did not certify. Leaves the flags clear.
template <class Term, class State>
void add_by_extraction(kernel::machine const& machine, environment_guard& environment, Term term, kernel::block const& b,
                       State& state) {
  for_each_piece(b, [&](std::size_t offset, std::size_t count) {
    alignas(64) double buffer[extraction_size + 8];
    for (std::size_t i = 0; i < count; i += extraction_size) {
      std::size_t const n = std::min(extraction_size, count - i);
      term.at(offset + i).doubles(*machine.kernels, n, buffer);
      extract(*machine.kernels, buffer, n, state);
    }
  });
  environment.clear();
}

/// Adds block after block by the flags; for a block they do not certify, fail(offset, block) does the work, or
/// returns false to give up.
template <class Term, class State, class Fail>
bool add_by_flags(kernel::machine const& machine, environment_guard& environment, Term term, std::size_t n, State& state,
                  Fail fail) {
  return for_each_block(n, machine.kernels->lanes, [&](std::size_t offset, kernel::block const& b) {
    auto const [sum, certified] = sum_block(machine, environment, term.at(offset), b);
    if (certified) add_block_sum(state, sum);
    return certified || fail(offset, b);
  });
}

/// Adds the term's n addends to the state, exactly.
template <class Term, class State>
void add_exactly(kernel::machine const& machine, environment_guard& environment, Term term, std::size_t n, State& state) {
  if (n < smallest_block) return term.add_each(state, n);
  add_by_flags(machine, environment, term, n, state, [&](std::size_t offset, kernel::block const& b) {
    add_by_extraction(machine, environment, term.at(offset), b, state);
    return true;
  });
}

}  // namespace engine
ISOBIT_NAMESPACE_END
