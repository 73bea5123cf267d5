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

/// The same by Estrin's scheme: a shorter chain for log2(N) more operations, where nothing else is there to overlap.
template <class V, std::size_t N> ISOBIT_LANE V balanced_polynomial(V x, double const (&c)[N]) {
  V even[(N + 1) / 2];
  for (std::size_t i = 0; i < N / 2; ++i) even[i] = multiply_add(x, c[2 * i + 1], c[2 * i]);
  if constexpr (N % 2 != 0) even[N / 2] = all<V>(c[N - 1]);
  for (std::size_t n = (N + 1) / 2; n > 1; n = (n + 1) / 2) {
    x = x * x;
    for (std::size_t i = 0; i < n / 2; ++i) even[i] = multiply_add(x, even[2 * i + 1], even[2 * i]);
    if (n % 2 != 0) even[n / 2] = even[n - 1];
  }
  return even[0];
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
