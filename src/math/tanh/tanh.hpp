#pragma once

#include "math/expm1/expm1.hpp"
#include "math/quick_pieces.hpp"
#include "math/tanh/tanh_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// tanh(|x|) = -e / (2 + e), e = exp(-2 |x|) - 1. Beyond a limit, where 1 is nearer than the bound, the limit stands
/// for x. docs/maths/hyperbolic.md#tanh
struct tanh_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-250, __builtin_inf()); }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    auto const unsettled = exponential_minus_one<true>(limited(x, 25.0));
    auto const e = fast_two_sum(unsettled.high, unsettled.low);
    auto divisor = fast_two_sum(all<V>(2.0), e.high);
    divisor.low = divisor.low + e.low;
    V const inverse = -1.0 / divisor.high;
    V const quotient = e.high * inverse;
    V const remainder = exact_multiply_add(quotient, divisor.high, e.high);  // docs/maths/hyperbolic.md#quotient
    V const low = (remainder + multiply_add(quotient, divisor.low, e.low)) * inverse;
    return {flip_sign(quotient, sign_of(x)), flip_sign(low, sign_of(x)), quotient * 0x1p-70};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) {
    return magnitude_between(x, 0x1p-126, __builtin_inf());
  }
  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    V const e = exponential_minus_one_float(limited(x, 16.0));
    return flip_sign(e / (-2.0 - e), sign_of(x));
  }
  static constexpr double float_error = 0x1p-42;

  template <class V> ISOBIT_LANE static auto outside_quick(V x) {
    return magnitude_outside(x, 0x1p-100f, __builtin_inff());
  }
  /// docs/maths/quick_pieces.md
  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick_pairs(V x) {
    V const a = smaller(magnitude(x), all<V>(15));
    auto const piece = piece_at<V>(quarter_of_binade(a), tanhf_pieces);
    auto const y = sum_of_piece(piece, a - center_of<V>(piece));
    return {{y.high, y.low, multiply_add(magnitude(y.cubic), all<V>(0x1.8p-23), y.high * all<V>(0x1.2p-35))},
            sign_of(x)};
  }
  static constexpr bool quick_pairs_permute = true;

private:
  /// -2 |x|, or the limit's.
  template <class V> ISOBIT_LANE static V limited(V x, double limit) {
    V const size = magnitude(x);
    return -2.0 * select(size < limit, size, all<V>(limit));
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
