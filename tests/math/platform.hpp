#pragma once

#include <cmath>
#include <string_view>

/// The platform's functions of one and two numbers in double and long double, and with them those it lacks. They are
/// off by a few units in the last place, which is enough to tell how most results round to a shorter type.
///
/// What is made of others stays as close: arguments are reduced exactly, and where an argument y is rounded, y
/// f'(y)/f(y) is below 3.
namespace isobit::test::platform {

template <class Real> inline constexpr Real pi = Real(3.14159265358979323846264338327950288L);
template <class Real> inline constexpr Real ln2 = Real(0.69314718055994530941723212145817657L);
template <class Real> inline constexpr Real ln10 = Real(2.30258509299404568401799145468436421L);

inline double ten_to(double x) { return ::exp10(x); }
inline long double ten_to(long double x) { return ::exp10l(x); }

template <class Real> bool is_whole(Real x) { return std::nearbyint(x) == x; }
template <class Real> bool is_odd(Real n) { return !is_whole(n / 2); }

template <class Real> Real sinpi(Real x) {
  Real const n = std::nearbyint(x), r = x - n;
  if (r == 0) return std::copysign(Real(0), x);
  Real const s = std::sin(pi<Real> * r);
  return is_odd(n) ? -s : s;
}
template <class Real> Real cospi(Real x) {
  Real const n = std::nearbyint(x), r = std::fabs(x - n);
  if (r == Real(0.5)) return 0;
  Real const c = r > Real(0.25) ? std::sin(pi<Real> * (Real(0.5) - r)) : std::cos(pi<Real> * r);
  return is_odd(n) ? -c : c;
}
template <class Real> Real tanpi(Real x) {
  Real const n = std::nearbyint(x), r = x - n, size = std::fabs(r);
  if (r == 0) return is_odd(n) ? -std::copysign(Real(0), x) : std::copysign(Real(0), x);
  if (size == Real(0.5)) return sinpi(x) / Real(0);
  if (size == Real(0.25)) return std::copysign(Real(1), r);
  Real const t = size < Real(0.25) ? std::tan(pi<Real> * size) : 1 / std::tan(pi<Real> * (Real(0.5) - size));
  return std::copysign(t, r);
}
template <class Real> Real asinpi(Real x) { return std::asin(x) / pi<Real>; }
template <class Real> Real acospi(Real x) { return std::acos(x) / pi<Real>; }
template <class Real> Real atanpi(Real x) { return std::atan(x) / pi<Real>; }
template <class Real> Real exp2m1(Real x) { return std::fabs(x) < 1 ? std::expm1(x * ln2<Real>) : std::exp2(x) - 1; }
template <class Real> Real exp10m1(Real x) { return std::fabs(x) < 1 ? std::expm1(x * ln10<Real>) : ten_to(x) - 1; }
template <class Real> Real log2p1(Real x) { return std::log1p(x) / ln2<Real>; }
template <class Real> Real log10p1(Real x) { return std::log1p(x) / ln10<Real>; }
template <class Real> Real rsqrt(Real x) { return 1 / std::sqrt(x); }

template <class Real> using of_one = Real (*)(Real);
template <class Real> using of_two = Real (*)(Real, Real);

/// Null where there is none of that name.
template <class Real> of_one<Real> function(std::string_view name) {
  struct entry {
    std::string_view name;
    of_one<Real> function;
  };
#define ISOBIT_STANDARD(f) \
  { #f, static_cast < of_one < Real>>(std::f) }
#define ISOBIT_OWN(f) \
  { #f, f < Real> }
  static constexpr entry entries[] = {
      ISOBIT_STANDARD(sin),    ISOBIT_STANDARD(cos),   ISOBIT_STANDARD(tan),   ISOBIT_STANDARD(asin),
      ISOBIT_STANDARD(acos),   ISOBIT_STANDARD(atan),  ISOBIT_STANDARD(sinh),  ISOBIT_STANDARD(cosh),
      ISOBIT_STANDARD(tanh),   ISOBIT_STANDARD(asinh), ISOBIT_STANDARD(acosh), ISOBIT_STANDARD(atanh),
      ISOBIT_STANDARD(exp),    ISOBIT_STANDARD(exp2),  {"exp10", ten_to},      ISOBIT_STANDARD(expm1),
      ISOBIT_STANDARD(log),    ISOBIT_STANDARD(log2),  ISOBIT_STANDARD(log10), ISOBIT_STANDARD(log1p),
      ISOBIT_STANDARD(cbrt),   ISOBIT_STANDARD(erf),   ISOBIT_STANDARD(erfc),  ISOBIT_STANDARD(tgamma),
      ISOBIT_STANDARD(lgamma), ISOBIT_OWN(rsqrt),      ISOBIT_OWN(sinpi),      ISOBIT_OWN(cospi),
      ISOBIT_OWN(tanpi),       ISOBIT_OWN(asinpi),     ISOBIT_OWN(acospi),     ISOBIT_OWN(atanpi),
      ISOBIT_OWN(exp2m1),      ISOBIT_OWN(exp10m1),    ISOBIT_OWN(log2p1),     ISOBIT_OWN(log10p1),
  };
#undef ISOBIT_STANDARD
#undef ISOBIT_OWN
  for (entry const& e : entries)
    if (e.name == name) return e.function;
  return nullptr;
}

/// Where both arguments are finite and not zero; powr wants a positive base.
template <class Real> of_two<Real> function_of_two(std::string_view name) {
  if (name == "pow") return static_cast<of_two<Real>>(std::pow);
  if (name == "atan2") return static_cast<of_two<Real>>(std::atan2);
  if (name == "hypot") return static_cast<of_two<Real>>(std::hypot);
  if (name == "atan2pi") return [](Real y, Real x) { return std::atan2(y, x) / pi<Real>; };
  if (name == "powr") return [](Real x, Real y) { return x < 0 ? Real(std::nan("")) : std::pow(x, y); };
  return nullptr;
}

}  // namespace isobit::test::platform
