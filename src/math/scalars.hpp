#pragma once

#include <concepts>

#include <isobit/fp/bits.hpp>

#include "fp/environment.hpp"
#include "math/kernel.hpp"

/// The functions of one number: the fast tier, its rounding test, and what follows where that fails. They may be called
/// in any floating-point environment.
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// The last tier of a function: what its fast tier falls back to. math/entries.hpp says which that is.
template <class Function> double exact(double x);
template <class Function> float exact(float x);
template <class Function> double exact(double x, double y);
template <class Function> float exact(float x, float y);

/// In the standard environment: the rest of the way for arguments that a first try left open.
template <class Function, std::same_as<double>... T> double second_way(T... x) {
  if constexpr (requires { Function::inside_far(x...); }) {
    if (Function::inside_far(x...)) {
      auto const t = rounding_test(Function::approximate_far(x...));
      if (t.certain) return t.value;
    }
  }
  return exact<Function>(x...);
}

template <class Function, std::same_as<float>... T> float second_way(T... x) {
  if constexpr (requires { Function::inside_float_far(double{x}...); }) {
    if (Function::inside_float_far(double{x}...)) {
      double const value = rounding_test(Function::approximate_far(double{x}...)).value;
      if (float_is_certain<Function>(value)) return float(value);
    }
  }
  if constexpr (requires { Function::inside_float_small(double{x}...); }) {
    if (Function::inside_float_small(double{x}...)) {
      double const value = Function::approximate_float(double{x}...), margin = value * (2 * Function::float_error);
      if (float(value - margin) == float(value + margin)) return float(value);
    }
  }
  return exact<Function>(x...);
}

template <class Function, class... T> [[gnu::noinline]] double whole_way(T... x) {
  return in_standard_environment([&](environment_guard&) {
    if (Function::inside(x...)) {
      auto const t = rounding_test(Function::approximate(x...));
      if (t.certain) return t.value;
    }
    return second_way<Function>(x...);
  });
}

template <class Function, std::same_as<double>... T> ISOBIT_INLINE double scalar(T... x) {
  if (rounds_to_nearest() && Function::inside(x...)) [[likely]] {
    auto const t = rounding_test(Function::approximate(x...));
    if (t.certain) [[likely]]
      return t.value;
  }
  return whole_way<Function>(x...);
}

template <class Function, class... T> [[gnu::noinline]] float whole_way_float(T... x) {
  return in_standard_environment([&](environment_guard&) {
    if (Function::inside_float(double{x}...)) {
      double const value = Function::approximate_float(double{x}...);
      if (float_is_certain<Function>(value)) return float(value);
    }
    return second_way<Function>(x...);
  });
}

/// Neither zero nor subnormal, infinite or NaN. By bits: widening a signalling NaN or a subnormal number raises a flag.
template <class T> ISOBIT_INLINE bool is_normal(T x) {
  using f = format<T>;
  return (bits_of(x) & ~f::sign_bit) - f::implicit_bit < f::infinity - f::implicit_bit;
}

template <class Function, std::same_as<float>... T> ISOBIT_INLINE float scalar(T... x) {
  if (rounds_to_nearest() && (is_normal(x) && ...) && Function::inside_float(double{x}...)) [[likely]] {
    double const value = Function::approximate_float(double{x}...);
    if (float_is_certain<Function>(value)) [[likely]]
      return float(value);
  }
  return whole_way_float<Function>(x...);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
