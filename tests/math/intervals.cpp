// Intervals: the ends are the exact least and greatest values, rounded outward. MPFR says what these are, at the ends
// and, for the functions that turn, whether a turning point lies between.
//
//     intervals [--count 2000] [--seed 1]

#include <cmath>

#include <isobit/math.hpp>

#include "../../common/arguments.hpp"
#include "check.hpp"

namespace isobit::test {
namespace {

using cr::interval::range;

/// Numbers of 1400 bits, where multiples of pi and doubles are told apart.
class number {
public:
  number() { mpfr_init2(value, 1400); }
  ~number() { mpfr_clear(value); }
  number(number const&) = delete;
  number& operator=(number const&) = delete;
  mpfr_t value;
};

/// Whether a number (k + offset) * period with an integer k lies in [lower, upper]; the period is pi or, where
/// `in_half_turns`, 1, times `periods`.
bool has_point(double lower, double upper, double offset, double periods, bool in_half_turns) {
  number period, low, high;
  mpfr_set_d(period.value, periods, MPFR_RNDN);
  if (!in_half_turns) {
    number pi;
    mpfr_const_pi(pi.value, MPFR_RNDN);
    mpfr_mul(period.value, period.value, pi.value, MPFR_RNDN);
  }
  auto const quotient = [&](mpfr_t to, double x) {
    mpfr_d_div(to, x, period.value, MPFR_RNDN);
    mpfr_sub_d(to, to, offset, MPFR_RNDN);
  };
  quotient(low.value, lower);
  quotient(high.value, upper);
  mpfr_ceil(low.value, low.value);
  return mpfr_lessequal_p(low.value, high.value) != 0;
}

struct shape {
  char const* name;
  double least, most;  ///< the domain
  enum { rises, falls, even, wave, tangent } kind;
  bool in_half_turns = false;
  double offset = 0;  ///< where it is greatest, in periods
};
constexpr double infinite = std::numeric_limits<double>::infinity();

template <class T> range<T> expected(shape const& f, range<T> x) {
  T const nan = from_bits<T>(format<T>::canonical_nan);
  if (!(x.lower <= x.upper)) return {nan, nan};
  T const a = std::max(x.lower, T(f.least)) + T(0), b = std::min(x.upper, T(f.most)) + T(0);  // of zeros the positive
  if (!(a <= b)) return {nan, nan};
  function_oracle<T> oracle;
  auto const definition = mpfr_function(f.name);
  auto const down = [&](T end) { return oracle(definition, end, MPFR_RNDD); };
  auto const up = [&](T end) { return oracle(definition, end, MPFR_RNDU); };
  if (a == b && std::isfinite(a) && std::isinf(down(a)) && down(a) == up(a)) return {nan, nan};  // a pole alone
  switch (f.kind) {
  case shape::rises:
    return {down(a), up(b)};
  case shape::falls:
    return {down(b), up(a)};
  case shape::even:
    return {a <= 0 && b >= 0 ? T(1) : std::min(down(a), down(b)), std::max(up(a), up(b))};
  default:
    break;
  }
  bool const endless = std::isinf(a) || std::isinf(b);
  auto const has = [&](double offset, double periods) {
    return endless || has_point(a, b, offset, periods, f.in_half_turns);
  };
  if (f.kind == shape::wave)
    return {has(f.offset + 0.5, 2) ? T(-1) : std::min(down(a), down(b)),
            has(f.offset, 2) ? T(1) : std::max(up(a), up(b))};
  bool const from_pole = !endless && has_point(a, a, 0.5, 1, f.in_half_turns);
  bool const to_pole = !endless && has_point(b, b, 0.5, 1, f.in_half_turns);
  if (from_pole && a == b) return {nan, nan};
  T const first = from_pole ? std::nextafter(a, T(infinite)) : a, last = to_pole ? std::nextafter(b, -T(infinite)) : b;
  bool const all = endless || (first <= last && has_point(first, last, 0.5, 1, f.in_half_turns));
  return {all || from_pole ? -T(infinite) : down(a), all || to_pole ? T(infinite) : up(b)};
}

template <class T> range<T> draw(random_source& random) {
  auto const number = [&] {
    if (random.one_in(12)) return random.coin() ? T(infinite) : -T(infinite);
    if (random.one_in(3)) return T(random.between(-12, 12)) / 4;
    return draw_argument<T>(random, -4, 4);
  };
  T const a = number();
  if (random.one_in(3)) return {a, a + T(random.between(0, 900)) / 100};
  T const b = number();
  return random.one_in(20) || a <= b ? range<T>{a, b} : range<T>{b, a};
}

template <class T, class Function> bool check(shape const& f, Function function, std::uint64_t seed, int count) {
  random_source random(seed);
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    auto const x = draw<T>(random);
    auto const got = function(x), right = expected(f, x);
    // The sign of a zero is that of a number: either will do.
    auto const same = [](T p, T q) { return bits_of(p + T(0)) == bits_of(q + T(0)); };
    if (same(got.lower, right.lower) && same(got.upper, right.upper)) continue;
    if (++wrong < 5)
      std::printf("WRONG %s [%a, %a]: [%a, %a], must be [%a, %a]\n", f.name, double(x.lower), double(x.upper),
                  double(got.lower), double(got.upper), double(right.lower), double(right.upper));
  }
  std::printf("%-8s %-6s %6d intervals, %d wrong\n", f.name, sizeof(T) == 8 ? "double" : "float", count, wrong);
  return wrong == 0;
}

}  // namespace
}  // namespace isobit::test

