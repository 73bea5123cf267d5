#pragma once

#include <array>
#include <span>
#include <string_view>

#include "math/table.hpp"

/// Every function, by name, with the range on which it is most used.
namespace isobit::test {

struct unary_function {
  std::string_view name;
  math::unary<double> math::table::*of_doubles;  ///< null for the functions of floats only
  math::unary<float> math::table::*of_floats;
  double low, high;
};

struct binary_function {
  std::string_view name;
  math::binary<double> math::table::*of_doubles;
  math::binary<float> math::table::*of_floats;
  double low, high;  ///< of both arguments
};

#define ISOBIT_FUNCTION(name, low, high) \
  { #name, &math::table::name, &math::table::name##f, low, high }
inline constexpr unary_function unary_functions[] = {
    ISOBIT_FUNCTION(sin, -10, 10),
    ISOBIT_FUNCTION(cos, -10, 10),
    ISOBIT_FUNCTION(tan, -10, 10),
    ISOBIT_FUNCTION(asin, -1, 1),
    ISOBIT_FUNCTION(acos, -1, 1),
    ISOBIT_FUNCTION(atan, -10, 10),
    ISOBIT_FUNCTION(sinh, -10, 10),
    ISOBIT_FUNCTION(cosh, -10, 10),
    ISOBIT_FUNCTION(tanh, -10, 10),
    ISOBIT_FUNCTION(asinh, -10, 10),
    ISOBIT_FUNCTION(acosh, 1, 20),
    ISOBIT_FUNCTION(atanh, -1, 1),
    ISOBIT_FUNCTION(exp, -10, 10),
    ISOBIT_FUNCTION(exp2, -10, 10),
    ISOBIT_FUNCTION(exp10, -10, 10),
    ISOBIT_FUNCTION(expm1, -10, 10),
    ISOBIT_FUNCTION(log, 0, 20),
    ISOBIT_FUNCTION(log2, 0, 20),
    ISOBIT_FUNCTION(log10, 0, 20),
    ISOBIT_FUNCTION(log1p, -1, 20),
    ISOBIT_FUNCTION(cbrt, -10, 10),
    ISOBIT_FUNCTION(rsqrt, 0, 20),
    ISOBIT_FUNCTION(sinpi, -10, 10),
    ISOBIT_FUNCTION(cospi, -10, 10),
    ISOBIT_FUNCTION(erf, -4, 4),
    ISOBIT_FUNCTION(erfc, -4, 10),
    {"tgamma", nullptr, &math::table::tgammaf, -4, 30},
    {"lgamma", nullptr, &math::table::lgammaf, -4, 30},
};
inline constexpr binary_function binary_functions[] = {
    ISOBIT_FUNCTION(pow, 0, 20),
    ISOBIT_FUNCTION(atan2, -10, 10),
    ISOBIT_FUNCTION(hypot, -10, 10),
};
#undef ISOBIT_FUNCTION

// None is forgotten.
#define ISOBIT_ONE(f) +1
static_assert(std::size(unary_functions) == 0 ISOBIT_MATH_UNARY(ISOBIT_ONE) ISOBIT_MATH_FLOAT_ONLY(ISOBIT_ONE));
static_assert(std::size(binary_functions) == 0 ISOBIT_MATH_BINARY(ISOBIT_ONE));
#undef ISOBIT_ONE

}  // namespace isobit::test
