#pragma once

#include <concepts>

#include <isobit/arithmetic/bits.hpp>

#include "arithmetic/environment.hpp"
#include "certify/tiers.hpp"
#include "math/kernel.hpp"

/// The functions of one number: the fast tier, its rounding test, and what follows where that fails. They may be called
/// in any floating-point environment.
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// The last tier of a function: what its fast tier falls back to. math/entries.hpp says which that is.
template <class Function> double exact(rounding direction, double x);
template <class Function> float exact(rounding direction, float x);
template <class Function> double exact(rounding direction, double x, double y);
template <class Function> float exact(rounding direction, float x, float y);

/// In the standard environment: the tiers behind the fast one.
template <class Function, class... T> auto remaining_tiers(T... x) {
  return certify::tiers([&] { return far_tier<Function>(x...); },
                        [&] { return exact<Function>(rounding::nearest_even, x...); });
}

/// All of them, in an environment of their own.
template <class Function, class... T> [[gnu::noinline]] auto every_tier(T... x) {
  return in_standard_rounding([&] {
    return certify::tiers([&] { return fast_tier<Function>(x...); }, [&] { return remaining_tiers<Function>(x...); });
  });
}

/// Neither zero nor subnormal, infinite or NaN. By bits: widening a signalling NaN or a subnormal number raises a flag.
template <class T> ISOBIT_INLINE bool is_normal(T x) {
  using f = format<T>;
  return (bits_of(x) & ~f::sign_bit) - f::implicit_bit < f::infinity - f::implicit_bit;
}

template <class Function, class... T> ISOBIT_LANE auto first_approximation(T... x) {
  if constexpr (requires { Function::brief(x...); })
    return Function::brief(x...);
  else
    return Function::approximate(x...);
}

/// The fast tier, or the brief way where there is one, in the caller's environment where that rounds to nearest, which
/// is nearly always; it lets no subnormal number matter. Not by `tiers`: two branches that compilers see through are a
/// tenth of a short function.
template <class Function, std::same_as<double>... T> ISOBIT_INLINE double scalar(T... x) {
  if (rounds_to_nearest() && Function::inside(x...)) [[likely]] {
    auto const rounded = round_tier(first_approximation<Function>(x...));
    if (rounded.holds) [[likely]]
      return rounded.value;
  }
  return every_tier<Function>(x...);
}
template <class Function, std::same_as<float>... T> ISOBIT_INLINE float scalar(T... x) {
  if (rounds_to_nearest() && (is_normal(x) && ...) && Function::inside_float(double{x}...)) [[likely]] {
    auto const rounded = round_to_float(Function::approximate_float(double{x}...), Function::float_error);
    if (rounded.holds) [[likely]]
      return float(rounded.value);
  }
  return every_tier<Function>(x...);
}

/// The function rounded in any direction, in an environment of its own.
template <class Function, class... T> [[gnu::noinline]] auto every_tier_directed(rounding direction, T... x) {
  return in_standard_rounding([&] {
    return certify::tiers([&] { return fast_tier<Function>(direction, x...); },
                          [&] { return far_tier<Function>(direction, x...); },
                          [&] { return exact<Function>(direction, x...); });
  });
}

/// The fast tier first, in the caller's environment as by `scalar`. The sizes asked for keep the test in a direction,
/// which looks at what roundings leave, away from subnormal numbers, overflow and infinite radii.
/// docs/maths/rounding_test.md#directed
template <class Function, std::same_as<double>... T> ISOBIT_INLINE double directed(rounding direction, T... x) {
  if (direction == rounding::nearest_even) return scalar<Function>(x...);
  if (rounds_to_nearest() && Function::inside(x...)) [[likely]] {
    auto const result = Function::approximate(x...);
    if (magnitude_between(result.high, 0x1p-800, 0x1p1000) && magnitude_below(result.radius, 0x1p1000)) [[likely]] {
      auto const rounded = round_tier(result, direction);
      if (rounded.holds) [[likely]]
        return rounded.value;
    }
  }
  return every_tier_directed<Function>(direction, x...);
}
template <class Function, std::same_as<float>... T> ISOBIT_INLINE float directed(rounding direction, T... x) {
  if (direction == rounding::nearest_even) return scalar<Function>(x...);
  if (rounds_to_nearest() && (is_normal(x) && ...) && Function::inside_float(double{x}...)) [[likely]] {
    double const result = Function::approximate_float(double{x}...);
    if (magnitude_between(result, 0x1p-125, 0x1p127)) [[likely]] {
      auto const rounded = certify::round_to_directed_float(result, Function::float_error, direction);
      if (rounded.holds) [[likely]]
        return rounded.value;
    }
  }
  return every_tier_directed<Function>(direction, x...);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
