#pragma once

#include <algorithm>
#include <concepts>

#include "arithmetic/environment.hpp"
#include "certify/enclosure_arithmetic.hpp"
#include "certify/rounding_test.hpp"
#include "sum/exact_sum.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

using certify::certain, certify::enclosure, certify::round_within, certify::uncertain;

/// Terms of 24 bits, to be rounded to as many: their sum in doubles is nearly always good enough, whatever the flags
/// say, and costs nothing but a bound. docs/maths/sum.md#plain
template <class Term, class T>
concept has_plain = std::same_as<T, float> && requires(Term term, table const& k) {
  term.rough_magnitudes(k, std::size_t{});
};

/// By how much a plain sum of a block may be off, if its magnitudes add up to so much. docs/maths/sum.md#plain
inline double plain_radius(table const& kernels, block const& b, double magnitudes) noexcept {
  std::size_t const depth = b.length / kernels.lanes + b.tail_count / kernels.lanes + 16;
  return static_cast<double>(depth) * 0x1.03p-53 * magnitudes;
}

/// The sum of a block that the flags did not certify.
template <class Term>
enclosure<double> enclose_plainly(table const& kernels, Term term, block const& b, block_sum const& sum) {
  double size = 0;
  for_each_piece(
      b, [&](std::size_t first, std::size_t count) { size += term.at(first).rough_magnitudes(kernels, count); });
  return {sum.part[0], sum.part[1], plain_radius(kernels, b, size)};
}

/// The rounding test; a zero is certain only where nothing was rounded.
template <class T> ISOBIT_INLINE certain<T> round_plain(enclosure<double> const& sum) noexcept {
  auto const within = round_within<T>(sum);
  T result = static_cast<T>(within.value);
  bool holds = within.holds && result != 0;
  pin(result);
  pin(holds);
  return {result, holds};
}

/// Whether a few of the elements lie so far apart that the flags will not certify the sum of them all.
template <class Term> ISOBIT_INLINE bool looks_wide(Term term, std::size_t n) noexcept {
  constexpr std::uint32_t most_apart = 20;  // binades
  std::uint32_t largest = 0, smallest = ~largest;
  for (std::size_t i = 0; i < 4; ++i) {
    auto const size = bits_of(magnitude(term.x[i * (n / 4)]));
    largest = std::max(largest, size);
    smallest = std::min(smallest, size - 1);  // not of zeros
  }
  return largest > smallest && largest - smallest > most_apart << format<float>::stored_bits;
}

/// The sum, rounded, if that is certain.
template <class T, class Term>
certain<T> round_plainly(machine const& machine, environment_guard& environment, Term term, std::size_t n) {
  enclosure<double> total;
  bool negative_zeros = true;
  for_each_block(n, machine.kernels->lanes, [&](std::size_t offset, block const& b) {
    Term const here = term.at(offset);
    auto const sum = here.sum(*machine.kernels, b);
    bool const exact = certified(machine, environment, sum);
    negative_zeros &= exact && only_negative_zeros(sum);
    total = total +
            (exact ? enclosure<double>{sum.part[0], sum.part[1], 0} : enclose_plainly(*machine.kernels, here, b, sum));
    environment.clear();  // of what merging rounded
    return true;
  });
  if (negative_zeros) return T(-0.0);
  auto const result = round_within<T>(total);
  return {static_cast<T>(result.value), result.holds};
}

}  // namespace summation
ISOBIT_NAMESPACE_END
