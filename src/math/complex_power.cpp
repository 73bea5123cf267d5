#include "math/ball/arc.hpp"
#include "math/ball/exponential.hpp"
#include "math/ball/trigonometric.hpp"
#include "math/complex.hpp"
#include "math/gaussian_power.hpp"

// z^w = e^(w log z) by balls, z = x + iy, w = u + iv. docs/maths/complex.md#powers
ISOBIT_NAMESPACE_BEGIN
namespace cr {
namespace {

/// The angle of z: so many eighths of a turn, and the arc of side / size. In eighths that are odd, side is zero.
struct angle {
  int eighths;
  double side, size;
};
angle angle_of(double x, double y) {
  double const a = magnitude(x), b = magnitude(y);
  int const above = is_negative(y) ? -1 : 1;
  if (is_zero(a) && is_zero(b)) return {is_negative(x) ? 4 * above : 0, 0, 0};
  if (bits_of(a) == bits_of(b)) return {is_negative(x) ? 3 * above : above, 0, 1};
  if (math::is_below(a, b)) return {2 * above, is_infinite(b) ? 0 : is_negative(y) ? x : negated(x), b};
  return {is_negative(x) ? 4 * above : 0, is_infinite(a) ? 0 : is_negative(x) ? negated(y) : y, a};
}

bool is_tiny(ball const& x, int exponent) { return upper_bound(x) < math::bound_power_of_two(exponent); }

/// 1 + the result is (1 + a) (1 + b).
ball compose(ball const& a, ball const& b, int precision) {
  return add(add(a, b, precision), multiply(a, b, precision), precision);
}
/// What sin(x) / x (divisor 6) or atan(x) / x (divisor 3) has beside 1: -x^2 / divisor and less than x^4.
ball next_term(ball const& x, int divisor, int precision) {
  ball const squared = square(x, precision);
  math::bound const bound = upper_bound(squared);
  return widen(divide_integer(negate(squared), divisor, precision), multiply(bound, bound));
}

/// |z|^u e^(-v theta) and what is left of the angle v log|z| + u theta when quarter turns are taken off.
class power {
public:
  power(double x, double y, double u, double v) : x_(x), y_(y), u_(u), v_(v), at_(angle_of(x, y)) {
    ball const quarters = scale(multiply(ball(u), ball(at_.eighths), 128), -1);
    auto const [count, rest] = math::nearest_quarter(magnitude(quarters));
    quarters_ = quarters.is_negative() ? -count & 3 : count;
    rest_ = quarters.is_negative() ? negate(rest) : rest;
  }

  [[nodiscard]] int quarters() const { return quarters_; }
  [[nodiscard]] bool has_rest() const { return !rest_.midpoint_is_zero(); }
  [[nodiscard]] bool is_rest_negative() const { return rest_.is_negative(); }
  /// Whether z lies on an axis, and so has the size above.
  [[nodiscard]] bool is_on_axis() const { return at_.eighths % 2 == 0 && is_zero(at_.side); }
  /// Whether the result lies on an axis: what is left of its angle is zero. docs/maths/complex.md#powers
  [[nodiscard]] bool has_no_phase() const {
    bool const is_unit = is_on_axis() && bits_of(at_.size) == bits_of(1.0);
    return !has_rest() && (is_zero(v_) || is_unit) && (is_zero(u_) || is_zero(at_.side));
  }
  /// The sign of an imaginary part of zero: that of v log|z| + u theta, as IEEE's arithmetic has it.
  [[nodiscard]] bool is_zero_negative() const {
    bool const of_turn = is_negative(u_) != is_negative(y_);
    if (at_.eighths != 0 && !is_zero(u_)) return of_turn;
    return of_turn && is_negative(v_) != math::is_below(at_.size, 1.0);
  }

