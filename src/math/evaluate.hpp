#pragma once

#include "math/ball/round.hpp"
#include "math/special.hpp"

/// The last tier: a function's value from its definition, correctly rounded whatever it takes.
ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The value and the precision that decided it: 0 where the definition decides without arithmetic.
template <class Definition, class T>
ISOBIT_HOST_DEVICE_CALL rounded<T> evaluate_with_effort(T x, rounding direction = rounding::nearest_even) noexcept {
  outcome<T> result{direction};
  if (Definition::special(x, result)) return {result.value, 0};
  double const wide = widen_exactly(x);
  return round_with_effort<T>([&](int precision) { return Definition::enclose(wide, precision); }, direction);
}
template <class Definition, class T>
ISOBIT_HOST_DEVICE_CALL rounded<T> evaluate_with_effort(T x, T y,
                                                        rounding direction = rounding::nearest_even) noexcept {
  outcome<T> result{direction};
  if (Definition::special(x, y, result)) return {result.value, 0};
  double const wide_x = widen_exactly(x);
  double const wide_y = widen_exactly(y);
  return round_with_effort<T>([&](int precision) { return Definition::enclose(wide_x, wide_y, precision); }, direction);
}

template <class Definition, class T>
ISOBIT_HOST_DEVICE_CALL rounded<T> evaluate_with_effort(T x, std::int64_t n,
                                                        rounding direction = rounding::nearest_even) noexcept {
  outcome<T> result{direction};
  if (Definition::special(x, n, result)) return {result.value, 0};
  double const wide = widen_exactly(x);
  return round_with_effort<T>([&](int precision) { return Definition::enclose(wide, n, precision); }, direction);
}

/// The function of x, rounded.
template <class Definition, class T>
ISOBIT_HOST_DEVICE T evaluate(T x, rounding direction = rounding::nearest_even) noexcept {
  return *evaluate_with_effort<Definition>(x, direction).result;
}
template <class Definition, class T>
ISOBIT_HOST_DEVICE T evaluate(T x, T y, rounding direction = rounding::nearest_even) noexcept {
  return *evaluate_with_effort<Definition>(x, y, direction).result;
}

template <class Definition, class T>
ISOBIT_HOST_DEVICE T evaluate(T x, std::int64_t n, rounding direction = rounding::nearest_even) noexcept {
  return *evaluate_with_effort<Definition>(x, n, direction).result;
}

}  // namespace math
ISOBIT_NAMESPACE_END
