#include "enclosures.hpp"

#include <cmath>

#include "math/acos/acos_definition.hpp"
#include "math/acosh/acosh_definition.hpp"
#include "math/acospi/acospi_definition.hpp"
#include "math/asin/asin_definition.hpp"
#include "math/asinh/asinh_definition.hpp"
#include "math/asinpi/asinpi_definition.hpp"
#include "math/atan/atan_definition.hpp"
#include "math/atan2/atan2_definition.hpp"
#include "math/atan2pi/atan2pi_definition.hpp"
#include "math/atanh/atanh_definition.hpp"
#include "math/atanpi/atanpi_definition.hpp"
#include "math/ball/division.hpp"
#include "math/cos/cos_definition.hpp"
#include "math/cosh/cosh_definition.hpp"
#include "math/cospi/cospi_definition.hpp"
#include "math/erf/erf_definition.hpp"
#include "math/erfc/erfc_definition.hpp"
#include "math/exp/exp_definition.hpp"
#include "math/exp10/exp10_definition.hpp"
#include "math/exp10m1/exp10m1_definition.hpp"
#include "math/exp2/exp2_definition.hpp"
#include "math/exp2m1/exp2m1_definition.hpp"
#include "math/expm1/expm1_definition.hpp"
#include "math/lgamma/lgamma_definition.hpp"
#include "math/log/log_definition.hpp"
#include "math/log10/log10_definition.hpp"
#include "math/log10p1/log10p1_definition.hpp"
#include "math/log1p/log1p_definition.hpp"
#include "math/log2/log2_definition.hpp"
#include "math/log2p1/log2p1_definition.hpp"
#include "math/pow/pow_definition.hpp"
#include "math/powr/powr_definition.hpp"
#include "math/sin/sin_definition.hpp"
#include "math/sinh/sinh_definition.hpp"
#include "math/sinpi/sinpi_definition.hpp"
#include "math/tan/tan_definition.hpp"
#include "math/tanh/tanh_definition.hpp"
#include "math/tanpi/tanpi_definition.hpp"
#include "math/tgamma/tgamma_definition.hpp"

