#include <isobit/math/complex.hpp>

#include <isobit/math/functions.hpp>

#include "math/ball/logarithm.hpp"
#include "math/ball/round.hpp"
#include "math/cos/cos_definition.hpp"
#include "math/cosh/cosh_definition.hpp"
#include "math/exp/exp_definition.hpp"
#include "math/sin/sin_definition.hpp"
#include "math/sinh/sinh_definition.hpp"

// Complex functions by balls. docs/maths/complex.md
ISOBIT_NAMESPACE_BEGIN
namespace cr {
namespace {

using math::ball, math::infinity, math::is_infinite, math::quiet_nan, math::widen_exactly;

template <class T> T zero(bool negative = false) { return math::with_sign(negative, T(0)); }
template <class T> std::complex<T> not_a_number() { return {quiet_nan<T>(), quiet_nan<T>()}; }

/// Whether e^|x| is above 2^2954: its product with any sine or cosine of a number but zero overflows.
template <class T> bool is_far(T x) { return !math::is_below(x, T(2048)); }

/// Growth(x) Turn(y), rounded. Precondition: not far, y is not zero, and x only where Growth(0) = 1.
template <class Growth, class Turn, class T> T product(T x, T y) {
  return math::round_until_certain<T>([x = widen_exactly(x), y = widen_exactly(y)](int precision) {
    int const longer = precision + 64;
    return multiply(Growth::enclose(x, longer), Turn::enclose(y, longer), longer);
  });
}

/// sinh(x) sin(y) = x y (1 + (x^2 - y^2) / 6 + ...), which for tiny numbers is so near x y that this takes its place,
/// with a nudge to the right side; where x^2 = y^2 the next term is -x^4 / 90.
template <class T> T product_of_sines(T x, T y) {
  constexpr int tiny = -200, nudge = -600;
  if (math::top_exponent(x) >= tiny || math::top_exponent(y) >= tiny)
    return product<math::sinh_definition, math::sin_definition>(x, y);
  ball const exact = multiply(ball(widen_exactly(x)), ball(widen_exactly(y)), 128);
  ball const step = scale(exact, nudge);
  bool const is_beyond = bits_of(magnitude(x)) > bits_of(magnitude(y));
  return *math::round<T>(is_beyond ? add(exact, step, 1024) : subtract(exact, step, 1024));
}

template <class T> std::complex<T> complex_exp(T x, T y) {
  if (is_zero(y)) return {exp(x), y};
  if (is_nonfinite(y)) {
    if (!is_infinite(x)) return not_a_number<T>();
    return is_negative(x) ? std::complex<T>(zero<T>(), zero<T>()) : std::complex<T>(infinity<T>(), quiet_nan<T>());
  }
  if (is_nan(x)) return not_a_number<T>();
  auto const [sine, cosine] = sincos(y);
  if (is_far(x) && is_negative(x)) return {zero<T>(is_negative(cosine)), zero<T>(is_negative(sine))};
  if (is_far(x)) return {infinity<T>(is_negative(cosine)), infinity<T>(is_negative(sine))};
  return {product<math::exp_definition, math::cos_definition>(x, y),
          product<math::exp_definition, math::sin_definition>(x, y)};
}

template <class T> std::complex<T> complex_sinh(T x, T y) {
  if (is_zero(y)) return {sinh(x), y};
  if (is_nonfinite(y)) {
    T const real = is_zero(x) || is_infinite(x) ? x : quiet_nan<T>();  // odd
    return {real, quiet_nan<T>()};
  }
  if (is_nan(x)) return not_a_number<T>();
  auto const [sine, cosine] = sincos(y);
  bool const is_real_negative = is_negative(x) != is_negative(cosine);
  if (is_zero(x)) return {zero<T>(is_real_negative), sine};
  if (is_far(x)) return {infinity<T>(is_real_negative), infinity<T>(is_negative(sine))};
  return {product<math::sinh_definition, math::cos_definition>(x, y),
          product<math::cosh_definition, math::sin_definition>(x, y)};
}

template <class T> std::complex<T> complex_cosh(T x, T y) {
  if (is_zero(y)) return {cosh(x), zero<T>(!is_nan(x) && is_negative(x) != is_negative(y))};
  if (is_nonfinite(y)) {
    if (is_zero(x)) return {quiet_nan<T>(), zero<T>()};
    return {is_infinite(x) ? infinity<T>() : quiet_nan<T>(), quiet_nan<T>()};
  }
  if (is_nan(x)) return not_a_number<T>();
  auto const [sine, cosine] = sincos(y);
  bool const is_imaginary_negative = is_negative(x) != is_negative(sine);
  if (is_zero(x)) return {cosine, zero<T>(is_imaginary_negative)};
  if (is_far(x)) return {infinity<T>(is_negative(cosine)), infinity<T>(is_imaginary_negative)};
  return {product<math::cosh_definition, math::cos_definition>(x, y), product_of_sines(x, y)};
}

/// log(x^2 + y^2) / 2: near the circle of radius 1 by (a - 1)(a + 1) + b^2, whose parts are exact.
template <class T> T log_of_magnitude(T x, T y) {
  if (is_infinite(x) || is_infinite(y)) return infinity<T>();
  if (is_nan(x) || is_nan(y)) return quiet_nan<T>();
  bool const is_x_larger = bits_of(magnitude(x)) >= bits_of(magnitude(y));
  T const large = magnitude(is_x_larger ? x : y), small = is_x_larger ? y : x;
  if (is_zero(small)) return log(large);
  ball const a(widen_exactly(large)), square_of_b = square(ball(widen_exactly(small)), 128);
  bool const is_near_circle = math::top_exponent(large) == -1 || math::top_exponent(large) == 0;
  return math::round_until_certain<T>([&](int precision) {
    int const longer = precision + 64;
    if (!is_near_circle) return scale(math::log(add(square(a, 128), square_of_b, longer), longer), -1);
    ball const difference = multiply(subtract(a, ball(1), 128), add(a, ball(1), 128), 256);
    return scale(math::log1p(add(difference, square_of_b, longer), longer), -1);
  });
}
template <class T> std::complex<T> complex_log(T x, T y) { return {log_of_magnitude(x, y), atan2(y, x)}; }

/// sin(z) = -i sinh(iz), cos(z) = cosh(iz)
template <class T> std::complex<T> complex_sin(T x, T y) {
  auto const turned = complex_sinh(negated(y), x);
  return {turned.imag(), canonical(negated(turned.real()))};
}
template <class T> std::complex<T> complex_cos(T x, T y) { return complex_cosh(negated(y), x); }

}  // namespace

#define ISOBIT_ENTRY(f, T) \
  std::complex<T> f(std::complex<T> const& z) noexcept { return complex_##f(z.real(), z.imag()); }
#define ISOBIT_BOTH(f) ISOBIT_ENTRY(f, double) ISOBIT_ENTRY(f, float)
ISOBIT_BOTH(exp)
ISOBIT_BOTH(log)
ISOBIT_BOTH(sinh)
ISOBIT_BOTH(cosh)
ISOBIT_BOTH(sin)
ISOBIT_BOTH(cos)
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY

}  // namespace cr
ISOBIT_NAMESPACE_END
