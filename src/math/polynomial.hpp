#pragma once

#include "math/lanes.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// c[0] + c[1] x + ... by Horner's rule: fewest operations, for loops that other work overlaps with.
template <std::size_t First = 0, class V, std::size_t N> ISOBIT_LANE V polynomial(V x, double const (&c)[N]) {
  if constexpr (First + 1 == N)
    return all<V>(c[First]);
  else
    return multiply_add(polynomial<First + 1>(x, c), x, c[First]);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
