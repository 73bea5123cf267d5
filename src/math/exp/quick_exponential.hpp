#pragma once

#include "math/exp/exp_table.hpp"
#include "math/kernel.hpp"
#include "math/polynomial.hpp"

/// The quick way to exp and its family: the power of two from 16, the exponential to 2^-62. docs/maths/exp.md#quick
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// 2^(k/16) exp(r + rest). Precondition: |r| is at most half a step, |rest| <= 2^-43. With FMA alone.
template <class V> ISOBIT_LANE scaled_enclosure<V> quick_exponential(nearest_integer<V> k, V r, V rest) {
  V const t = entry(exp_quick_powers, k.integer);
  V const low_part = rest + entry(exp_quick_rests, k.integer);
  V const y = r + low_part, square = y * y;
  // Horner's last step alone: its rounding is the only one beside 1/2.
  V const factor = multiply_add(y, paired_polynomial<1>(y, square, exp_quick_polynomial), exp_quick_polynomial[0]);
  V const tail = multiply_add(square, factor, low_part);  // exp(r + low_part) - 1 - r
  V const head = multiply_add(t, r, t);
  V const lost = multiply_add(t, r, t - head);
  return {{head, multiply_add(t, tail, lost), t * 0x1.8p-63}, (k.integer >> 4) << 52};
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
