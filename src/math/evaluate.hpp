#pragma once

#include "math/ball/round.hpp"
#include "math/special.hpp"

/// The last tier: a function's value from its definition, correctly rounded whatever it takes.
ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The value and the precision that decided it: 0 where the definition decides without arithmetic.
template <class Definition, class T> ISOBIT_HOST_DEVICE_CALL rounded<T> evaluate_with_effort(T x) noexcept {
  T result{};
  if (Definition::special(x, result)) return {result, 0};
  double const wide = widen_exactly(x);
  return round_with_effort<T>([&](int precision) { return Definition::enclose(wide, precision); });
}
template <class Definition, class T> ISOBIT_HOST_DEVICE_CALL rounded<T> evaluate_with_effort(T x, T y) noexcept {
  T result{};
  if (Definition::special(x, y, result)) return {result, 0};
  double const wide_x = widen_exactly(x);
  double const wide_y = widen_exactly(y);
  return round_with_effort<T>([&](int precision) { return Definition::enclose(wide_x, wide_y, precision); });
}

/// The function of x, rounded to nearest even.
template <class Definition, class T> ISOBIT_HOST_DEVICE T evaluate(T x) noexcept {
  return *evaluate_with_effort<Definition>(x).result;
}
template <class Definition, class T> ISOBIT_HOST_DEVICE T evaluate(T x, T y) noexcept {
  return *evaluate_with_effort<Definition>(x, y).result;
}

}  // namespace math
ISOBIT_NAMESPACE_END
