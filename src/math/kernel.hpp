#pragma once

#include <concepts>

#include "certify/directed_rounding_test.hpp"
#include "math/double_double.hpp"
#include "math/float_lanes.hpp"
#include "math/small_result.hpp"
#include "math/special.hpp"

/// What a fast tier is, and how one becomes a function: every result passes a rounding test against the tier's bound,
/// or is computed again exactly.
///
///     struct exp_fast {
///       // Whether approximate(x) keeps its promise and raises nothing but inexact, and no subnormal number in it
///       // matters, since the caller may flush them. False for NaN.
///       template <class V> static mask<V> inside(V x);
///       // exp(x) = high + low up to the radius, in every lane where inside(x).
///       template <class V> static enclosure<V> approximate(V x);
///
///       // Optional, with FMA: the same in fewer operations, up to a larger radius. Arrays begin with it where it
///       // pays, and what it leaves open goes through `approximate`, whole vectors of it. Vectorised loops call it in
///       // their own environment, like `approximate`, with arguments of 2^-250 and more.
///       template <class V> static enclosure<V> quick(V x);
///       // And where that keeps its promise, if not wherever `inside` says: found from `high`.
///       template <class V> static mask<V> inside_quick(V x, V high);
///       // Optional: of vectors, `inside` says |x| < vectors_below and nothing else, which takes fewer operations so.
///       static constexpr double vectors_below = 708;
///
///       // Optional: how single calls begin, in fewer operations too. docs/maths/functions.md#brief
///       static enclosure<double> brief(double x);
///
///       // The same for the function of floats, given and returned as doubles: relative error at most float_error.
///       template <class V> static mask<V> inside_float(V x);    // and: the result is a normal float
///       template <class V> static V approximate_float(V x);
///       static constexpr double float_error = 0x1p-50;
///
///       // Optional, where vectors are long: how arrays of floats begin, in pairs of floats (V is a vector of them)
///       // or in doubles, with an error below (1 - 2^-20) 2^-quick_float_bits; and the lanes that are not for it.
///       template <class V> static enclosure<V> quick_pairs(V x);
///       static constexpr bool quick_pairs_permute = true;  // optional: not where vectors have 256 bits
///       template <class V> static V quick_float(V x);
///       static constexpr int quick_float_bits = 36;    // 0 where it does not pay
///       template <class V> static auto outside_quick(V x);
///       static constexpr bool quick_floats_may_be_subnormal = true;    // optional
///
///       // Optional: a second way for arguments that are not inside, one at a time.
///       static bool inside_far(double x);
///       static enclosure<double> approximate_far(double x);
///       // Optional: one for results that are, or may be, subnormal.
///       static bool inside_small(double x);
///       static small_enclosure approximate_small(double x);
///       // And where that of `far` serves the function of floats as well: its result is a normal float.
///       static bool inside_float_far(double x);
///       // Optional: where approximate_float keeps its promise, but the result is or may be a subnormal float.
///       static bool inside_float_small(double x);
///     };
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

using certify::certain, certify::enclosure, certify::round_to_any_float, certify::round_to_float;

/// The rounded number gets `exponent` added to its exponent field, in the bits of a double: by this, scaling a result
/// costs one operation.
template <class V> struct scaled_enclosure : enclosure<V> { bits<V> exponent; };

/// The radius of a fast tier, of either sign, has room for the test's own roundings: every derivation counts them.
/// docs/maths/rounding_test.md#room
template <class V> ISOBIT_LANE certain<V> round_tier(enclosure<V> const& x) {
  return certify::round_finite_with_room(x);
}
template <class V> ISOBIT_LANE certain<V> round_tier(scaled_enclosure<V> const& x) {
  auto const rounded = certify::round_finite_with_room(static_cast<enclosure<V> const&>(x));
  return {as_real<V>(as_bits(rounded.value) + x.exponent), rounded.holds};
}

/// Whether vectors begin with the quick way: with 512 bits, where its tables are permutations of registers.
template <class Function> constexpr bool begins_quickly = ISOBIT_VECTOR_BYTES == 64 && requires {
  &Function::template quick<wide>;
};

/// The quick way and its rounding test.
template <class Function, class V> ISOBIT_LANE certain<V> quick_tier(V x) {
  auto const result = Function::quick(x);
  auto const t = round_tier(result);
  if constexpr (requires { Function::inside_quick(x, x); })
    return {t.value, both(t.holds, Function::inside_quick(x, result.high))};
  else
    return {t.value, both(t.holds, Function::inside(x))};
}

