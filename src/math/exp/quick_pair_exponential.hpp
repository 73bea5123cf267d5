#pragma once

#include "math/exp/exp_table.hpp"
#include "math/kernel.hpp"
#include "math/polynomial.hpp"

/// The quick way to exponentials of floats: a power of two from 16, in pairs of floats. docs/maths/exp.md#quick-floats
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// What 2^(k/16) as a float lacks, as a logarithm.
template <class V> ISOBIT_LANE V rest_of_power(nearest_integer<V> k) { return entry(exp_pair_rests, k.integer); }

/// 2^(k/16) exp(r + low_part), of which rest_of_power(k) is a part. Precondition: |r| is at most half a step,
/// |low_part| <= 2^-17, the result between 2^-100 and 2^127.
template <class V> ISOBIT_LANE enclosure<V> quick_pair_exponential(nearest_integer<V> k, V r, V low_part) {
  V const t = as_real<V>(as_bits(entry(exp_pair_powers, k.integer)) + (k.integer << 19));
  V const y = r + low_part;
  V const tail = multiply_add(y * y, polynomial(y, exp_pair_polynomial), low_part);  // exp(r + low_part) - 1 - r
  V const head = multiply_add(t, r, t);
  V const lost = multiply_add(t, r, t - head);
  return {head, multiply_add(t, tail, lost), t * all<V>(0x1.8p-34)};
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
