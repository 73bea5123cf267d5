#include "math/complex.hpp"

#include "math/cos/cos_definition.hpp"
#include "math/cosh/cosh_definition.hpp"
#include "math/exp/exp_definition.hpp"
#include "math/sin/sin_definition.hpp"
#include "math/sinh/sinh_definition.hpp"

// Complex functions by balls. docs/maths/complex.md
ISOBIT_NAMESPACE_BEGIN
namespace cr {
namespace {

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

/// log|z|. docs/maths/complex.md
template <class T> T growth(T x, T y) {
  if (is_infinite(x) || is_infinite(y)) return infinity<T>();
  if (is_nan(x) || is_nan(y)) return quiet_nan<T>();
  if (is_zero(x)) return log(magnitude(y));
  if (is_zero(y)) return log(magnitude(x));
  return math::round_until_certain<T>(
      [x = widen_exactly(x), y = widen_exactly(y)](int precision) { return log_of_magnitude(x, y, precision + 64); });
}
template <class T> std::complex<T> complex_log(T x, T y) { return {growth(x, y), atan2(y, x)}; }

/// sqrt((|z| + |x|) / 2), the larger part of a root in magnitude: never the middle of two numbers.
/// docs/maths/complex.md#roots
template <class T> ball larger_part(T x, T y, int precision) {
  ball const a(widen_exactly(magnitude(x))), b(widen_exactly(y));
  ball const size = math::sqrt(add(square(a, precision), square(b, precision), precision), precision);
  return math::sqrt(scale(add(size, a, precision), -1), precision);
}
/// |y| / 2 over that. Where y is tiny beside x, it is so near |y| / (2 sqrt|x|), which may be a middle, that this takes
/// its place, with a nudge to the right side. docs/maths/complex.md#roots
template <class T> T smaller_part(T x, T y) {
  constexpr int tiny = -300;
  bool const is_tiny = !is_zero(x) && math::top_exponent(y) < math::top_exponent(x) + tiny;
  return math::round_until_certain<T>([=](int precision) {
    int const longer = precision + 64;
    ball const half = scale(ball(widen_exactly(magnitude(y))), -1);
    if (!is_tiny) return divide(half, larger_part(x, y, longer), longer);
    ball const near = divide(half, math::sqrt(ball(widen_exactly(magnitude(x))), longer), longer);
    return next_to(near, false, longer);
  });
}

template <class T> std::complex<T> complex_sqrt(T x, T y) {
  if (is_infinite(y)) return {infinity<T>(), y};
  if (is_infinite(x)) {
    if (!is_negative(x)) return {x, is_nan(y) ? quiet_nan<T>() : zero<T>(is_negative(y))};
    return is_nan(y) ? std::complex<T>(quiet_nan<T>(), infinity<T>())
                     : std::complex<T>(zero<T>(), infinity<T>(is_negative(y)));
  }
  if (is_nan(x) || is_nan(y)) return not_a_number<T>();
  if (is_zero(y)) {
    T const root = sqrt(magnitude(x));
    return is_zero(x) || !is_negative(x) ? std::complex<T>(root, y)
                                         : std::complex<T>(zero<T>(), math::with_sign(is_negative(y), root));
  }
  T const large = math::round_until_certain<T>([=](int precision) { return larger_part(x, y, precision + 64); });
  T const small = smaller_part(x, y);
  bool const is_left = is_negative(x) && !is_zero(x);
  return {is_left ? small : large, math::with_sign(is_negative(y), is_left ? large : small)};
}

/// Of(v) Along(v) / (sinh^2 x + cos^2 y), v being one of x and y: a part of tanh.
template <class Of, class Along, class T> T quotient(T x, T y, T v) {
  return math::round_until_certain<T>(
      [x = widen_exactly(x), y = widen_exactly(y), v = widen_exactly(v)](int precision) {
        int const longer = precision + 64;
        ball const below = add(square(math::sinh_definition::enclose(x, longer), longer),
                               square(math::cos_definition::enclose(y, longer), longer), longer);
        return divide(multiply(Of::enclose(v, longer), Along::enclose(v, longer), longer), below, longer);
      });
}

template <class T> std::complex<T> complex_tanh(T x, T y) {
  if (is_nan(x)) return {quiet_nan<T>(), is_zero(y) ? y : quiet_nan<T>()};
  if (is_zero(y)) return {tanh(x), y};
  if (is_nonfinite(y)) {
    if (is_infinite(x)) return {math::with_sign(is_negative(x), T(1)), zero<T>(!is_nan(y) && is_negative(y))};
    return {is_zero(x) ? x : quiet_nan<T>(), quiet_nan<T>()};
  }
  if (is_zero(x)) return {x, tan(y)};
  if (is_far(x)) {
    auto const [sine, cosine] = sincos(y);
    return {math::with_sign(is_negative(x), T(1)), zero<T>(is_negative(sine) != is_negative(cosine))};
  }
  return {quotient<math::sinh_definition, math::cosh_definition>(x, y, x),
          quotient<math::sin_definition, math::cos_definition>(x, y, y)};
}

/// sin(z) = -i sinh(iz), cos(z) = cosh(iz), tan(z) = -i tanh(iz)
template <class T> std::complex<T> complex_sin(T x, T y) {
  auto const turned = complex_sinh(negated(y), x);
  return {turned.imag(), canonical(negated(turned.real()))};
}
template <class T> std::complex<T> complex_cos(T x, T y) { return complex_cosh(negated(y), x); }
template <class T> std::complex<T> complex_tan(T x, T y) {
  auto const turned = complex_tanh(negated(y), x);
  return {turned.imag(), canonical(negated(turned.real()))};
}

}  // namespace

#define ISOBIT_ENTRY(f, T) \
  std::complex<T> f(std::complex<T> const& z) noexcept { return complex_##f(z.real(), z.imag()); }
#define ISOBIT_BOTH(f) ISOBIT_ENTRY(f, double) ISOBIT_ENTRY(f, float)
ISOBIT_BOTH(exp)
ISOBIT_BOTH(log)
ISOBIT_BOTH(sqrt)
ISOBIT_BOTH(sinh)
ISOBIT_BOTH(cosh)
ISOBIT_BOTH(tanh)
ISOBIT_BOTH(sin)
ISOBIT_BOTH(cos)
ISOBIT_BOTH(tan)
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY

}  // namespace cr
ISOBIT_NAMESPACE_END