namespace isobit::tool {
namespace {

using math::ball;

/// The definitions of these need no balls.
struct hypot_enclosure {
  static ball enclose(double x, double y, int precision) {
    constexpr int exact = 64 * ball::capacity;
    return math::sqrt(math::add(math::square(ball(x), exact), math::square(ball(y), exact), exact), precision);
  }
};
struct rsqrt_enclosure {
  static ball enclose(double x, int precision) {
    return math::divide(ball(1), math::sqrt(ball(x), precision), precision);
  }
};
struct cbrt_enclosure {
  static ball enclose(double x, int precision) {
    ball const logarithm = math::log(math::magnitude(ball(x)), precision);
    ball const root = math::exp(math::divide_integer(logarithm, 3, precision), precision);
    return is_negative(x) ? math::negate(root) : root;
  }
};

/// The definition's needs a point beside the axes.
struct atan2_enclosure {
  static ball enclose(double y, double x, int precision) {
    if (x != 0 && y != 0) return math::atan2_definition::enclose(y, x, precision);
    ball const angle = y != 0 ? math::scale(math::pi(precision), -1) : is_negative(x) ? math::pi(precision) : ball();
    return is_negative(y) ? math::negate(angle) : angle;
  }
};

struct atan2pi_enclosure {
  static ball enclose(double y, double x, int precision) {
    return math::divide(atan2_enclosure::enclose(y, x, precision), math::pi(precision + 64), precision);
  }
};

/// The definitions' are for where nothing simpler decides.
template <class Definition, class T> struct bounded_enclosure {
  static ball enclose(double x, int precision) {
    math::outcome<T> result;
    return Definition::special(static_cast<T>(x), result) ? math::unknown() : Definition::enclose(x, precision);
  }
};
using erf_enclosure = bounded_enclosure<math::erf_definition, double>;
using erfc_enclosure = bounded_enclosure<math::erfc_definition, double>;
using tgamma_enclosure = bounded_enclosure<math::tgamma_definition, double>;
using lgamma_enclosure = bounded_enclosure<math::lgamma_definition, double>;

template <class Definition> ball call(double x, double y, int precision) {
  if constexpr (requires { Definition::enclose(x, y, precision); })
    return Definition::enclose(x, y, precision);
  else
    return Definition::enclose(x, precision);
}

struct named_enclosure {
  std::string_view name;
  ball (*enclose)(double x, double y, int precision);
};

#define ISOBIT_DEFINED(f) \
  { #f, call < math::f##_definition> }
#define ISOBIT_ENCLOSED(f) \
  { #f, call < f##_enclosure> }
constexpr named_enclosure enclosures[] = {
    ISOBIT_DEFINED(exp),     ISOBIT_DEFINED(exp2),    ISOBIT_DEFINED(exp10),   ISOBIT_DEFINED(expm1),
    ISOBIT_DEFINED(log),     ISOBIT_DEFINED(log2),    ISOBIT_DEFINED(log10),   ISOBIT_DEFINED(log1p),
    ISOBIT_DEFINED(sin),     ISOBIT_DEFINED(cos),     ISOBIT_DEFINED(tan),     ISOBIT_DEFINED(sinpi),
    ISOBIT_DEFINED(cospi),   ISOBIT_DEFINED(asin),    ISOBIT_DEFINED(acos),    ISOBIT_DEFINED(atan),
    ISOBIT_ENCLOSED(atan2),  ISOBIT_DEFINED(pow),     ISOBIT_DEFINED(sinh),    ISOBIT_DEFINED(cosh),
    ISOBIT_DEFINED(tanh),    ISOBIT_DEFINED(asinh),   ISOBIT_DEFINED(acosh),   ISOBIT_DEFINED(atanh),
    ISOBIT_ENCLOSED(hypot),  ISOBIT_ENCLOSED(rsqrt),  ISOBIT_ENCLOSED(cbrt),   ISOBIT_ENCLOSED(erf),
    ISOBIT_ENCLOSED(erfc),   ISOBIT_ENCLOSED(tgamma), ISOBIT_ENCLOSED(lgamma), ISOBIT_DEFINED(exp2m1),
    ISOBIT_DEFINED(exp10m1), ISOBIT_DEFINED(log2p1),  ISOBIT_DEFINED(log10p1), ISOBIT_DEFINED(tanpi),
    ISOBIT_DEFINED(asinpi),  ISOBIT_DEFINED(acospi),  ISOBIT_DEFINED(atanpi),  ISOBIT_ENCLOSED(atan2pi),
    ISOBIT_DEFINED(powr),
};
#undef ISOBIT_ENCLOSED
#undef ISOBIT_DEFINED

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  for (auto const each : names)
    if (each == name) return true;
  return false;
}

}  // namespace

std::optional<ball> enclose(std::string_view function, double x, double y, int precision) {
  for (auto const& each : enclosures)
    if (each.name == function) return each.enclose(x, y, precision);
  return {};
}

bool is_settled(std::string_view function, double x, double y) {
  if (function == "lgamma" && (x == 1 || x == 2)) return true;
  return (x == 0 || y == 0) && !is_one_of(function, {"acos", "atan2", "acospi", "atan2pi"});
}

bool has_pole(std::string_view function, double x) {
  if (is_one_of(function, {"log", "log2", "log10", "log1p", "log2p1", "log10p1", "atanh", "rsqrt", "tanpi"}))
    return true;
  if (is_one_of(function, {"pow", "powr", "tgamma"})) return x == 0;
  return function == "lgamma" && x <= 0;
}

// By the theorems of Lindemann and of Gelfond and Schneider; docs/maths has them function by function.
bool can_be_exact(std::string_view function, double x, double y) {
  if (is_one_of(function, {"exp", "expm1", "log1p", "sin", "cos", "tan", "asin", "atan", "sinh", "cosh", "tanh",
                           "asinh", "atanh", "erf", "erfc"}))
    return false;
  if (is_one_of(function, {"log", "acos", "acosh"})) return x == 1;
  if (is_one_of(function, {"sinpi", "cospi"})) return std::trunc(2 * x) == 2 * x;
  if (function == "atan2") return x == 0;  // its first argument, which is y elsewhere
  // More than the precision apart, the smaller one only adds a little.
  if (function == "hypot") return std::abs(std::ilogb(x) - std::ilogb(y)) < 60;
  return true;
}

}  // namespace isobit::tool
