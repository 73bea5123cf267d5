// Complex powers against MPFR, both parts, bit for bit: where they are transcendental, where they are numbers and
// middles of two, and where they are so but for a hair; and what is defined beside.
//
//     complex_power [--count 1000] [--seed 1]

#include <optional>

#include <isobit/math.hpp>

#include "complex_oracle.hpp"

namespace isobit::test {
namespace {

/// z^n of an integer, where so many bits hold it exactly.
template <class T> std::optional<complex_real> whole_power(T x, T y, long n) {
  constexpr mpfr_prec_t bits = 40000;
  complex_real const z(bits, double{x}, double{y});
  complex_real result = one(bits);
  for (long i = 0; i < std::abs(n); ++i) {
    mpfr_clear_flags();
    complex_real const next = result * z;
    if (mpfr_inexflag_p() != 0) return {};
    mpfr_set(result.re, next.re, MPFR_RNDN), mpfr_set(result.im, next.im, MPFR_RNDN);
  }
  if (n >= 0) return result;
  real size(bits);
  mpfr_fmma(size, result.re, result.re, result.im, result.im, MPFR_RNDN);
  mpfr_div(result.re, result.re, size, MPFR_RNDN), mpfr_div(result.im, result.im, size, MPFR_RNDN);
  mpfr_neg(result.im, result.im, MPFR_RNDN);
  return result;
}

template <class T> void report(tally& t, T x, T y, T u, T v, std::complex<T> expected) {
  std::complex<T> const got = cr::pow(std::complex<T>(x, y), std::complex<T>(u, v));
  std::uint64_t const before = t.wrong;
  compare(t, "pow", std::complex<T>(x, y), got, expected);
  if (t.wrong != before && t.wrong < 40) std::printf("  to the power of (%a, %a)\n", double(u), double(v));
}

/// z^w where no part is zero.
template <class T> void check(tally& t, T x, T y, T u, T v) {
  widen_range();
  if (is_zero(v) && magnitude(u) <= 40 && u == std::round(u))
    if (auto const exact = whole_power(x, y, static_cast<long>(u))) return report(t, x, y, u, v, rounded<T>(*exact));
  mpfr_prec_t const bits = enough_bits({x, y}) + enough_bits({u, v});
  complex_real const z(bits, double{x}, double{y}), w(bits, double{u}, double{v});
  report(t, x, y, u, v, rounded<T>(exp(w * log(z))));
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
  auto const sign = [&] { return static_cast<T>(random.coin() ? 1 : -1); };
  auto const ordinary = [&] { return finite([&] { return draw_argument<T>(random, -4, 4); }); };
  auto const any = [&] {
    return finite([&] { return from_bits<T>(static_cast<typename f::bits_type>(random.next())); });
  };
  auto const power = [](int exponent) { return static_cast<T>(std::ldexp(1.0, exponent)); };
  auto const whole = [&](int most) { return sign() * static_cast<T>(random.between(1, most)); };
  auto const hair = [&] { return whole(64) * power(random.between(f::min_exponent, -f::precision)); };
  auto const moderate = [&] { return static_cast<T>(whole(1000000)) * power(-random.between(10, 20)); };
  T const none = 0;
  for (std::size_t i = 0; i < count; ++i) {
    check(t, moderate(), moderate(), moderate() / 16, moderate() / 16);
    check(t, ordinary(), ordinary(), ordinary(), ordinary());
    check(t, any(), any(), any(), any());
    check(t, moderate(), moderate(), moderate() / 16, none);
    check(t, whole(1 << 14), whole(1 << 14), whole(30), none);  // numbers, middles, and neither
    check(t, moderate(), moderate(), whole(12), none);
    check(t, any(), any(), whole(4), none);
    check(t, moderate(), moderate(), whole(8), hair());
    // Next to an axis, next to 1.
    T const small = hair(), size = moderate();
    if (random.coin())
      check(t, size, small, whole(20), random.coin() ? none : hair());
    else
      check(t, small, size, whole(20), random.coin() ? none : hair());
    check(t, sign(), hair(), ordinary(), random.coin() ? none : ordinary());
    check(t, T(1 + whole(4) * power(1 - f::precision)), hair(), ordinary(), ordinary());
    check(t, whole(1 << 8), hair(), whole(10), hair());
    check(t, moderate(), small, moderate() / 16, none);
    check(t, moderate(), none, moderate() / 16, moderate() / 16);  // on the axes
    check(t, whole(1 << 13), none, whole(9), hair());
    if (!is_zero(small)) check(t, none, moderate(), whole(9), hair());
  }
  // Powers of z = s^2, s^4, s^8 that are powers of s; negative ones of s = 2^k (1 + i).
  for (std::size_t i = 0; i < count; ++i) {
    int const roots = random.between(1, 3);
    long const bits = (f::precision - 2) >> roots, far = random.between(1, long{1} << bits);
    long const near = random.between(-far, far) * (roots == 3 ? 0.41 : 1);
    if (near == 0 || (roots == 2 && std::abs(near) == far)) continue;
    auto const s = whole_power(static_cast<T>(far), static_cast<T>(near), 1 << roots);
    if (mpfr_min_prec(s->re) > f::precision || mpfr_min_prec(s->im) > f::precision) continue;
    auto const x = rounded_to<T>(s->re), y = rounded_to<T>(s->im);
    int const n = random.between(1, 12);
    auto const expected = whole_power(static_cast<T>(far), static_cast<T>(near), n);
    if (is_zero(x) || is_zero(y) || mpfr_zero_p(expected->re) != 0 || mpfr_zero_p(expected->im) != 0) continue;
    report(t, x, y, static_cast<T>(n) / static_cast<T>(1 << roots), none, rounded<T>(*expected));
  }
  for (long i = 1; i < 200; i += 2) {
    T const side = power(random.between(-20, 20)), up = random.coin() ? side : -side;
    check(t, sign() * side, up, static_cast<T>(random.coin() ? i : -i), none);
    // (-4 m^4)^(n/4) = (m (1 + i))^n, and halves of the least number
    long const m = random.between(1, long{1} << (f::precision / 4 - 1));
    int const n = 2 * random.between(1, 7) + 1;
    auto const of_diagonal = whole_power(static_cast<T>(m), static_cast<T>(m), n);
    report(t, static_cast<T>(-4 * m * m * m * m), none, static_cast<T>(n) / 4, none, rounded<T>(*of_diagonal));
    check(t, T(-4), power(f::min_exponent + random.below(3)), static_cast<T>(2 * f::min_exponent - 1) / 4, none);
    check(t, T(-4), -power(f::min_exponent + random.below(3)), static_cast<T>(2 * f::min_exponent - 1) / 4, none);
    // x^2 - y^2 and 2 x y, 3 x^2 y - y^3, ... where the first term is a middle
    T const odd = static_cast<T>((long{1} << (f::precision / 2)) + i),
            small = static_cast<T>(i + 2) * power(-f::max_exponent / 2);
    for (T const u : {T(2), T(3), T(-1), T(-2), T(4)}) check(t, odd, small, u, none), check(t, small, odd, u, none);
    T const large = odd * power(f::max_exponent / 2 - f::precision), least = power(f::min_exponent);
    // x^2 is a middle of two; what y takes from it decides, and not a v that is less.
    T const root = static_cast<T>((long{1} << (f::precision + 1) / 2) + (f::precision % 2 == 0 ? i : -i));
    for (T const v : {none, least, -least}) check(t, root, small, T(2), v), check(t, -root, small, T(-2), v);
    for (T const u : {T(2), T(3), T(1.5), T(0.5)}) {
      check(t, large, least, u, none), check(t, -large, least, u, none);
      check(t, least, large, u, none), check(t, odd * odd, least, u, none), check(t, -odd * odd, least, u, none);
    }
    check(t, odd, none, T(2), hair()), check(t, odd, least, T(2), least), check(t, odd, least, T(2), -least);
    check(t, T(1), odd * least, (odd + 2) * 2, random.coin() ? none : hair());
    check(t, T(1), least, static_cast<T>(random.between(1, 1000)) * power(-3), random.coin() ? none : hair());
    check(t, T(6), static_cast<T>(9 * i) * 2 * least, T(-1), none);
    check(t, T(1), T(3) * power(-f::max_exponent / 3), none, odd * power(-f::max_exponent / 3));
  }
  std::printf("%s %" PRIu64 " powers, %" PRIu64 " wrong parts\n", sizeof(T) == sizeof(double) ? "double" : "float",
              t.checked, t.wrong);
  return t.wrong == 0;
}

/// Zeros, infinities, NaN; parts that are exactly zero.
bool check_special_values() {
  using complex = std::complex<double>;
  double const inf = HUGE_VAL, nan = from_bits<double>(format<double>::canonical_nan);
  complex const undefined(nan, nan);
  bool right = true;
  auto const expect = [&](complex z, complex w, complex expected) {
    if (are_right({{"pow", z, cr::pow(z, w), expected}})) return;
    std::printf("  to the power of (%g, %g)\n", w.real(), w.imag());
    right = false;
  };
  for (complex const z : {complex(0, 0), complex(nan, nan), complex(inf, nan), complex(2, -3), complex(-inf, 0)})
    for (complex const w : {complex(0, 0), complex(-0.0, -0.0)}) expect(z, w, {1, 0});
  expect({nan, 0}, {1, 0}, undefined);
  expect({2, 0}, {1, nan}, undefined);
  // Real numbers have real powers, with the sign of zero that v log|z| + u theta has.
  expect({2, 0}, {10, 0}, {1024, 0});
  expect({2, -0.0}, {3, 0}, {8, 0});
  expect({2, -0.0}, {3, -0.0}, {8, -0.0});
  expect({0.5, -0.0}, {3, 0}, {0.125, -0.0});
  expect({0.5, 0}, {inf, 0}, {0, 0});
  expect({1, 0}, {-inf, 0}, {1, 0});
  expect({2, 0}, {inf, 0}, {inf, 0});
  expect({0, 0}, {-1, 0}, {inf, -0.0});
  expect({0, 0}, {2.5, 0}, {0, 0});
  expect({inf, 0}, {-1, 0}, {0, 0});
  expect({1, 0}, {2, 3}, {1, 0});
  expect({2, 0}, {1, 5e-324}, {2, 5e-324});
  // Quarter turns.
  expect({-4, 0}, {0.5, 0}, {0, 2});
  expect({-4, -0.0}, {0.5, 0}, {0, -2});
  expect({-4, 0}, {1.5, 0}, {0, -8});
  expect({-2, 0}, {3, 0}, {-8, 0});
  expect({-2, -0.0}, {3, 0}, {-8, -0.0});
  expect({-2, 0}, {-1, 0}, {-0.5, -0.0});
  expect({-2, 0}, {0x1p60, 0}, {inf, 0});
  expect({0, 1}, {2, 0}, {-1, 0});
  expect({0, -1}, {2, 0}, {-1, -0.0});
  expect({0, 1}, {1, 0}, {0, 1});
  expect({-0.0, -1}, {1, 0}, {0, -1});
  expect({0, 3}, {3, 0}, {0, -27});
  expect({0, 2}, {-1, 0}, {0, -0.5});
  expect({1, 1}, {2, 0}, {0, 2});
  expect({1, 1}, {4, 0}, {-4, 0});
  expect({3, -3}, {-2, 0}, {0, cr::divide(1.0, 18.0)});
  expect({-3, 3}, {-4, 0}, {-cr::divide(1.0, 324.0), -0.0});
  expect({2, 1}, {1, 0}, {2, 1});
  expect({3, 4}, {0.5, 0}, {2, 1});
  expect({3, -4}, {1.5, 0}, {2, -11});
  expect({-3, 4}, {0.5, 0}, {1, 2});
  double const power_of_i = 0x1.a9bcc46f767dfp-3;  // e^(-pi/2)
  expect({0, 1}, {0, 1}, {power_of_i, 0});
  expect({0, 1}, {1, 1}, {0, power_of_i});
  // Ends.
  expect({0, 0}, {1, 1}, {0, 0});
  expect({0, 0}, {-1, 1}, {inf, nan});
  expect({0, 0}, {0, 1}, undefined);
  expect({-0.0, 0}, {1, 0}, {-0.0, 0});
  expect({-0.0, -0.0}, {-1, 0}, {-inf, 0});
  expect({-0.0, 0}, {0.5, 0}, {0, 0});
  expect({-inf, 0}, {0.5, 0}, {0, inf});
  expect({-inf, 3}, {3, 0}, {-inf, 0});
  expect({3, -inf}, {1, 0}, {0, -inf});
  expect({inf, inf}, {1, 0}, {inf, inf});
  expect({inf, -inf}, {2, 0}, {0, -inf});
  expect({-inf, inf}, {-1, 0}, {-0.0, -0.0});
  expect({inf, 2}, {-1, 2}, {0, 0});
  expect({inf, 2}, {1, 2}, {inf, nan});
  expect({2, 3}, {inf, 0}, {inf, nan});
  expect({2, 3}, {-inf, 1}, {0, 0});
  expect({0.25, 0.25}, {inf, 0}, {0, 0});
  expect({2, 3}, {1, inf}, {0, 0});
  expect({2, 3}, {1, -inf}, {inf, nan});
  expect({2, -3}, {inf, inf}, {inf, nan});
  expect({2, 3}, {inf, inf}, undefined);
  expect({2, 0}, {1, inf}, undefined);
  expect({0, 1}, {inf, 0}, undefined);
  // Beyond the range in one part, but not in the other.
  expect({0x1p1000, 0x1p-1000}, {2, 0}, {inf, 2});
  expect({1, 0x1p-600}, {0x1p600, 0}, {cr::cos(1.0), cr::sin(1.0)});
  return right;
}

}  // namespace
}  // namespace isobit::test

int main(int argc, char** argv) {
  using namespace isobit::test;
  auto const random = [](auto number, std::size_t count, std::uint64_t seed) {
    return check<decltype(number)>(count, seed);
  };
  return check_functions("math_complex_power", argc, argv, random, check_special_values);
}