  /// The part along the direction of those quarter turns, or the one across.
  [[nodiscard]] ball part(bool across, int precision) const {
    int const longer = precision + 64 + extra_bits();
    auto const times = [&](double factor, ball const& x) { return multiply(ball(factor), x, longer); };
    ball const logarithm = log_of_magnitude(x_, y_, longer);
    ball const arc = math::atan_of_quotient(ball(at_.side), ball(at_.size), longer);
    auto const turns = [&](ball const& x) { return multiply(math::pi(longer), x, longer); };
    ball const theta = add(scale(turns(ball(at_.eighths)), -2), arc, longer);
    ball const phase = add(add(scale(turns(rest_), -1), times(v_, logarithm), longer), times(u_, arc), longer);
    ball const shrink = times(v_, theta);

    if (at_.eighths % 2 == 0 && !has_rest() && is_tiny(phase, -300)) {
      ball const slope = divide(ball(at_.side), ball(at_.size), longer);
      ball const rise = scale(math::log1p(square(slope, longer), longer), -1);
      ball const excess = subtract(times(u_, rise), shrink, longer);  // of the exponent, over u log(size)
      if (is_tiny(excess, -600))
        if (ball const near = beside_axis(across, longer, {slope, phase, excess, logarithm}); is_known(near))
          return near;
    }

    ball const exponent = in_range(subtract(times(u_, logarithm), shrink, longer));
    auto const [sine, cosine] = math::sin_cos(phase, longer);
    return multiply(math::exp(exponent, longer), across ? sine : cosine, longer);
  }

private:
  struct small_numbers {
    ball slope, phase, excess, logarithm;
  };

  static bool is_known(ball const& x) { return x.radius.exponent < math::bound::unbounded; }

  /// e^x over- or underflows for |x| > 2^29, whatever it is multiplied by here.
  static ball in_range(ball const& x) {
    if (!(math::bound_power_of_two(29) < lower_bound(x))) return x;
    return scale(ball(x.is_negative() ? -1 : 1), 29);
  }

  /// What stands before the point of products with u and v.
  [[nodiscard]] int extra_bits() const {
    auto const top = [](double x) { return is_zero(x) ? 0 : math::top_exponent(x); };
    int const larger = top(u_) > top(v_) ? top(u_) : top(v_);
    return larger + 12 > 0 ? larger + 12 : 0;
  }

  /// Next to an axis the part along is size^u, and the part across u side size^(u - 1), but for less than 2^-600 of
  /// them. These may be middles of two numbers, so only the side matters on which the exact part lies. Unknown if that
  /// is not so.
  [[nodiscard]] ball beside_axis(bool across, int precision, small_numbers const& of) const {
    ball const growth = math::expm1(of.excess, precision);
    ball const size =
        math::exp(in_range(multiply(ball(u_), math::log(ball(at_.size), precision), precision)), precision);
    if (!across) {
      // e^excess cos(phase) - 1 = expm1(excess) cos(phase) - 2 sin(phase / 2)^2
      ball const sine = math::sin_cos(scale(of.phase, -1), precision).sine;
      ball const cosine = math::sin_cos(of.phase, precision).cosine;
      return towards(size, subtract(multiply(growth, cosine, precision), scale(square(sine, precision), 1), precision),
                     precision);
    }
    if (is_zero(u_) || is_zero(at_.side)) return math::unknown();
    ball const near = multiply(ball(u_), of.slope, precision);
    ball const result = multiply(near, size, precision);
    if (is_zero(v_) && (bits_of(u_) == bits_of(1.0) || bits_of(u_) == bits_of(2.0)))
      return multiply(multiply(ball(u_), ball(at_.side), precision),
                      bits_of(u_) == bits_of(1.0) ? ball(1) : ball(at_.size), precision);
    // e^excess sin(phase) / near, where phase is u atan(slope) + v log|z|
    ball const turned = divide(multiply(ball(v_), of.logarithm, precision), near, precision);
    ball const phase = add(next_term(of.slope, 3, precision), turned, precision);
    if (!is_tiny(phase, -600)) return math::unknown();
    ball const sine = next_term(of.phase, 6, precision);
    return towards(result, compose(compose(growth, sine, precision), phase, precision), precision);
  }

  /// x (1 + tiny), where only the sign of tiny matters; unknown without.
  static ball towards(ball const& x, ball const& tiny, int precision) {
    if (lower_bound(tiny).is_zero()) return math::unknown();
    return next_to(x, !tiny.is_negative(), precision);
  }