/// The fast tier, for the arguments it is made for.
template <class Function, std::same_as<double>... T> ISOBIT_LANE certain<double> fast_tier(T... x) {
  if (!Function::inside(x...)) return certify::uncertain;
  return round_tier(Function::approximate(x...));
}
template <class Function, std::same_as<float>... T> ISOBIT_LANE certain<float> fast_tier(T... x) {
  if (!Function::inside_float(double{x}...)) return certify::uncertain;
  auto const rounded = round_to_float(Function::approximate_float(double{x}...), Function::float_error);
  return {float(rounded.value), rounded.holds};
}

/// The second way, where a function has one, and a third, to subnormal results. Asked by their addresses: nvcc 13 does
/// not find them by a call of two arguments.
template <class Function, std::same_as<double>... T> ISOBIT_LANE certain<double> far_tier(T... x) {
  if constexpr (requires { &Function::inside_far; })
    if (Function::inside_far(x...)) {
      auto const rounded = round_tier(Function::approximate_far(x...));
      if (rounded.holds) return rounded;
    }
  if constexpr (requires { &Function::inside_small; })
    if (Function::inside_small(x...))
      return round_small(Function::approximate_small(x...), [](auto const& y) { return round_tier(y); });
  return certify::uncertain;
}
template <class Function, std::same_as<float>... T> ISOBIT_LANE certain<float> far_tier(T... x) {
  if constexpr (requires { &Function::inside_float_far; })
    if (Function::inside_float_far(double{x}...)) {
      double const value = round_tier(Function::approximate_far(double{x}...)).value;
      return {float(value), round_to_float(value, Function::float_error).holds};
    }
  if constexpr (requires { &Function::inside_float_small; })
    if (Function::inside_float_small(double{x}...))
      return round_to_any_float(Function::approximate_float(double{x}...), Function::float_error);
  return certify::uncertain;
}

/// The same tiers, rounded in a direction. A result may be scaled by a number that turns its sign, and the direction
/// with it.
ISOBIT_LANE certain<double> round_tier(enclosure<double> const& x, rounding direction) {
  return certify::round_directed_with_room(x, direction);
}
ISOBIT_LANE certain<double> round_tier(scaled_enclosure<double> const& x, rounding direction) {
  auto const scaled = [&](double value) { return as_real<double>(as_bits(value) + x.exponent); };
  bool const turned = is_negative(scaled(x.high)) != is_negative(x.high);
  auto const rounded = certify::round_directed_with_room(static_cast<enclosure<double> const&>(x),
                                                         turned ? mirrored(direction) : direction);
  return {scaled(rounded.value), rounded.holds};
}
template <class Function, std::same_as<double>... T> ISOBIT_LANE certain<double> fast_tier(rounding direction, T... x) {
  if (!Function::inside(x...)) return certify::uncertain;
  return round_tier(Function::approximate(x...), direction);
}
template <class Function, std::same_as<float>... T> ISOBIT_LANE certain<float> fast_tier(rounding direction, T... x) {
  if (!Function::inside_float(double{x}...)) return certify::uncertain;
  return certify::round_to_directed_float(Function::approximate_float(double{x}...), Function::float_error, direction);
}
template <class Function, std::same_as<double>... T> ISOBIT_LANE certain<double> far_tier(rounding direction, T... x) {
  if constexpr (requires { &Function::inside_far; })
    if (Function::inside_far(x...)) {
      auto const rounded = round_tier(Function::approximate_far(x...), direction);
      if (rounded.holds) return rounded;
    }
  if constexpr (requires { &Function::inside_small; })
    if (Function::inside_small(x...)) {
      auto const result = Function::approximate_small(x...);
      auto const of_size = is_negative(result.high) ? mirrored(direction) : direction;
      return round_small(result, [of_size](auto const& y) { return round_tier(y, of_size); });
    }
  return certify::uncertain;
}
template <class Function, std::same_as<float>... T> ISOBIT_LANE certain<float> far_tier(rounding direction, T... x) {
  if constexpr (requires { &Function::inside_float_far; })
    if (Function::inside_float_far(double{x}...))
      return certify::round_to_directed_float(round_tier(Function::approximate_far(double{x}...)).value,
                                              Function::float_error, direction);
  if constexpr (requires { &Function::inside_float_small; })
    if (Function::inside_float_small(double{x}...))
      return certify::round_to_directed_float(Function::approximate_float(double{x}...), Function::float_error,
                                              direction);
  return certify::uncertain;
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
