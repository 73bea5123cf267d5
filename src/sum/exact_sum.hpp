#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>

#include "arithmetic/environment.hpp"
#include "arithmetic/host_device.hpp"
#include "sum/blocks.hpp"
#include "sum/extraction.hpp"
#include "sum/kernels.hpp"
#include "sum/terms.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

/// Too few elements for a block: they are added one by one.
inline constexpr std::size_t smallest_block = 16;

/// Whether the flags certify that a block's sum is exact; leaves them clear.
ISOBIT_INLINE bool certified(machine const& machine, environment_guard& environment, block_sum const& sum) noexcept {
  // A quiet NaN raises no flag, and the mask can make an infinity of a NaN.
  bool const finite = std::ranges::none_of(sum.part, is_nonfinite<double>);
  if (machine.flags_work && !environment.rounded() && finite) return true;
  environment.clear();
  return false;
}

/// Whether every element of a certified block was -0.
inline bool only_negative_zeros(block_sum const& sum) noexcept {
  return bits_of(sum.part[0]) == format<double>::sign_bit && is_zero(sum.part[1]) && is_zero(sum.part[2]) &&
         is_zero(sum.part[3]);
}

/// A certified block as two doubles if that is exact, which it is as a rule; else as its four, with the flags clear
/// again. Returns how many. docs/maths/sum.md#pair
ISOBIT_INLINE std::size_t condense(environment_guard& environment, block_sum const& sum, double* parts) noexcept {
  auto const& [a, b, c, d] = sum.part;
  double const high = a + b, low = c + d;
  if ((b == 0 && d == 0) || (high - a == b && high - b == a && low - c == d && low - d == c)) {
    parts[0] = high;
    parts[1] = low;
    return 2;
  }
  environment.clear();
  std::copy_n(sum.part, 4, parts);
  return 4;
}

template <class State> void add_block_sum(environment_guard& environment, State& state, block_sum const& sum) noexcept {
  state.note_addends(only_negative_zeros(sum));
  double parts[4];
  std::size_t const size = condense(environment, sum, parts);
  for (std::size_t i = 0; i < size; ++i)
    if (!is_zero(parts[i])) state.add(parts[i]);
}

/// The term's n <= extraction_size addends of any width, exactly: numbers where they lie, others from a buffer.
template <class Term, class State> void extract_term(table const& kernels, Term term, std::size_t n, State& state) {
  if constexpr (std::same_as<Term, f64_values> || std::same_as<Term, f32_values>) {
    extract(kernels, term.x, n, state);
  } else {
    alignas(64) double buffer[extraction_size];
    term.doubles(kernels, n, buffer);
    extract(kernels, buffer, n, state);
  }
}

/// The same of any number of addends.
template <class Term, class State> void extract_all(table const& kernels, Term term, std::size_t n, State& state) {
  for (std::size_t i = 0; i < n; i += extraction_size)
    extract_term(kernels, term.at(i), std::min(extraction_size, n - i), state);
}

/// A block that the flags did not certify, piece by piece: most pieces of several pass, as their sums are smaller and
/// their exponents closer; the others are extracted, and so are all where `try_flags` says not to try. Returns whether
/// any passed. Leaves the flags clear.
template <class Term, class State>
bool add_in_pieces(machine const& machine, environment_guard& environment, Term term, block const& b, State& state,
                   bool try_flags = true) {
  bool passed = false;
  for_each_piece(b, [&](std::size_t offset, std::size_t count) {
    for (std::size_t i = 0; i < count; i += extraction_size) {
      std::size_t const n = std::min(extraction_size, count - i);
      Term const piece = term.at(offset + i);
      if (try_flags && n >= smallest_block && n < elements(b)) {
        auto const sum = piece.sum(*machine.kernels, contiguous(n, machine.kernels->lanes));
        if (certified(machine, environment, sum)) {
          add_block_sum(environment, state, sum);
          passed = true;
          continue;
        }
      }
      extract_term(*machine.kernels, piece, n, state);
    }
  });
  environment.clear();
  return passed;
}

/// Adds block after block by the flags; for a block they do not certify, fail(offset, block, elements before) does the
/// work, or returns false to give up.
template <class Term, class State, class Fail>
bool add_by_flags(machine const& machine, environment_guard& environment, Term term, std::size_t n, State& state,
                  Fail fail) {
  std::size_t before = 0;
  return for_each_block(
      n, machine.kernels->lanes,
      [&](std::size_t offset, block const& b) {
        auto const sum = term.at(offset).sum(*machine.kernels, b);
        if (certified(machine, environment, sum))
          add_block_sum(environment, state, sum);
        else if (!fail(offset, b, before))
          return false;
        before += elements(b);
        return true;
      },
      flags_block_size, machine.far);
}

/// Adds the term's n addends to the state, exactly. The flags may be known to fail on the first block.
template <class Term, class State>
void add_exactly(machine const& machine, environment_guard& environment, Term term, std::size_t n, State& state,
                 bool first_fails = false) {
  if (n < smallest_block) return term.add_each(state, n);
  // Where not even a piece passes, the data are wide: some blocks are then extracted without trying.
  constexpr std::size_t untried = 15;
  std::size_t skip = machine.flags_work ? 0 : n;
  for_each_block(n, machine.kernels->lanes, [&](std::size_t offset, block const& b) {
    Term const here = term.at(offset);
    if (skip > 0) {
      --skip;
      add_in_pieces(machine, environment, here, b, state, false);
      return true;
    }
    if (!first_fails || offset != 0) {
      auto const sum = here.sum(*machine.kernels, b);
      if (certified(machine, environment, sum)) {
        add_block_sum(environment, state, sum);
        return true;
      }
    }
    if (!add_in_pieces(machine, environment, here, b, state)) skip = untried;
    return true;
  });
}

}  // namespace summation
ISOBIT_NAMESPACE_END