int main(int argc, char** argv) {
  using namespace isobit;
  using namespace isobit::test;
  int count = 2000;
  std::uint64_t seed = 1;
  common::arguments("math_intervals").add("--count", count).add("--seed", seed, 0).read_or_exit(argc, argv);
  std::printf("seed %" PRIu64 "\n", seed);
  bool right = true;
#define ISOBIT_CHECK(f, ...)                                           \
  for (shape const each : {shape{#f, __VA_ARGS__}}) {                  \
    right &= check<double>(                                            \
        each, [](auto x) { return cr::interval::f(x); }, seed, count); \
    right &= check<float>(                                             \
        each, [](auto x) { return cr::interval::f(x); }, seed, count); \
  }
  ISOBIT_CHECK(exp, -infinite, infinite, shape::rises)
  ISOBIT_CHECK(exp2, -infinite, infinite, shape::rises)
  ISOBIT_CHECK(exp10, -infinite, infinite, shape::rises)
  ISOBIT_CHECK(expm1, -infinite, infinite, shape::rises)
  ISOBIT_CHECK(exp2m1, -infinite, infinite, shape::rises)
  ISOBIT_CHECK(exp10m1, -infinite, infinite, shape::rises)
  ISOBIT_CHECK(log, 0, infinite, shape::rises)
  ISOBIT_CHECK(log2, 0, infinite, shape::rises)
  ISOBIT_CHECK(log10, 0, infinite, shape::rises)
  ISOBIT_CHECK(log1p, -1, infinite, shape::rises)
  ISOBIT_CHECK(log2p1, -1, infinite, shape::rises)
  ISOBIT_CHECK(log10p1, -1, infinite, shape::rises)
  ISOBIT_CHECK(asin, -1, 1, shape::rises)
  ISOBIT_CHECK(acos, -1, 1, shape::falls)
  ISOBIT_CHECK(atan, -infinite, infinite, shape::rises)
  ISOBIT_CHECK(asinpi, -1, 1, shape::rises)
  ISOBIT_CHECK(acospi, -1, 1, shape::falls)
  ISOBIT_CHECK(atanpi, -infinite, infinite, shape::rises)
  ISOBIT_CHECK(sinh, -infinite, infinite, shape::rises)
  ISOBIT_CHECK(cosh, -infinite, infinite, shape::even)
  ISOBIT_CHECK(tanh, -infinite, infinite, shape::rises)
  ISOBIT_CHECK(asinh, -infinite, infinite, shape::rises)
  ISOBIT_CHECK(acosh, 1, infinite, shape::rises)
  ISOBIT_CHECK(atanh, -1, 1, shape::rises)
  ISOBIT_CHECK(cbrt, -infinite, infinite, shape::rises)
  ISOBIT_CHECK(rsqrt, 0, infinite, shape::falls)
  ISOBIT_CHECK(erf, -infinite, infinite, shape::rises)
  ISOBIT_CHECK(erfc, -infinite, infinite, shape::falls)
  ISOBIT_CHECK(sin, -infinite, infinite, shape::wave, false, 0.25)
  ISOBIT_CHECK(cos, -infinite, infinite, shape::wave, false, 0)
  ISOBIT_CHECK(tan, -infinite, infinite, shape::tangent, false)
  ISOBIT_CHECK(sinpi, -infinite, infinite, shape::wave, true, 0.25)
  ISOBIT_CHECK(cospi, -infinite, infinite, shape::wave, true, 0)
  ISOBIT_CHECK(tanpi, -infinite, infinite, shape::tangent, true)
  return right ? 0 : 1;
}
