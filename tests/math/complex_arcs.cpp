// Complex asin, acos, atan, asinh, acosh, atanh against MPFR, both parts, bit for bit, and the special values of C's
// Annex G.
//
//     complex_arcs [--count 1000] [--seed 1]

#include <isobit/math.hpp>

#include "complex_oracle.hpp"

namespace isobit::test {
namespace {

/// Odd: where the real part is negative z and the root would cancel.
complex_real asinh(complex_real const& z) {
  if (mpfr_signbit(z.re) != 0) return -asinh(-z);
  return log(z + sqrt(z * z + one(z.precision())));
}
complex_real acosh(complex_real const& z) {
  complex_real const unit = one(z.precision());
  return log(z + sqrt(z + unit) * sqrt(z - unit));
}
complex_real atanh(complex_real const& z) {
  complex_real const unit = one(z.precision());
  return halved(log(unit + z) - log(unit - z));
}
/// f(iz) / i
template <class F> complex_real across(F f, complex_real const& z) { return -turned(f(turned(z))); }
complex_real acos(complex_real const& z) {
  complex_real const unit = one(z.precision());
  return -turned(log(z + turned(sqrt(unit + z) * sqrt(unit - z))));
}

template <class T> void check(tally& t, T x, T y) {
  widen_range();
  std::complex<T> const z(x, y);
  complex_real const wide(enough_bits({x, y}), double{x}, double{y});
  compare(t, "asinh", z, cr::asinh(z), rounded<T>(asinh(wide)));
  compare(t, "acosh", z, cr::acosh(z), rounded<T>(acosh(wide)));
  compare(t, "atanh", z, cr::atanh(z), rounded<T>(atanh(wide)));
  compare(t, "asin", z, cr::asin(z), rounded<T>(across(asinh, wide)));
  compare(t, "acos", z, cr::acos(z), rounded<T>(acos(wide)));
  compare(t, "atan", z, cr::atan(z), rounded<T>(across(atanh, wide)));
}

template <class T> bool check(std::size_t count, std::uint64_t seed) {
  using f = format<T>;
  random_source random(seed);
  tally t;
  auto const finite = [&](auto draw) {
    for (;;) {
      T const x = draw();
      if (!is_nonfinite(x) && !is_zero(x)) return x;
    }
  };
  auto const ordinary = [&] { return finite([&] { return draw_argument<T>(random, -4, 4); }); };
  auto const any = [&] {
    return finite([&] { return from_bits<T>(static_cast<typename f::bits_type>(random.next())); });
  };
  auto const near_one = [&] {
    return static_cast<T>((random.coin() ? 1 : -1) *
                          (1 + int(random.between(-8, 8)) * std::ldexp(1.0, 1 - f::precision)));
  };
  T const least = from_bits<T>(1);
  auto const power = [](int exponent) { return static_cast<T>(std::ldexp(1.0, exponent)); };
  for (std::size_t i = 0; i < count; ++i) {
    T const x = ordinary();
    check(t, x, random.one_in(8) ? x : ordinary());
    check(t, any(), any());
    // Beside the points where they are singular, and on the cuts but for a hair.
    T const hair = static_cast<T>((random.coin() ? 1 : -1) * double(1 + random.below(64))) *
                   power(random.between(f::min_exponent, 0));
    check(t, near_one(), hair);
    check(t, hair, near_one());
    check(t, ordinary(), hair);
    check(t, hair, ordinary());
    T const angle = ordinary(), on_circle = cr::cos(angle);
    if (!is_zero(cr::sin(angle))) check(t, on_circle, cr::sin(angle));
  }
  // Middles of two subnormal numbers, but for less than any of the formulas' first terms.
  constexpr int half = f::max_exponent / 2;
  for (int i = 0; i < 12; ++i) {
    T const odd = static_cast<T>(2 * random.below(1000) + 1);
    // a / b and b / x, with x so large that what b has beside sqrt(3/2) says on which side
    for (T const b : {T(1), T(1.2247), T(1.22474487139158905), T(1.3), T(1.75)}) {
      T const large = power(f::max_exponent - 2) * b, small = odd * b * power(f::min_exponent + f::max_exponent - 3);
      check(t, large, small);
      check(t, small, large);
      for (int step = -2; step <= 2; ++step) {
        T const near = from_bits<T>(static_cast<typename f::bits_type>(bits_of(b) + static_cast<unsigned>(step)));
        check(t, power(f::max_exponent - 1), near);
        check(t, near, power(f::max_exponent - 1));
      }
    }
    check(t, power(half + i), odd * power(half + i + f::min_exponent - 1));
    // a / (1 + b^2)
    for (int b = 1; b < 10; b += 2) {
      int const half_square = (1 + b * b) / 2;
      check(t, odd * static_cast<T>(half_square) * least, static_cast<T>(b));
    }
    check(t, odd * power(f::min_exponent - 1 + 2 * half), power(half));
    check(t, odd * power(f::min_exponent - 1 + 2 * (half + 10 + i)), power(half + 10 + i));
  }
  std::printf("%s %" PRIu64 " results of six functions, %" PRIu64 " wrong parts\n",
              sizeof(T) == sizeof(double) ? "double" : "float", t.checked, t.wrong);
  return t.wrong == 0;
}

/// On the axes: those of real functions, and the cuts with zeros of both signs. Infinities and NaN as in Annex G, with
/// plus for what it leaves open.
bool check_special_values() {
  using complex = std::complex<double>;
  double const inf = HUGE_VAL, nan = from_bits<double>(format<double>::canonical_nan);
  double const quarter = cr::acos(0.0), eighth = cr::atan(1.0), half = cr::acos(-1.0);
  double const three_eighths = cr::atan2(1.0, -1.0);
  bool right = true;
  auto const expect = [&](char const* name, complex (*f)(complex const&), complex z, complex expected) {
    if (!are_right({{name, z, f(z), expected}})) right = false;
  };
  for (double const x : {0.0, 0.25, 1.0, 3.0})
    for (double const y : {0.0, -0.0}) {
      bool const within = x <= 1;
      double const side = std::copysign(1.0, y);
      double const arc = within ? cr::asin(x) : quarter, growth = within ? 0 : cr::acosh(x);
      expect("asin", cr::asin, {x, y}, {arc, side * growth});
      expect("asin", cr::asin, {-x, y}, {-arc, side * growth});
      expect("acos", cr::acos, {x, y}, {within ? cr::acos(x) : 0, -side * growth});
      expect("acos", cr::acos, {-x, y}, {within ? cr::acos(-x) : half, -side * growth});
      expect("acosh", cr::acosh, {x, y}, {growth, side * (within ? cr::acos(x) : 0)});
      expect("acosh", cr::acosh, {-x, y}, {growth, side * (within ? cr::acos(-x) : half)});
      expect("asinh", cr::asinh, {x, y}, {cr::asinh(x), y});
      expect("asinh", cr::asinh, {y, x}, {side * growth, arc});
      expect("atan", cr::atan, {x, y}, {cr::atan(x), y});
      if (x < 1) expect("atanh", cr::atanh, {-x, y}, {-cr::atanh(x), y});
      if (x > 1) expect("atanh", cr::atanh, {x, y}, {0x1.62e42fefa39efp-2, side * quarter});
      if (x > 1) expect("atan", cr::atan, {y, -x}, {side * quarter, -0x1.62e42fefa39efp-2});
    }
  expect("atanh", cr::atanh, {1, 0}, {inf, 0});
  expect("atanh", cr::atanh, {-1, -0.0}, {-inf, -0.0});
  expect("atan", cr::atan, {0, 1}, {0, inf});
  expect("acos", cr::acos, {0, nan}, {quarter, nan});
  expect("acos", cr::acos, {2, inf}, {quarter, -inf});
  expect("acos", cr::acos, {2, nan}, {nan, nan});
  expect("acos", cr::acos, {-inf, 2}, {half, -inf});
  expect("acos", cr::acos, {inf, 2}, {0, -inf});
  expect("acos", cr::acos, {inf, -2}, {0, inf});
  expect("acos", cr::acos, {-inf, inf}, {three_eighths, -inf});
  expect("acos", cr::acos, {inf, inf}, {eighth, -inf});
  expect("acos", cr::acos, {inf, nan}, {nan, inf});
  expect("acos", cr::acos, {nan, 2}, {nan, nan});
  expect("acos", cr::acos, {nan, inf}, {nan, -inf});
  expect("asinh", cr::asinh, {-0.0, -0.0}, {-0.0, -0.0});
  expect("asinh", cr::asinh, {2, inf}, {inf, quarter});
  expect("asinh", cr::asinh, {2, nan}, {nan, nan});
  expect("asinh", cr::asinh, {inf, 2}, {inf, 0});
  expect("asinh", cr::asinh, {-inf, 2}, {-inf, 0});
  expect("asinh", cr::asinh, {inf, -inf}, {inf, -eighth});
  expect("asinh", cr::asinh, {-inf, nan}, {-inf, nan});
  expect("asinh", cr::asinh, {nan, -0.0}, {nan, -0.0});
  expect("asinh", cr::asinh, {nan, 1}, {nan, nan});
  for (double const x : {inf, -inf}) expect("asinh", cr::asinh, {nan, x}, {inf, nan});
  expect("asin", cr::asin, {0, nan}, {0, nan});
  expect("asin", cr::asin, {inf, 1}, {quarter, inf});
  for (double const x : {inf, -inf}) expect("asin", cr::asin, {x, nan}, {nan, inf});
  expect("asin", cr::asin, {nan, -inf}, {nan, -inf});
  expect("atan", cr::atan, {inf, nan}, {quarter, 0});
  expect("atan", cr::atan, {-inf, nan}, {-quarter, 0});
  expect("atan", cr::atan, {nan, -inf}, {nan, -0.0});
  expect("acosh", cr::acosh, {2, -inf}, {inf, -quarter});
  expect("acosh", cr::acosh, {0, nan}, {nan, quarter});
  expect("acosh", cr::acosh, {2, nan}, {nan, nan});
  expect("acosh", cr::acosh, {-inf, 2}, {inf, half});
  expect("acosh", cr::acosh, {inf, -2}, {inf, -0.0});
  expect("acosh", cr::acosh, {-inf, inf}, {inf, three_eighths});
  expect("acosh", cr::acosh, {inf, inf}, {inf, eighth});
  expect("acosh", cr::acosh, {-inf, nan}, {inf, nan});
  expect("acosh", cr::acosh, {nan, 2}, {nan, nan});
  expect("acosh", cr::acosh, {nan, -inf}, {inf, nan});
  expect("atanh", cr::atanh, {-0.0, 0}, {-0.0, 0});
  expect("atanh", cr::atanh, {-0.0, nan}, {-0.0, nan});
  expect("atanh", cr::atanh, {-2, inf}, {-0.0, quarter});
  expect("atanh", cr::atanh, {2, nan}, {nan, nan});
  expect("atanh", cr::atanh, {inf, -2}, {0, -quarter});
  expect("atanh", cr::atanh, {inf, inf}, {0, quarter});
  expect("atanh", cr::atanh, {-inf, nan}, {-0.0, nan});
  expect("atanh", cr::atanh, {nan, 0}, {nan, nan});
  expect("atanh", cr::atanh, {nan, -inf}, {0, -quarter});
  return right;
}

}  // namespace
}  // namespace isobit::test

int main(int argc, char** argv) {
  using namespace isobit::test;
  auto const random = [](auto number, std::size_t count, std::uint64_t seed) {
    return check<decltype(number)>(count, seed);
  };
  return check_functions("math_complex_arcs", argc, argv, random, check_special_values);
}
