#pragma once

#include <bit>
#include <optional>

#include "engine/leading.hpp"
#include "engine/products.hpp"
#include "fp/assemble.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace engine {

template <class Term>
concept has_few = requires(Term term, kernel::table const& k) { term.few(k, std::size_t{}); };
template <class Term>
concept has_sum = requires(Term term, kernel::table const& k, kernel::block const& b) { term.sum(k, b); };
template <class Term>
concept has_leading = requires(Term term, kernel::table const& k, kernel::block const& b) { term.leading(k, b, 0.0); };

/// Products of doubles need the wide state.
template <class Term> using state_of = std::conditional_t<std::same_as<Term, f64_products>, exact_product, exact>;

/// The n addends added exactly, without an environment of the caller's.
template <class Term, class State>
void add_in_standard_environment(kernel::machine const& machine, Term term, std::size_t n, State& state) {
  if (n < smallest_block) return term.add_each(state, n);
  in_standard_environment([&](environment_guard& environment) { add_exactly(machine, environment, term, n, state); });
}

/// high + low rounded to T. Within an environment_guard.
template <class T> T round_pair(kernel::block_sum sum) noexcept {
  if (bits_of(sum.high) == format<double>::sign_bit && sum.low == 0) return signed_zero<T>(true);
  double const rounded = sum.high + sum.low;
  if constexpr (std::same_as<T, double>) {
    return rounded;
  } else {
    // To odd first, so that the second rounding is the only one that counts.
    double const low_kept = rounded - sum.high;
    double const error = (sum.high - (rounded - low_kept)) + (sum.low - low_kept);
    auto bits = bits_of(rounded);
    if (error != 0 && (bits & 1) == 0) bits += (error > 0) == (rounded > 0) ? 1 : std::uint64_t(-1);
    return static_cast<T>(from_bits<double>(bits));
  }
}

/// The sum of fewer than kernel::few elements by integers; nothing if their exponents are too far apart.
template <class T, class Term> std::optional<T> round_few(kernel::table const& kernels, Term term, std::size_t n) {
  auto const sum = term.few(kernels, n);
  __int128 const value = (__int128{sum.whole} << kernel::fraction_bits) + sum.fraction;
  if (!sum.in_range || value == 0) return std::nullopt;
  bool const negative = value < 0;
  auto magnitude = negative ? -static_cast<unsigned __int128>(value) : static_cast<unsigned __int128>(value);
  auto const high = static_cast<std::uint64_t>(magnitude >> 64);
  int const zeros = high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(static_cast<std::uint64_t>(magnitude));
  magnitude <<= zeros;
  leading_bits const leading = {static_cast<std::uint64_t>(magnitude >> 64),
                                sum.exponent - kernel::fraction_bits + 64 - zeros,
                                static_cast<std::uint64_t>(magnitude) != 0};
  return assemble<T>(negative, leading, rounding::nearest_even);
}

/// Adds by the flags while they fail no more than now and then; such a block is extracted. False, with the state
/// unfinished, for data that keep failing.
template <class Term>
bool add_mostly_by_flags(kernel::machine const& machine, environment_guard& environment, Term term, std::size_t n,
                         exact& state) {
  std::size_t extracted = 0;
  return add_by_flags(machine, environment, term, n, state, [&](std::size_t offset, kernel::block const& b) {
    extracted += elements(b);
    if (extracted > offset) return false;
    add_by_extraction(machine, environment, term.at(offset), b, state);
    return true;
  });
}

/// The sum of a few blocks without an accumulator: each becomes two doubles, and those are few.
template <class T, class Term>
std::optional<T> round_few_blocks(kernel::machine const& machine, environment_guard& environment, Term term, std::size_t n) {
  if (n <= block_size) {
    auto const [sum, exact] = sum_block(machine, environment, term, contiguous(n, machine.kernels->lanes));
    return exact ? std::optional(round_pair<T>(sum)) : std::nullopt;
  }
  double sums[kernel::few];
  std::size_t size = 0;
  bool const certified =
      for_each_block(n, machine.kernels->lanes, [&](std::size_t offset, kernel::block const& b) {
        auto const [sum, exact] = sum_block(machine, environment, term.at(offset), b);
        sums[size++] = sum.high;
        sums[size++] = sum.low;
        return exact;
      });
  if (!certified) return std::nullopt;
  return round_few<T>(*machine.kernels, f64_values{sums}, size);
}
inline constexpr std::size_t few_blocks = (kernel::few - 4) / 2 * block_size;

/// The term's sum to within a radius, which is 0 for data that are not very wide; nothing where the data are out of
/// reach of both fast ways.
template <class Term>
std::optional<enclosed_sum> enclose(kernel::machine const& machine, environment_guard& environment, Term term,
                                    std::size_t n) {
  if (n < smallest_block) return std::nullopt;
  if constexpr (has_sum<Term>) {
    enclosed_sum result;
    if (add_mostly_by_flags(machine, environment, term, n, result.state)) return result;
  }
  if constexpr (has_leading<Term>) {
    leading_pass<Term> pass(machine);
    if (pass.add(term, n)) return pass.enclosed();
  }
  return std::nullopt;
}

}  // namespace engine
ISOBIT_NAMESPACE_END
