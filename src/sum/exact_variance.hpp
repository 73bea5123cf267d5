#pragma once

#include "integer/assemble.hpp"
#include "integer/natural.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

/// The variance of `count` numbers, of which there are more than `removed`, from the magnitude of their sum and the sum
/// of their squares, to the bits of Word; a significand of 0 where it is zero. On GPUs too.
template <class Word, int Capacity>
ISOBIT_HOST_DEVICE integer::leading_bits<Word> leading_variance(integer::natural<Capacity> const& sum,
                                                                integer::natural<Capacity> const& squares,
                                                                std::uint64_t count, std::uint64_t removed) noexcept {
  // n * sum of squares - (sum)^2, which Cauchy and Schwarz keep from being negative, over n * (n - removed).
  auto difference = product(squares, integer::natural<Capacity>(count));
  auto const square = product(sum, sum);
  if (square.exponent < difference.exponent) difference.extend_below((difference.exponent - square.exponent + 63) / 64);
  difference.subtract(square);
  if (difference.is_zero()) return {0, 0, false};
  // The divisor has at most 128 bits, the last limb of the difference at least one: the bits of a Word remain.
  difference.extend_below(2 + static_cast<int>(sizeof(Word) / sizeof(integer::limbs::limb)));
  bool remainder = difference.divide(count);
  remainder |= difference.divide(count - removed);
  auto leading = difference.template leading<Word>();
  leading.sticky |= remainder;
  return leading;
}

template <class Result, int Capacity>
ISOBIT_HOST_DEVICE Result exact_variance(integer::natural<Capacity> const& sum,
                                         integer::natural<Capacity> const& squares, std::uint64_t count,
                                         std::uint64_t removed) noexcept {
  auto const variance = leading_variance<std::uint64_t>(sum, squares, count, removed);
  return variance.significand == 0 ? Result(0) : integer::assemble<Result>(false, variance, rounding::nearest_even);
}

}  // namespace summation
ISOBIT_NAMESPACE_END
