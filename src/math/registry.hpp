#pragma once

#include <span>
#include <string_view>

#include "math/table.hpp"

/// The functions by name, for programs that learn at run time which one is meant.
ISOBIT_NAMESPACE_BEGIN
namespace math {

/// One function: where a table has its entries, and its last tier. Null where there is none: functions of two numbers
/// have no `of_double`.
struct named_function {
  std::string_view name;  ///< such as "exp", for floats too
  int arguments;          ///< 1 or 2
  double low, high;       ///< where it is most used; of both arguments
  unary<double> table::*of_double = nullptr;
  unary<float> table::*of_float = nullptr;
  binary<double> table::*of_doubles = nullptr;
  binary<float> table::*of_floats = nullptr;
  double (*exact_of_double)(double, rounding) = nullptr;
  float (*exact_of_float)(float, rounding) = nullptr;
  double (*exact_of_doubles)(double, double, rounding) = nullptr;
  float (*exact_of_floats)(float, float, rounding) = nullptr;
};

namespace detail {

#define ISOBIT_ENTRY(name, low, high) \
  { #name, 1, low, high, &table::name, &table::name##f, nullptr, nullptr, exact_##name, exact_##name }
#define ISOBIT_ENTRY_OF_TWO(name, low, high) \
  { #name, 2, low, high, nullptr, nullptr, &table::name, &table::name##f, nullptr, nullptr, exact_##name, exact_##name }
inline constexpr named_function registry[] = {
    ISOBIT_ENTRY(exp, -10, 10),
    ISOBIT_ENTRY(exp2, -10, 10),
    ISOBIT_ENTRY(exp10, -10, 10),
    ISOBIT_ENTRY(expm1, -10, 10),
    ISOBIT_ENTRY(exp2m1, -10, 10),
    ISOBIT_ENTRY(exp10m1, -10, 10),
    ISOBIT_ENTRY(log, 0, 20),
    ISOBIT_ENTRY(log2, 0, 20),
    ISOBIT_ENTRY(log10, 0, 20),
    ISOBIT_ENTRY(log1p, -1, 20),
    ISOBIT_ENTRY(log2p1, -1, 20),
    ISOBIT_ENTRY(log10p1, -1, 20),
    ISOBIT_ENTRY(sin, -10, 10),
    ISOBIT_ENTRY(cos, -10, 10),
    ISOBIT_ENTRY(tan, -10, 10),
    ISOBIT_ENTRY(sinpi, -10, 10),
    ISOBIT_ENTRY(cospi, -10, 10),
    ISOBIT_ENTRY(tanpi, -10, 10),
    ISOBIT_ENTRY(asin, -1, 1),
    ISOBIT_ENTRY(acos, -1, 1),
    ISOBIT_ENTRY(atan, -10, 10),
    ISOBIT_ENTRY_OF_TWO(atan2, -10, 10),
    ISOBIT_ENTRY(asinpi, -1, 1),
    ISOBIT_ENTRY(acospi, -1, 1),
    ISOBIT_ENTRY(atanpi, -10, 10),
    ISOBIT_ENTRY_OF_TWO(atan2pi, -10, 10),
    ISOBIT_ENTRY(sinh, -10, 10),
    ISOBIT_ENTRY(cosh, -10, 10),
    ISOBIT_ENTRY(tanh, -10, 10),
    ISOBIT_ENTRY(asinh, -10, 10),
    ISOBIT_ENTRY(acosh, 1, 20),
    ISOBIT_ENTRY(atanh, -1, 1),
    ISOBIT_ENTRY_OF_TWO(pow, 0, 20),
    ISOBIT_ENTRY_OF_TWO(powr, 0, 20),
    ISOBIT_ENTRY_OF_TWO(hypot, -10, 10),
    ISOBIT_ENTRY(cbrt, -10, 10),
    ISOBIT_ENTRY(rsqrt, 0, 20),
    ISOBIT_ENTRY(erf, -4, 4),
    ISOBIT_ENTRY(erfc, -4, 10),
    ISOBIT_ENTRY(tgamma, -4, 30),
    ISOBIT_ENTRY(lgamma, -4, 30),
};
#undef ISOBIT_ENTRY_OF_TWO
#undef ISOBIT_ENTRY

}  // namespace detail

/// All of them; sincos, which has two results, is left out.
[[nodiscard]] constexpr std::span<named_function const> all_functions() { return detail::registry; }

/// Null where there is none of this name.
[[nodiscard]] constexpr named_function const* find_function(std::string_view name) {
  for (auto const& each : all_functions())
    if (each.name == name) return &each;
  return nullptr;
}

namespace detail {
constexpr bool is_listed(std::string_view name) {
  for (auto const& each : registry)
    if (each.name == name) return true;
  return false;
}
}  // namespace detail
#define ISOBIT_ENTRY(f) static_assert(detail::is_listed(#f));
ISOBIT_MATH_UNARY(ISOBIT_ENTRY)
ISOBIT_MATH_BINARY(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY

}  // namespace math
ISOBIT_NAMESPACE_END
