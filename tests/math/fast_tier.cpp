// Attacks the error bound of one fast tier: compiled with -DFUNCTION=exp -DARGUMENTS=1 for one instruction set.
// Prints, for doubles and floats, the largest ratio of true error to claimed bound, and how often a result was left
// open.
//
//     fast_tier [samples] [low high]   the range of magnitudes; default: the whole range, stratified over exponents

#include <mpfr.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "math/arrays.hpp"

#define QUOTED(x) QUOTED_(x)
#define QUOTED_(x) #x
#define JOINED(a, b) JOINED_(a, b)
#define JOINED_(a, b) a##b
#define HEADER QUOTED(math / FUNCTION / FUNCTION.hpp)
#include HEADER

using namespace isobit;
using namespace isobit::math;
using namespace isobit::math::ISOBIT_TARGET;
using fast = JOINED(FUNCTION, _fast);

namespace {

int mpfr_rsqrt(mpfr_t r, mpfr_t x, mpfr_rnd_t mode) { return mpfr_rec_sqrt(r, x, mode); }
int mpfr_tgamma(mpfr_t r, mpfr_t x, mpfr_rnd_t mode) { return mpfr_gamma(r, x, mode); }
int lgamma_of(mpfr_t r, mpfr_t x, mpfr_rnd_t mode) {
  int sign;
  return mpfr_lgamma(r, &sign, x, mode);
}
#define mpfr_lgamma lgamma_of

struct sample {
  double x, y;
};

// high + low - f(x), as a double. 400 bits: enough for every cancellation that matters here.
double error_of(sample s, double high, double low) {
  static mpfr_t r, x, y;
  static bool const ready = [] {
    mpfr_init2(r, 400), mpfr_init2(x, 53), mpfr_init2(y, 53);
    (void)mpfr_rsqrt, (void)mpfr_tgamma, (void)lgamma_of;
    return true;
  }();
  (void)ready;
  mpfr_set_d(x, s.x, MPFR_RNDN);
#if ARGUMENTS == 2
  mpfr_set_d(y, s.y, MPFR_RNDN);
  JOINED(mpfr_, FUNCTION)(r, x, y, MPFR_RNDN);
#else
  JOINED(mpfr_, FUNCTION)(r, x, MPFR_RNDN);
#endif
  mpfr_sub_d(r, r, high, MPFR_RNDN);
  mpfr_sub_d(r, r, low, MPFR_RNDN);
  return mpfr_get_d(r, MPFR_RNDN);
}

#if ARGUMENTS == 2
#define OF(s) s.x, s.y
#else
#define OF(s) s.x
#endif

struct verdict {
  double worst = 0;
  sample at{};
  std::size_t inside = 0, open = 0;
};

void print(char const* what, verdict const& v, std::size_t samples) {
  std::printf("%s: worst error/bound %.4f at %a %a; inside %.4f; left open %.6f %% of those\n", what, v.worst, v.at.x,
              v.at.y, double(v.inside) / double(samples), 100.0 * double(v.open) / double(v.inside ? v.inside : 1));
}

[[maybe_unused]] double in_scale(scaled_approximation<double> const& a) {
  return as_real<double>(as_bits(1.0) + a.exponent);
}
[[maybe_unused]] double in_scale(approximation<double> const&) { return 1; }

}  // namespace

int main(int argc, char** argv) {
  std::size_t const samples = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100000;
  bool const ranged = argc > 3;
  double const low = ranged ? std::strtod(argv[2], nullptr) : 0, high = ranged ? std::strtod(argv[3], nullptr) : 0;
  std::mt19937_64 random(1);
  auto const number = [&]() -> double {
    if (ranged) return low + (high - low) * (double(random() >> 11) * 0x1p-53);
    return from_bits<double>(random());
  };
  auto const float_number = [&]() -> double {
    if (ranged) return float(low + (high - low) * (double(random() >> 11) * 0x1p-53));
    return from_bits<float>(std::uint32_t(random()));
  };
  int failures = 0;
#ifndef FLOAT_ONLY
  verdict doubles;
  for (std::size_t i = 0; i < samples; ++i) {
    sample const s = {number(), number()};
    if (!fast::inside(OF(s))) continue;
    ++doubles.inside;
    auto const a = fast::approximate(OF(s));
    doubles.open += !rounding_test(a).certain;
    double const scale = in_scale(a);
    double const ratio = std::fabs(error_of(s, a.high * scale, a.low * scale) / (a.error * scale));
    if (!(ratio <= doubles.worst)) doubles.worst = ratio, doubles.at = s;
  }
  print(QUOTED(FUNCTION) " double", doubles, samples);
  failures += !(doubles.worst < 1);
#endif
  verdict floats;
  for (std::size_t i = 0; i < samples; ++i) {
    sample const s = {float_number(), float_number()};
    if (!fast::inside_float(OF(s))) continue;
    ++floats.inside;
    double const value = fast::approximate_float(OF(s));
    floats.open += !float_is_certain<fast>(value);
    double const ratio = std::fabs(error_of(s, value, 0) / (value * fast::float_error));
    if (!(ratio <= floats.worst)) floats.worst = ratio, floats.at = s;
  }
  print(QUOTED(FUNCTION) " float", floats, samples);
  failures += !(floats.worst < 1);
  return failures;
}
