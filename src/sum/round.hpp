#pragma once

#include <optional>

#include "arithmetic/host_device.hpp"
#include "integer/assemble.hpp"
#include "sum/leading.hpp"
#include "sum/pair_sum.hpp"
#include "sum/plain.hpp"
#include "sum/products.hpp"
#include "sum/short_sum.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

template <class Term>
concept has_few = requires(Term term, table const& k) {
  term.few(k, std::size_t{});
};
template <class Term>
concept has_sum = requires(Term term, table const& k, block const& b) {
  term.sum(k, b);
};
template <class Term>
concept has_leading = requires(Term term, table const& k, block const& b) {
  term.leading(k, b, 0.0);
};

/// Products of doubles need the wide state.
template <class Term> using state_of = std::conditional_t<std::same_as<Term, f64_products>, exact_product, exact>;

/// The n addends added exactly, without an environment of the caller's. What is known of the first block is what
/// add_exactly takes of that.
template <class Term, class State, class... Known>
void add_in_standard_environment(machine const& machine, Term term, std::size_t n, State& state, Known... known) {
  if (n < smallest_block) return term.add_each(state, n);
  in_standard_environment(
      [&](environment_guard& environment) { add_exactly(machine, environment, term, n, state, known...); });
}

/// high + low rounded to T. In the standard environment.
template <class T> ISOBIT_INLINE T round_pair(double high, double low) noexcept {
  if constexpr (std::same_as<T, double>) {
    return high + low;
  } else {
    // To odd first, so that the second rounding is the only one that counts.
    auto const [rounded, error] = two_sum(high, low);
    if (is_nonfinite(rounded)) return static_cast<T>(rounded);
    auto bits = bits_of(rounded);
    if (error != 0 && (bits & 1) == 0) bits += (error > 0) == (rounded > 0) ? 1 : std::uint64_t(-1);
    return static_cast<T>(from_bits<double>(bits));
  }
}

/// The sum of fewer than few elements by integers; nothing if it is 0 or their exponents are too far apart.
template <class Term> certain<integer_sum> add_few(table const& kernels, Term term, std::size_t n) {
  auto const sum = term.few(kernels, n);
  __int128 const value = (__int128{sum.whole} << fraction_bits) + sum.fraction;
  if (!sum.in_range || value == 0) return uncertain;
  return integer_sum{value, sum.exponent - fraction_bits};
}

/// The sum of two doubles, of which the second may be 0.
inline certain<integer_sum> add_pair(double x, double y) noexcept {
  auto a = decompose(x), b = decompose(y);
  if (b.significand == 0) b.exponent = a.exponent;
  if (a.exponent < b.exponent) std::swap(a, b);
  int const shift = a.exponent - b.exponent;
  constexpr int room = 127 - format<double>::precision - 1;
  if (shift > room || is_nonfinite(x) || is_nonfinite(y)) return uncertain;
  __int128 const high = static_cast<__int128>(a.significand) << shift, low = b.significand;
  __int128 const value = (a.negative ? -high : high) + (b.negative ? -low : low);
  if (value == 0) return uncertain;
  return integer_sum{value, b.exponent};
}

template <class T, class Term> certain<T> round_few(table const& kernels, Term term, std::size_t n) {
  auto const sum = add_few(kernels, term, n);
  if (!sum) return uncertain;
  auto const [value, exponent] = *sum;
  bool const negative = value < 0;
  auto const bits = static_cast<integer::uint128>(value);
  auto const leading = integer::leading(negative ? -bits : bits, exponent);
  return integer::assemble<T>(negative, upper_half(leading), rounding::nearest_even);
}

/// A few doubles added up and rounded to T; the sign of a zero is -0 if so told.
template <class T> T round_parts(table const& kernels, double const* parts, std::size_t n, bool only_negative_zeros) {
  if (auto const result = round_few<T>(kernels, f64_values{parts}, n)) return *result;
  exact state;
  state.note_addends(only_negative_zeros);
  for (std::size_t i = 0; i < n; ++i)
    if (!is_zero(parts[i])) state.add(parts[i]);
  return state.round<T>();
}

/// Adds by the flags while they fail for no more than a quarter; such a block is added in pieces. False, with the state
/// unfinished, for data that keep failing.
template <class Term>
bool add_mostly_by_flags(machine const& machine, environment_guard& environment, Term term, std::size_t n,
                         exact& state) {
  std::size_t failed = 0;
  return add_by_flags(machine, environment, term, n, state,
                      [&](std::size_t offset, block const& b, std::size_t before) {
                        failed += elements(b);
                        if (failed > before / 4) return false;
                        add_in_pieces(machine, environment, term.at(offset), b, state);
                        return true;
                      });
}

/// The sum of a block, and the same as two doubles or four, none if the flags do not certify it.
struct flagged_sum {
  block_sum sum;
  std::size_t size;
  double parts[4];
};

/// Of one block. The window of the flags is no longer than this: to raise a flag in it, by rounding the sum, would take
/// longer than adding up a hundred numbers. The kernel writes where the sum stays: a copy would read what was written
/// in pieces, and wait.
template <class Term> ISOBIT_INLINE flagged_sum add_block_by_flags(machine const& machine, Term term, block const& b) {
  environment_guard environment;
  flagged_sum result{term.sum(*machine.kernels, b), 0, {}};
  if (certified(machine, environment, result.sum)) {
    result.size = condense(environment, result.sum, result.parts);
    pin(result.parts[0]);
    pin(result.parts[1]);
  }
  return result;
}

