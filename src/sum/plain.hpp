#pragma once

#include <concepts>

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

/// The sum of a block that the flags did not certify.
template <class Term>
enclosure<double> enclose_plainly(table const& kernels, Term term, block const& b, block_sum const& sum) {
  double size = 0;
  for_each_piece(
      b, [&](std::size_t first, std::size_t count) { size += term.at(first).rough_magnitudes(kernels, count); });
  std::size_t const depth = b.length / kernels.lanes + b.tail_count / kernels.lanes + 16;
  return {sum.part[0], sum.part[1], static_cast<double>(depth) * 0x1.03p-53 * size};
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
