#pragma once

#include "math/double_double.hpp"

/// What a fast tier is, and how one becomes a function: every result passes a rounding test against the tier's bound,
/// or is computed again exactly.
///
///     struct exp_fast {
///       // Whether approximate(x) keeps its promise and raises nothing but inexact, and no subnormal number in it
///       // matters, since the caller may flush them. False for NaN.
///       template <class V> static mask<V> inside(V x);
///       // exp(x) = high + low up to error, in every lane where inside(x).
///       template <class V> static approximation<V> approximate(V x);
///
///       // The same for the function of floats, given and returned as doubles: relative error at most float_error.
///       template <class V> static mask<V> inside_float(V x);    // and: the result is a normal float
///       template <class V> static V approximate_float(V x);
///       static constexpr double float_error = 0x1p-50;
///
///       // Optional: a second way for arguments that are not inside, one at a time.
///       static bool inside_far(double x);
///       static approximation<double> approximate_far(double x);
///       // And where that serves the function of floats as well: its result is a normal float.
///       static bool inside_float_far(double x);
///       // Optional: where approximate_float keeps its promise, but the result is or may be a subnormal float.
///       static bool inside_float_small(double x);
///     };
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// high + low, up to |error| (of either sign); |low| is below an ulp of high. The rounded sum gets `exponent` added to
/// its exponent field, in the bits of a double: by this, scaling a result costs one operation.
template <class V> struct approximation {
  V high;
  V low;
  V error;
};
template <class V> struct scaled_approximation : approximation<V> { bits<V> exponent; };

template <class V> struct tested {
  V value;
  mask<V> certain;
};

/// docs/maths/rounding_test.md
template <class V> ISOBIT_LANE tested<V> rounding_test(approximation<V> a) {
  V const upper = a.high + (a.low + a.error);
  V const lower = a.high + (a.low - a.error);
  return {upper, as_bits(upper) == as_bits(lower)};
}
template <class V> ISOBIT_LANE tested<V> rounding_test(scaled_approximation<V> a) {
  auto const t = rounding_test(static_cast<approximation<V>>(a));
  return {as_real<V>(as_bits(t.value) + a.exponent), t.certain};
}

/// Whether a double that is off by a relative error of at most Function::float_error rounds to the same float as the
/// number it stands for: its low 29 bits are not those of a midpoint, give or take. docs/maths/rounding_test.md#float
template <class Function, class V> ISOBIT_LANE mask<V> float_is_certain(V value) {
  constexpr auto margin = static_cast<std::uint64_t>(Function::float_error * 0x1p53) + 1;
  constexpr std::uint64_t half = std::uint64_t{1} << 28, low_bits = 2 * half - 1;
  auto const distance = (as_bits(value) + all_bits<V>(half + margin)) & all_bits<V>(low_bits);
  return larger(integers<V>(distance), integers<V>(all_bits<V>(2 * margin)));
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
