#include "math/ball/arc.hpp"
#include "math/complex.hpp"

// Complex arcs by balls: asin, acos, atan, asinh, acosh, atanh. docs/maths/complex.md#arcs
ISOBIT_NAMESPACE_BEGIN
namespace cr {
namespace {

/// Quotients below this, or what is beside numbers above its inverse, are taken for exact but for a nudge.
constexpr int tiny = -300;

/// sinh^2 of v and cos^2 of u, where a + ib = sin(u + iv). Their product is b^2, their difference a^2 + b^2 - 1.
struct squares_of_arc {
  ball sinh_v, cos_u;
};
squares_of_arc squares(double a, double b, int precision) {
  ball const difference = beyond_circle(a, b, precision), product = square(ball(b), precision);
  ball const sum = math::sqrt(add(square(difference, precision), scale(product, 2), precision), precision);
  ball const larger = scale(add(sum, magnitude(difference), precision), -1);
  ball const smaller = divide(product, larger, precision);
  return difference.is_negative() ? squares_of_arc{smaller, larger} : squares_of_arc{larger, smaller};
}

/// cosh(v) cos(u): a times it over sin(u).
ball far_side(squares_of_arc const& of, int precision) {
  return math::sqrt(multiply(add(ball(1), of.sinh_v, precision), of.cos_u, precision), precision);
}

/// sqrt(1 + b^2)
ball beside_one(double b, int precision) {
  return math::sqrt(add(ball(1), square(ball(b), precision), precision), precision);
}

/// Whether a is so small beside 1 or b that functions of a + ib are linear in a.
template <class T> bool is_tiny_beside(T a, T b) {
  int const top = is_zero(b) ? 0 : math::top_exponent(b);
  return math::top_exponent(a) < tiny + (top > 0 ? top : 0);
}

/// The real part of asin(a + ib). Precondition, here and below: numbers of the first quadrant.
template <class T> T angle_of_sine(T a, T b) {
  if (is_zero(a)) return a;
  if (is_zero(b)) return asin(math::is_below(a, T(1)) ? a : T(1));
  bool const is_linear = is_tiny_beside(a, b);
  return math::round_until_certain<T>([=, a = widen_exactly(a), b = widen_exactly(b)](int precision) {
    int const longer = precision + 64;
    if (is_linear) return next_to(divide(ball(a), beside_one(b, longer), longer), false, longer);
    return math::atan_of_quotient(ball(a), far_side(squares(a, b, longer), longer), longer);
  });
}

/// The real part of acos(x + ib), where x may be negative.
template <class T> T angle_of_cosine(T x, T b) {
  if (is_zero(x)) return acos(x);
  if (is_zero(b)) return acos(math::is_below(x, T(1)) ? x : math::with_sign(is_negative(x), T(1)));
  bool const is_flat = !is_negative(x) && math::top_exponent(x) > -tiny && is_tiny_beside(b, x);
  return math::round_until_certain<T>([=, x = widen_exactly(x), b = widen_exactly(b)](int precision) {
    int const longer = precision + 64;
    if (is_flat) {
      // b/x (1 + (3 - 2 b^2) / 6 x^2 + ...)
      bool const beyond = !subtract(ball(3), scale(square(ball(b), longer), 1), longer).is_negative();
      return next_to(divide(ball(b), ball(x), longer), beyond, longer);
    }
    ball const acute =
        math::atan_of_quotient(far_side(squares(magnitude(x), b, longer), longer), ball(magnitude(x)), longer);
    return is_negative(x) ? subtract(math::pi(longer), acute, longer) : acute;
  });
}

/// The imaginary part of asin(a + ib), and of acos but for the sign.
template <class T> T growth_of_sine(T a, T b) {
  if (is_zero(b)) return math::is_below(a, T(1)) ? T(0) : acosh(a);
  if (is_zero(a)) return asinh(b);
  return math::round_until_certain<T>([a = widen_exactly(a), b = widen_exactly(b)](int precision) {
    // v = asinh s = log1p(s + s^2 / (1 + sqrt(1 + s^2)))
    int const longer = precision + 64;
    ball const square_of_s = squares(a, b, longer).sinh_v;
    ball const cosh = math::sqrt(add(ball(1), square_of_s, longer), longer);
    ball const rest = divide(square_of_s, add(ball(1), cosh, longer), longer);
    return math::log1p(add(math::sqrt(square_of_s, longer), rest, longer), longer);
  });
}

/// The real part of atanh(a + ib): log1p(4a / ((1 - a)^2 + b^2)) / 4.
template <class T> T growth_of_tangent(T a, T b) {
  if (is_zero(a)) return a;
  if (is_zero(b) && !math::is_below(T(1), a)) return atanh(a);
  bool const is_linear = is_tiny_beside(a, b);
  return math::round_until_certain<T>([=, a = widen_exactly(a), b = widen_exactly(b)](int precision) {
    int const longer = precision + 64;
    ball const one(1), square_of_b = square(ball(b), longer);
    if (is_linear) return next_to(divide(ball(a), add(one, square_of_b, longer), longer), false, longer);
    ball const distance = add(square(subtract(one, ball(a), longer), longer), square_of_b, longer);
    return scale(math::log1p(divide(scale(ball(a), 2), distance, longer), longer), -2);
  });
}

/// The imaginary part of atanh(a + ib): the angle of 1 - a^2 - b^2 + 2ib, halved.
template <class T> T angle_of_tangent(T a, T b) {
  if (is_zero(b)) return math::is_below(T(1), a) ? acos(T(0)) : b;
  if (is_zero(a)) return atan(b);
  return math::round_until_certain<T>([a = widen_exactly(a), b = widen_exactly(b)](int precision) {
    int const longer = precision + 64;
    ball const beyond = beyond_circle(a, b, longer);
    ball const acute = math::atan_of_quotient(scale(ball(b), 1), magnitude(beyond), longer);
    return scale(beyond.is_negative() ? acute : subtract(math::pi(longer), acute, longer), -1);
  });
}

/// The point in the quadrant of x and y.
template <class T> std::complex<T> in_quadrant(T x, T y, T real, T imaginary) {
  return {math::with_sign(is_negative(x), real), math::with_sign(is_negative(y), imaginary)};
}

template <class T> std::complex<T> complex_asinh(T x, T y) {
  T const a = magnitude(x), b = magnitude(y);
  if (is_nan(x)) return {is_infinite(y) ? infinity<T>() : quiet_nan<T>(), is_zero(y) ? y : quiet_nan<T>()};
  if (is_nan(y)) return {is_infinite(x) ? x : quiet_nan<T>(), quiet_nan<T>()};
  if (is_infinite(x) || is_infinite(y)) return in_quadrant(x, y, infinity<T>(), atan2(b, a));
  return in_quadrant(x, y, growth_of_sine(b, a), angle_of_sine(b, a));
}

template <class T> std::complex<T> complex_acos(T x, T y) {
  T const b = magnitude(y);
  if (is_nan(x)) return {quiet_nan<T>(), is_infinite(y) ? negated(y) : quiet_nan<T>()};
  if (is_nan(y)) return {is_zero(x) ? acos(x) : quiet_nan<T>(), is_infinite(x) ? infinity<T>() : quiet_nan<T>()};
  if (is_infinite(x) || is_infinite(y)) return {atan2(b, x), infinity<T>(!is_negative(y))};
  return {angle_of_cosine(x, b), math::with_sign(!is_negative(y), growth_of_sine(magnitude(x), b))};
}

template <class T> std::complex<T> complex_acosh(T x, T y) {
  T const b = magnitude(y);
  if (is_nan(x)) return {is_infinite(y) ? infinity<T>() : quiet_nan<T>(), quiet_nan<T>()};
  if (is_nan(y)) return {is_infinite(x) ? infinity<T>() : quiet_nan<T>(), is_zero(x) ? acos(x) : quiet_nan<T>()};
  if (is_infinite(x) || is_infinite(y)) return {infinity<T>(), atan2(y, x)};
  return {growth_of_sine(magnitude(x), b), math::with_sign(is_negative(y), angle_of_cosine(x, b))};
}

template <class T> std::complex<T> complex_atanh(T x, T y) {
  T const a = magnitude(x), b = magnitude(y), quarter_turn = acos(T(0));
  if (is_nan(x)) return is_infinite(y) ? in_quadrant(T(0), y, T(0), quarter_turn) : not_a_number<T>();
  if (is_nan(y))
    return {is_zero(x) || is_infinite(x) ? math::with_sign(is_negative(x), T(0)) : quiet_nan<T>(), quiet_nan<T>()};
  if (is_infinite(x) || is_infinite(y)) return in_quadrant(x, y, T(0), quarter_turn);
  return in_quadrant(x, y, growth_of_tangent(a, b), angle_of_tangent(a, b));
}

/// -i times a function of iz, which leaves the sign of its real part open where y is NaN: then that is plus.
template <class T> std::complex<T> turned_back(std::complex<T> of_turned, T y) {
  return {of_turned.imag(), is_nan(y) ? of_turned.real() : canonical(negated(of_turned.real()))};
}
template <class T> std::complex<T> complex_asin(T x, T y) { return turned_back(complex_asinh(negated(y), x), y); }
template <class T> std::complex<T> complex_atan(T x, T y) { return turned_back(complex_atanh(negated(y), x), y); }

}  // namespace

#define ISOBIT_ENTRY(f, T) \
  std::complex<T> f(std::complex<T> const& z) noexcept { return complex_##f(z.real(), z.imag()); }
#define ISOBIT_BOTH(f) ISOBIT_ENTRY(f, double) ISOBIT_ENTRY(f, float)
ISOBIT_BOTH(asin)
ISOBIT_BOTH(acos)
ISOBIT_BOTH(atan)
ISOBIT_BOTH(asinh)
ISOBIT_BOTH(acosh)
ISOBIT_BOTH(atanh)
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY

}  // namespace cr
ISOBIT_NAMESPACE_END
