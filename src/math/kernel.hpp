#pragma once

#include <isobit/fp/bits.hpp>

#include "fp/environment.hpp"
#include "math/double_double.hpp"

/// What a fast tier is, and how one becomes a function: every result passes a rounding test against the tier's bound,
/// or is computed again exactly.
///
///     struct exp_fast {
///       // Whether approximate(x) keeps its promise, raises nothing but inexact, and has no subnormal number in it
///       that
///       // matters (the caller may flush them). False for NaN.
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
///     };
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

template <class Function>
concept has_doubles = requires(double x) {
  Function::inside(x);
}
|| requires(double x) { Function::inside(x, x); };
template <class Function>
concept has_floats = requires(double x) {
  Function::inside_float(x);
}
|| requires(double x) { Function::inside_float(x, x); };

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
  return {upper, upper == lower};
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

/// The last tier of a function: what its fast tier falls back to. math/entries.hpp says which that is.
template <class Function> double exact(double x);
template <class Function> float exact(float x);
template <class Function> double exact(double x, double y);
template <class Function> float exact(float x, float y);

/// In the standard environment: the rest of the way for arguments that a first try left open.
template <class Function> double second_way(double x) {
  if constexpr (requires { Function::inside_far(x); }) {
    if (Function::inside_far(x)) {
      auto const t = rounding_test(Function::approximate_far(x));
      if (t.certain) return t.value;
    }
  }
  return exact<Function>(x);
}

template <class Function, class... T> [[gnu::noinline]] double whole_way(T... x) {
  return in_standard_environment([&](environment_guard&) {
    if (Function::inside(x...)) {
      auto const t = rounding_test(Function::approximate(x...));
      if (t.certain) return t.value;
    }
    if constexpr (sizeof...(T) == 1)
      return second_way<Function>(x...);
    else
      return exact<Function>(x...);
  });
}

template <class Function> double scalar(double x) {
  if constexpr (!has_doubles<Function>)
    return exact<Function>(x);
  else {
    if (rounds_to_nearest() && Function::inside(x)) [[likely]] {
      auto const t = rounding_test(Function::approximate(x));
      if (t.certain) [[likely]]
        return t.value;
    }
    return whole_way<Function>(x);
  }
}
template <class Function> double scalar(double x, double y) {
  if constexpr (!has_doubles<Function>)
    return exact<Function>(x, y);
  else {
    if (rounds_to_nearest() && Function::inside(x, y)) [[likely]] {
      auto const t = rounding_test(Function::approximate(x, y));
      if (t.certain) [[likely]]
        return t.value;
    }
    return whole_way<Function>(x, y);
  }
}

template <class Function, class... T> [[gnu::noinline]] float whole_way_float(T... x) {
  return in_standard_environment([&](environment_guard&) {
    if (Function::inside_float(double{x}...)) {
      double const value = Function::approximate_float(double{x}...);
      if (float_is_certain<Function>(value)) return float(value);
    }
    return exact<Function>(x...);
  });
}

template <class Function> float scalar(float x) {
  if constexpr (!has_floats<Function>)
    return exact<Function>(x);
  else {
    // Widening a signalling NaN would raise invalid.
    if (rounds_to_nearest() && !is_nonfinite(x) && Function::inside_float(double{x})) [[likely]] {
      double const value = Function::approximate_float(double{x});
      if (float_is_certain<Function>(value)) [[likely]]
        return float(value);
    }
    return whole_way_float<Function>(x);
  }
}
template <class Function> float scalar(float x, float y) {
  if constexpr (!has_floats<Function>)
    return exact<Function>(x, y);
  else {
    if (rounds_to_nearest() && !is_nonfinite(x) && !is_nonfinite(y) && Function::inside_float(double{x}, double{y}))
        [[likely]] {
      double const value = Function::approximate_float(double{x}, double{y});
      if (float_is_certain<Function>(value)) [[likely]]
        return float(value);
    }
    return whole_way_float<Function>(x, y);
  }
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