/// A double that is neither 0 nor subnormal, in integers: that takes no longer than to ask for the rounding mode.
inline float round_to_float(double x) noexcept {
  auto const [negative, significand, exponent] = decompose(x);
  constexpr int room = 64 - format<double>::precision;
  return integer::assemble<float>(negative, {significand << room, exponent - room, false}, rounding::nearest_even);
}

/// The sum of so few floats that one double holds it, rounded: exact by the flags, or within a bound, which comes with
/// the sum if it is likely to be needed. A call of its own, so that shorter sums need not save what it uses.
template <class T, class Term>
[[gnu::noinline]] certain<T> round_in_one(machine const& machine, Term term, std::size_t n) {
  table const& kernels = *machine.kernels;
  auto const b = contiguous(n, kernels.lanes);
  if (n >= shortest_enclosed && looks_wide(term, n)) {
    auto const result = if_standard(
        [&] {
          auto const [sum, magnitudes] = term.sum_roughly(kernels, n);
          return round_plain<T>({sum, 0, plain_radius(kernels, b, magnitudes)});
        },
        certain<T>(uncertain));
    if (result) return result;
  }
  environment_guard environment;
  double const sum = term.sum_in_one(kernels, n);
  if (!machine.flags_work || environment.rounded())
    return round_plain<T>(enclose_plainly(kernels, term, b, {{sum, 0, 0, 0}}));
  if (is_nonfinite(sum)) return uncertain;  // a quiet NaN raises no flag, nor does an infinity
  return is_zero(sum) ? static_cast<T>(sum) : round_to_float(sum);
}

template <class T, class Term>
ISOBIT_INLINE certain<T> round_one_block(machine const& machine, Term term, std::size_t n) {
  auto const b = contiguous(n, machine.kernels->lanes);
  auto const found = add_block_by_flags(machine, term, b);
  double const* const parts = found.parts;
  if (found.size == 0) {
    if constexpr (has_plain<Term, T>)
      if (n > machine.most_short)  // what is short was enclosed more closely
        return in_standard_rounding(
            [&] { return round_plain<T>(enclose_plainly(*machine.kernels, term, b, found.sum)); });
    return uncertain;
  }
  bool const is_pair = found.size == 2 && !is_zero(parts[0]);
  if constexpr (has_plain<Term, T>) {
    if (is_pair && is_zero(parts[1])) return round_to_float(parts[0]);
  } else if (is_pair) {
    auto const rounded = if_standard(
        [&]() -> certain<T> {
          T result = round_pair<T>(parts[0], parts[1]);
          pin(result);
          return result;
        },
        certain<T>(uncertain));
    if (rounded) return rounded;
  }
  return round_parts<T>(*machine.kernels, parts, found.size, only_negative_zeros(found.sum));
}

/// The sum of one block in two doubles; nothing is known of one that the flags do not certify.
template <class Term>
enclosure<double> enclose_one_block(machine const& machine, environment_guard& environment, Term term, std::size_t n) {
  auto const sum = term.sum(*machine.kernels, contiguous(n, machine.kernels->lanes));
  if (!certified(machine, environment, sum)) return certify::unknown();
  auto const& [a, b, c, d] = sum.part;
  return enclosure<double>{a, b, 0} + enclosure<double>{c, d, 0};
}

template <class Term> certain<integer_sum> add_one_block(machine const& machine, Term term, std::size_t n) {
  auto const [sum, size, parts] = add_block_by_flags(machine, term, contiguous(n, machine.kernels->lanes));
  if (size == 0) return uncertain;
  return add_few(*machine.kernels, f64_values{parts}, size);
}

/// The sum of a few blocks without an accumulator: all their parts in two doubles, as a rule. Hardly anything is
/// rounded before the last block is in, since raising a flag, and clearing it, takes longer than all this.
template <class T, class Term>
certain<T> round_few_blocks(machine const& machine, environment_guard& environment, Term term, std::size_t n) {
  double parts[few];
  std::size_t size = 0;
  bool negative_zeros = true;
  bool const exact = for_each_block(
      n, machine.kernels->lanes,
      [&](std::size_t offset, block const& b) {
        auto const sum = term.at(offset).sum(*machine.kernels, b);
        if (!certified(machine, environment, sum)) return false;
        negative_zeros &= only_negative_zeros(sum);
        size += condense(environment, sum, parts + size);
        return true;
      },
      flags_block_size, machine.far);
  if (!exact) return uncertain;
  pair_sum total;
  bool const is_pair = std::all_of(parts, parts + size, [&](double part) { return total.add(part); });
  if (is_pair && total.high != 0) return round_pair<T>(total.high, total.low);
  return round_parts<T>(*machine.kernels, parts, size, negative_zeros);
}
inline constexpr std::size_t few_blocks = (few / 4 - 3) * flags_block_size;

/// The term's sum to within a radius, which is 0 for data that are not very wide; nothing where the data are out of
/// reach of both fast ways.
template <class Term>
std::optional<enclosed_sum> enclose(machine const& machine, environment_guard& environment, Term term, std::size_t n) {
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

}  // namespace summation
ISOBIT_NAMESPACE_END
