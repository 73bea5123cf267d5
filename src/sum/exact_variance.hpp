#pragma once

#include "integer/assemble.hpp"
#include "integer/natural.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

/// The variance of `count` numbers, of which there are more than `removed`, from the magnitude of their sum and the sum
/// of their squares. On GPUs too.
template <class Result, int Capacity>
ISOBIT_HOST_DEVICE Result exact_variance(integer::natural<Capacity> const& sum,
                                         integer::natural<Capacity> const& squares, std::uint64_t count,
                                         std::uint64_t removed) noexcept {
  // n * sum of squares - (sum)^2, which Cauchy and Schwarz keep from being negative, over n * (n - removed).
  auto difference = product(squares, integer::natural<Capacity>(count));
  auto const square = product(sum, sum);
  if (square.exponent < difference.exponent) difference.extend_below((difference.exponent - square.exponent + 63) / 64);
  difference.subtract(square);
  if (difference.is_zero()) return Result(0);
  difference.extend_below(3);  // the divisor has at most 128 bits: 64 bits of quotient remain
  bool remainder = difference.divide(count);
  remainder |= difference.divide(count - removed);
  auto leading = difference.leading();
  leading.sticky |= remainder;
  return integer::assemble<Result>(false, leading, rounding::nearest_even);
}

}  // namespace summation
ISOBIT_NAMESPACE_END
