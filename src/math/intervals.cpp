#include <isobit/math/interval.hpp>

#include <concepts>

#include <isobit/math/functions.hpp>

#include "arithmetic/environment.hpp"
#include "math/half_turns.hpp"
#include "math/special.hpp"

// By the functions of one number in both directions, at the ends and where a function turns. In an environment of its
// own, so that comparisons are what they seem.
ISOBIT_NAMESPACE_BEGIN
namespace cr::interval {
namespace {

template <class T> range<T> nothing() { return {math::quiet_nan<T>(), math::quiet_nan<T>()}; }

/// What lies between the limits, of which zeros are positive.
template <class T> range<T> within(range<T> const& x, T least, T most) {
  if (is_nan(x.lower) || is_nan(x.upper)) return nothing<T>();
  T const lower = x.lower < least ? least : x.lower, upper = x.upper > most ? most : x.upper;
  if (lower > upper) return nothing<T>();
  return {lower == 0 ? T(0) : lower, upper == 0 ? T(0) : upper};
}

/// f of a range inside its domain, if there is anything in it.
template <class T, class Function> range<T> of_domain(range<T> const& x, T least, T most, Function f) {
  auto result = nothing<T>();
  in_standard_rounding([&] {
    auto const inside = within(x, least, most);
    if (is_nan(inside.lower)) return true;
    result = f(inside);
    // A pole alone: no value at all.
    bool const is_pole =
        result.lower == result.upper && math::is_infinite(result.lower) && !math::is_infinite(inside.lower);
    if (is_pole) result = nothing<T>();
    return true;
  });
  return result;
}

template <class T, class Function> range<T> increasing(Function f, range<T> const& x) {
  return {f(x.lower, rounding::downward), f(x.upper, rounding::upward)};
}
template <class T, class Function> range<T> decreasing(Function f, range<T> const& x) {
  return {f(x.upper, rounding::downward), f(x.lower, rounding::upward)};
}

/// floor(2 x / pi) modulo 4: the quadrant. Precondition: finite.
int quadrant(double x) {
  if (math::is_below(x, 0.5)) return is_negative(x) && !is_zero(x) ? 3 : 0;
  // No double is so near to a multiple of pi/2 that this would not tell on which side it lies.
  auto const [quarters, rest] = math::in_quarter_turns(math::ball(x), 192);
  int const below = rest.is_negative() ? quarters - 1 : quarters;
  return (is_negative(x) ? -below - 1 : below) & 3;
}
/// floor(2 x) modulo 4, likewise.
template <class T> int quadrant_of_half_turns(T x) {
  int quarters = 0;
  if (is_zero(x)) return 0;
  if (math::is_part_of_turn<1>(x, quarters)) return (is_negative(x) ? -quarters : quarters) & 3;
  auto const [negative, significand, exponent] = decompose(x);
  auto const below = exponent < -64 ? 0 : static_cast<int>(significand >> -(exponent + 1) & 3);
  return (negative ? -below - 1 : below) & 3;
}

/// The multiples of a quarter turn in a range: after the one in or before which it begins, `count` more.
struct passed_quarters {
  int first, count;
  /// Whether one of them is `which`, modulo 4.
  [[nodiscard]] bool have(int which) const {
    for (int k = 1; k <= count; ++k)
      if (((first + k - which) & 3) == 0) return true;
    return false;
  }
};
/// By the quadrants of both ends. Each quarter is a range of `quarter`; more than six are all of them.
template <class T> passed_quarters passed(range<T> const& x, double quarter, auto quadrant_of) {
  double const width = double{x.upper} - double{x.lower};
  if (!(width < 5 * quarter)) return {0, 4};
  int const first = quadrant_of(x.lower), count = (quadrant_of(x.upper) - first) & 3;
  return {first, count < 2 && width > 2.5 * quarter ? count + 4 : count};
}

/// A sine or cosine: 1 at the quarter `top`, -1 two quarters later.
template <class T, class Function> range<T> wave(Function f, range<T> const& x, passed_quarters quarters, int top) {
  T const below[] = {f(x.lower, rounding::downward), f(x.upper, rounding::downward)};
  T const above[] = {f(x.lower, rounding::upward), f(x.upper, rounding::upward)};
  return {quarters.have(top + 2) || is_nan(below[0]) || is_nan(below[1]) ? T(-1) : below[below[1] < below[0]],
          quarters.have(top) || is_nan(above[0]) || is_nan(above[1]) ? T(1) : above[above[1] > above[0]]};
}

template <class T> range<T> whole_line() { return {math::infinity<T>(true), math::infinity<T>()}; }

constexpr double quarter_of_pi_functions = 0.5, quarter_of_radians = 1.5707963267948966;
template <class T> passed_quarters passed_in_radians(range<T> const& x) {
  return passed(x, quarter_of_radians, [](T end) { return quadrant(math::widen_exactly(end)); });
}
template <class T> passed_quarters passed_in_half_turns(range<T> const& x) {
  return passed(x, quarter_of_pi_functions, [](T end) { return quadrant_of_half_turns(end); });
}

template <class T> bool is_pole_of_tanpi(T x) {
  int quarters = 0;
  return !is_zero(x) && math::is_part_of_turn<1>(x, quarters) && quarters % 2 != 0;
}

}  // namespace

#define ISOBIT_DIRECTED(f) [](auto number, rounding direction) { return cr::f(number, direction); }
#define ISOBIT_DEFINE(f, T, least, most, result)                                            \
  range<T> f(range<T> const& x) noexcept {                                                  \
    auto const directed = ISOBIT_DIRECTED(f);                                               \
    return of_domain(x, T(least), T(most), [&](range<T> const& inside) { return result; }); \
  }
#define ISOBIT_OF_BOTH(f, least, most, result) \
  ISOBIT_DEFINE(f, double, least, most, result) ISOBIT_DEFINE(f, float, least, most, result)
#define ISOBIT_INCREASING(f, least, most) ISOBIT_OF_BOTH(f, least, most, increasing(directed, inside))
#define ISOBIT_DECREASING(f, least, most) ISOBIT_OF_BOTH(f, least, most, decreasing(directed, inside))
#define ISOBIT_WAVE(f, quarters, top) \
  ISOBIT_OF_BOTH(f, -__builtin_inf(), __builtin_inf(), wave(directed, inside, quarters(inside), top))

ISOBIT_INCREASING(exp, -__builtin_inf(), __builtin_inf())
ISOBIT_INCREASING(exp2, -__builtin_inf(), __builtin_inf())
ISOBIT_INCREASING(exp10, -__builtin_inf(), __builtin_inf())
ISOBIT_INCREASING(expm1, -__builtin_inf(), __builtin_inf())
ISOBIT_INCREASING(exp2m1, -__builtin_inf(), __builtin_inf())
ISOBIT_INCREASING(exp10m1, -__builtin_inf(), __builtin_inf())
ISOBIT_INCREASING(log, 0, __builtin_inf())
ISOBIT_INCREASING(log2, 0, __builtin_inf())
ISOBIT_INCREASING(log10, 0, __builtin_inf())
ISOBIT_INCREASING(log1p, -1, __builtin_inf())
ISOBIT_INCREASING(log2p1, -1, __builtin_inf())
ISOBIT_INCREASING(log10p1, -1, __builtin_inf())
ISOBIT_INCREASING(asin, -1, 1)
ISOBIT_DECREASING(acos, -1, 1)
ISOBIT_INCREASING(atan, -__builtin_inf(), __builtin_inf())
ISOBIT_INCREASING(asinpi, -1, 1)
ISOBIT_DECREASING(acospi, -1, 1)
ISOBIT_INCREASING(atanpi, -__builtin_inf(), __builtin_inf())
ISOBIT_INCREASING(sinh, -__builtin_inf(), __builtin_inf())
ISOBIT_INCREASING(tanh, -__builtin_inf(), __builtin_inf())
ISOBIT_INCREASING(asinh, -__builtin_inf(), __builtin_inf())
ISOBIT_INCREASING(acosh, 1, __builtin_inf())
ISOBIT_INCREASING(atanh, -1, 1)
ISOBIT_INCREASING(cbrt, -__builtin_inf(), __builtin_inf())
ISOBIT_DECREASING(rsqrt, 0, __builtin_inf())
ISOBIT_INCREASING(erf, -__builtin_inf(), __builtin_inf())
ISOBIT_DECREASING(erfc, -__builtin_inf(), __builtin_inf())

ISOBIT_WAVE(sin, passed_in_radians, 1)
ISOBIT_WAVE(cos, passed_in_radians, 0)
ISOBIT_WAVE(sinpi, passed_in_half_turns, 1)
ISOBIT_WAVE(cospi, passed_in_half_turns, 0)

namespace {

template <class T, class Function> range<T> even(Function f, range<T> const& x) {
  T const low = isobit::magnitude(x.lower), high = isobit::magnitude(x.upper);
  bool const has_zero = is_negative(x.lower) != is_negative(x.upper) || is_zero(x.lower);
  return {has_zero ? T(1) : f(low < high ? low : high, rounding::downward),
          f(low < high ? high : low, rounding::upward)};
}
template <class T, class Function> range<T> between_poles(Function f, range<T> const& x, passed_quarters quarters) {
  return quarters.have(1) || quarters.have(3) ? whole_line<T>() : increasing(f, x);
}
/// At poles, which are numbers, it is infinite with the sign of one side.
template <class T, class Function> range<T> between_exact_poles(Function f, range<T> const& x) {
  bool const from_pole = is_pole_of_tanpi(x.lower), to_pole = is_pole_of_tanpi(x.upper);
  if (from_pole && x.lower == x.upper) return nothing<T>();
  auto quarters = passed_in_half_turns(x);
  if (to_pole && quarters.count > 0) --quarters.count;
  auto const result = between_poles(f, x, quarters);
  return {from_pole ? math::infinity<T>(true) : result.lower, to_pole ? math::infinity<T>() : result.upper};
}

}  // namespace

ISOBIT_OF_BOTH(cosh, -__builtin_inf(), __builtin_inf(), even(directed, inside))
ISOBIT_OF_BOTH(tan, -__builtin_inf(), __builtin_inf(), between_poles(directed, inside, passed_in_radians(inside)))
ISOBIT_OF_BOTH(tanpi, -__builtin_inf(), __builtin_inf(), between_exact_poles(directed, inside))

}  // namespace cr::interval
ISOBIT_NAMESPACE_END
