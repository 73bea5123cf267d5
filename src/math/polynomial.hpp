#pragma once

#include "math/float_lanes.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// c[0] + c[1] x + ... by Horner's rule: fewest operations, for loops that other work overlaps with.
template <std::size_t First = 0, class V, std::size_t N> ISOBIT_LANE V polynomial(V x, double const (&c)[N]) {
  if constexpr (First + 1 == N)
    return all<V>(c[First]);
  else
    return multiply_add(polynomial<First + 1>(x, c), x, c[First]);
}

/// The same by Horner's rule in x^2 over pairs of terms: half the chain for one more operation.
template <std::size_t First = 0, class V, std::size_t N>
ISOBIT_LANE V paired_polynomial(V x, V square, double const (&c)[N]) {
  if constexpr (First + 1 == N)
    return all<V>(c[First]);
  else {
    V const pair = multiply_add(x, c[First + 1], c[First]);
    if constexpr (First + 2 == N)
      return pair;
    else
      return multiply_add(paired_polynomial<First + 2>(x, square, c), square, pair);
  }
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
