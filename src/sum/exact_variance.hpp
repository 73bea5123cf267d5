#pragma once

#include "integer/assemble.hpp"
#include "integer/natural.hpp"
#include "integer/root.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

/// A quotient rounded down, and whether that left something.
template <int Capacity> struct whole_quotient {
  integer::natural<Capacity> value;
  bool remainder;

  template <class Word> [[nodiscard]] ISOBIT_HOST_DEVICE integer::leading_bits<Word> leading() const noexcept {
    auto result = value.template leading<Word>();
    result.sticky |= remainder;
    return result;
  }
};

/// The variance of `count` numbers, of which there are more than `removed`, from the magnitude of their sum and the sum
/// of their squares: in at least 64 * Words bits, unless it is zero. On GPUs too.
template <int Words, int Capacity>
ISOBIT_HOST_DEVICE whole_quotient<Capacity> variance_quotient(integer::natural<Capacity> const& sum,
                                                              integer::natural<Capacity> const& squares,
                                                              std::uint64_t count, std::uint64_t removed) noexcept {
  // n * sum of squares - (sum)^2, which Cauchy and Schwarz keep from being negative, over n * (n - removed).
  auto difference = product(squares, integer::natural<Capacity>(count));
  auto const square = product(sum, sum);
  if (square.exponent < difference.exponent) difference.extend_below((difference.exponent - square.exponent + 63) / 64);
  difference.subtract(square);
  if (difference.is_zero()) return {difference, false};
  difference.extend_below(2 + Words);  // the divisor has at most 128 bits
  bool remainder = difference.divide(count);
  remainder |= difference.divide(count - removed);
  return {difference, remainder};
}

/// The variance, rounded once.
template <class Result, int Capacity>
ISOBIT_HOST_DEVICE Result exact_variance(integer::natural<Capacity> const& sum,
                                         integer::natural<Capacity> const& squares, std::uint64_t count,
                                         std::uint64_t removed) noexcept {
  auto const variance = variance_quotient<1>(sum, squares, count, removed);
  if (variance.value.is_zero()) return Result(0);
  return integer::assemble<Result>(false, variance.template leading<std::uint64_t>(), rounding::nearest_even);
}

/// Its square root, rounded once: of 128 bits and whether more follow, as that of any exact sum.
template <class Result, int Capacity>
Result exact_deviation(integer::natural<Capacity> const& sum, integer::natural<Capacity> const& squares,
                       std::uint64_t count, std::uint64_t removed) noexcept {
  auto const variance = variance_quotient<2>(sum, squares, count, removed);
  if (variance.value.is_zero()) return Result(0);
  return integer::assemble<Result>(false, integer::square_root(variance.template leading<integer::uint128>()),
                                   rounding::nearest_even);
}

}  // namespace summation
ISOBIT_NAMESPACE_END