  double x_, y_, u_, v_;
  angle at_;
  int quarters_;
  ball rest_;
};

/// The parts along and across, turned by quarters.
template <class T> std::complex<T> turned(int quarters, T along, T across) {
  switch (quarters) {
  case 0:
    return {along, across};
  case 1:
    return {negated(across), along};
  case 2:
    return {negated(along), negated(across)};
  default:
    return {across, negated(along)};
  }
}

/// What has no phase, turned: zeros are plus in the real part, and as IEEE's arithmetic has them in the imaginary one.
template <class T> std::complex<T> on_axis(power const& z, T along) {
  auto const result = turned(z.quarters(), along, T(0));
  if (z.quarters() % 2 != 0) return {T(0), result.imag()};
  return {result.real(), zero<T>(z.is_zero_negative())};
}

template <class T> int sign(T x) { return is_zero(x) ? 0 : is_negative(x) ? -1 : 1; }

/// Where z is zero or infinite, or w is: e^(w log z), of limits. Precondition: w is not real where it is finite.
template <class T> std::complex<T> limit(T x, T y, T u, T v) {
  bool const is_large = is_infinite(x) || is_infinite(y), is_origin = is_zero(x) && is_zero(y);
  int grows = is_large ? 1 : -1;  // the sign of log|z|
  if (!is_large && !is_origin) {
    ball const beyond = beyond_circle(widen_exactly(x), widen_exactly(y), 192);
    grows = beyond.midpoint_is_zero() ? 0 : beyond.is_negative() ? -1 : 1;
  }
  int const turns = is_zero(y) && !is_negative(x) ? 0 : is_negative(y) ? -1 : 1;  // the sign of the angle
  int const by_u = is_infinite(u) || is_large || is_origin ? sign(u) * grows : 0;
  int const by_v = is_infinite(v) ? -sign(v) * turns : 0;
  bool const is_undefined = (is_infinite(u) && grows == 0) || (is_infinite(v) && turns == 0) || by_u * by_v < 0;
  if (is_undefined || by_u + by_v == 0) return not_a_number<T>();
  return by_u + by_v < 0 ? std::complex<T>(T(0), T(0)) : std::complex<T>(infinity<T>(), quiet_nan<T>());
}

template <class T> std::complex<T> complex_pow(T x, T y, T u, T v) {
  if (is_zero(u) && is_zero(v)) return {T(1), T(0)};
  if (is_nan(x) || is_nan(y) || is_nan(u) || is_nan(v)) return not_a_number<T>();
  bool const is_real = is_zero(y) && !is_negative(x) && is_zero(v);
  bool const is_end = (is_zero(x) && is_zero(y)) || is_infinite(x) || is_infinite(y);
  if (!is_real && (is_infinite(u) || is_infinite(v) || (is_end && !is_zero(v)))) return limit(x, y, u, v);

  double const wide_u =
      is_infinite(u) ? math::with_sign(is_negative(u), 1.0) : widen_exactly(u);  // of a real z, which does not turn
  auto const wide = [](T part) {
    return is_infinite(part) ? math::infinity<double>(is_negative(part)) : widen_exactly(part);
  };
  power const z(wide(x), wide(y), wide_u, widen_exactly(v));
  T const size = is_infinite(x) || is_infinite(y) ? infinity<T>() : is_zero(x) ? magnitude(y) : magnitude(x);
  if (is_zero(v) && z.has_no_phase() && z.is_on_axis()) return on_axis(z, pow(size, u));
  if (is_end) {  // a part is not zero
    T const end = pow(size, u);
    if (z.has_no_phase()) return on_axis(z, end);
    return turned(z.quarters(), end, math::with_sign(z.is_rest_negative(), end));
  }
  auto const rounded = [](ball const& part, bool negative) {
    return part.midpoint_is_zero() ? zero<T>(negative) : *math::round<T>(part);
  };
  if (is_zero(v))
    if (auto const exact = gaussian_power(widen_exactly(x), widen_exactly(y), wide_u))
      return {rounded(exact->real, false), rounded(exact->imaginary, z.is_zero_negative())};
  T const along = math::round_until_certain<T>([&](int precision) { return z.part(false, precision); });
  if (z.has_no_phase()) return on_axis(z, along);
  T const across = math::round_until_certain<T>([&](int precision) { return z.part(true, precision); });
  return turned(z.quarters(), along, across);
}

}  // namespace

#define ISOBIT_ENTRY(T)                                                              \
  std::complex<T> pow(std::complex<T> const& z, std::complex<T> const& w) noexcept { \
    return complex_pow(z.real(), z.imag(), w.real(), w.imag());                      \
  }
ISOBIT_ENTRY(double)
ISOBIT_ENTRY(float)
#undef ISOBIT_ENTRY

}  // namespace cr
ISOBIT_NAMESPACE_END
