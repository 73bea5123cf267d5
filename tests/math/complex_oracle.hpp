#pragma once

#include <algorithm>
#include <complex>
#include <initializer_list>

#include "../../common/arguments.hpp"
#include "check.hpp"
#include "math/special.hpp"
#include "support/mpfr_real.hpp"

/// Complex functions by their textbook formulas, in a precision in which what cancels does not matter.
namespace isobit::test {

/// MPFR's whole range of exponents.
inline void widen_range() {
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
}

struct complex_real {
  real re, im;
  explicit complex_real(mpfr_prec_t precision) : re(precision), im(precision) {}
  complex_real(mpfr_prec_t precision, double x, double y) : complex_real(precision) {
    mpfr_set_d(re, x, MPFR_RNDN), mpfr_set_d(im, y, MPFR_RNDN);
  }
  complex_real(complex_real const&) = default;
  [[nodiscard]] mpfr_prec_t precision() const { return mpfr_get_prec(re); }
};

/// Bits that hold sums and differences of fourth powers of the numbers, and some hundreds more.
template <class T> mpfr_prec_t enough_bits(std::initializer_list<T> numbers) {
  int top = 0, low = 0;
  for (T const x : numbers) {
    if (is_zero(x)) continue;
    int const exponent = math::top_exponent(x);
    top = std::max(top, exponent), low = std::min(low, exponent);
  }
  return 800 + 4 * (top - low);
}

inline complex_real operator+(complex_real const& a, complex_real const& b) {
  complex_real r(a.precision());
  mpfr_add(r.re, a.re, b.re, MPFR_RNDN), mpfr_add(r.im, a.im, b.im, MPFR_RNDN);
  return r;
}
inline complex_real operator-(complex_real const& a) {
  complex_real r(a.precision());
  mpfr_neg(r.re, a.re, MPFR_RNDN), mpfr_neg(r.im, a.im, MPFR_RNDN);
  return r;
}
inline complex_real operator-(complex_real const& a, complex_real const& b) { return a + -b; }
inline complex_real operator*(complex_real const& a, complex_real const& b) {
  complex_real r(a.precision());
  mpfr_fmms(r.re, a.re, b.re, a.im, b.im, MPFR_RNDN), mpfr_fmma(r.im, a.re, b.im, a.im, b.re, MPFR_RNDN);
  return r;
}
inline complex_real one(mpfr_prec_t precision) { return {precision, 1, 0}; }
/// i a
inline complex_real turned(complex_real const& a) {
  complex_real r(a.precision());
  mpfr_neg(r.re, a.im, MPFR_RNDN), mpfr_set(r.im, a.re, MPFR_RNDN);
  return r;
}
inline complex_real halved(complex_real const& a) {
  complex_real r(a.precision());
  mpfr_div_2ui(r.re, a.re, 1, MPFR_RNDN), mpfr_div_2ui(r.im, a.im, 1, MPFR_RNDN);
  return r;
}
inline complex_real log(complex_real const& a) {
  complex_real r(a.precision());
  mpfr_fmma(r.re, a.re, a.re, a.im, a.im, MPFR_RNDN);
  mpfr_log(r.re, r.re, MPFR_RNDN);
  mpfr_div_2ui(r.re, r.re, 1, MPFR_RNDN);
  mpfr_atan2(r.im, a.im, a.re, MPFR_RNDN);
  return r;
}
inline complex_real sqrt(complex_real const& a) {
  complex_real r(a.precision());
  real size(a.precision());
  mpfr_hypot(size, a.re, a.im, MPFR_RNDN);
  mpfr_add(r.re, size, a.re, MPFR_RNDN), mpfr_sub(r.im, size, a.re, MPFR_RNDN);
  for (mpfr_ptr const part : {mpfr_ptr(r.re), mpfr_ptr(r.im)}) {
    mpfr_div_2ui(part, part, 1, MPFR_RNDN);
    mpfr_sqrt(part, part, MPFR_RNDN);
  }
  if (mpfr_signbit(a.im) != 0) mpfr_neg(r.im, r.im, MPFR_RNDN);
  return r;
}
inline complex_real exp(complex_real const& a) {
  complex_real r(a.precision());
  real size(a.precision());
  mpfr_exp(size, a.re, MPFR_RNDN);
  mpfr_sin_cos(r.im, r.re, a.im, MPFR_RNDN);
  mpfr_mul(r.re, r.re, size, MPFR_RNDN), mpfr_mul(r.im, r.im, size, MPFR_RNDN);
  return r;
}

template <class T> std::complex<T> rounded(complex_real const& z) { return {rounded_to<T>(z.re), rounded_to<T>(z.im)}; }

template <class T>
void compare(tally& t, char const* name, std::complex<T> z, std::complex<T> got, std::complex<T> expected) {
  ++t.checked;
  if (bits_of(got.real()) != bits_of(expected.real()))
    report_wrong(t, name, "real part", z.real(), z.imag(), got.real(), expected.real());
  if (bits_of(got.imag()) != bits_of(expected.imag()))
    report_wrong(t, name, "imaginary part", z.real(), z.imag(), got.imag(), expected.imag());
}

/// A value of a function, and what C's Annex G says that it is.
struct special_value {
  char const* name;
  std::complex<double> z, got, expected;
};
inline bool are_right(std::initializer_list<special_value> values) {
  bool right = true;
  for (auto const& [name, z, got, expected] : values) {
    if (bits_of(got.real()) == bits_of(expected.real()) && bits_of(got.imag()) == bits_of(expected.imag())) continue;
    std::printf("WRONG %s(%g, %g): (%g, %g), must be (%g, %g)\n", name, z.real(), z.imag(), got.real(), got.imag(),
                expected.real(), expected.imag());
    right = false;
  }
  return right;
}

/// The main function of a test: `random(number, count, seed)` for both types, and the special values.
template <class Random, class Special>
int check_functions(char const* program, int argc, char** argv, Random random, Special special) {
  std::size_t count = 1000;
  std::uint64_t seed = 1;
  common::arguments(program).add("--count", count).add("--seed", seed, 0).read_or_exit(argc, argv);
  std::printf("seed %" PRIu64 "\n", seed);
  bool const are_special = special(), doubles = random(0.0, count, seed), floats = random(0.0F, count, seed);
  return are_special && doubles && floats ? 0 : 1;
}

}  // namespace isobit::test
