#pragma once

#include <complex>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/linalg/view.hpp>

#include "check.hpp"
#include "make_number.hpp"

/// Real and complex numbers alike, hard ones among them.
namespace isobit::test {

using linalg::is_complex, linalg::real_of;

template <class R> testing::AssertionResult same(R expected, R actual) { return same_bits(expected, actual); }
template <class R> testing::AssertionResult same(std::complex<R> expected, std::complex<R> actual) {
  if (!same_bits(expected.real(), actual.real())) return same_bits(expected.real(), actual.real()) << " (real part)";
  return same_bits(expected.imag(), actual.imag()) << " (imaginary part)";
}

template <class T>
testing::AssertionResult same_elements(std::vector<T> const& expected, std::vector<T> const& actual) {
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!same(expected[i], actual[i])) return same(expected[i], actual[i]) << " at index " << i;
  return testing::AssertionSuccess();
}

template <class T> T real_part(T x) { return x; }
template <class T> T real_part(std::complex<T> x) { return x.real(); }
template <class T> T imaginary_part(T) { return 0; }
template <class T> T imaginary_part(std::complex<T> x) { return x.imag(); }

template <class T> T make(real_of<T> re, real_of<T> im) {
  if constexpr (is_complex<T>)
    return {re, im};
  else
    return re;
}
template <class T> T conjugate(T x) { return make<T>(real_part(x), negated(imaginary_part(x))); }

template <class R> R nasty_real(random_source& random, int kind) {
  using f = format<R>;
  switch (kind) {
  case 0:
    return random_number<R>(random, -3, 3);
  case 1:
    return random_number<R>(random, f::min_exponent, f::max_exponent - 1);
  case 2:
    return random_number<R>(random, f::min_exponent / 2 - 4, f::min_exponent / 2 + 4);
  case 3:
    return random_number<R>(random, f::max_exponent / 2 - 3, f::max_exponent / 2 + 2);
  case 4:
    return random_multiple<R>(random, 3, f::min_exponent);
  case 5:
    return random_power_of_two<R>(random, -60, 60);
  case 6:
    return random_integer<R>(random, 4);
  case 7:
    return zero<R>(random.coin());
  case 8:
    return random.one_in(8) ? random_nan<R>(random) : infinite<R>(random.coin());
  default:
    return random.coin() ? R(1) : R(-1);
  }
}
template <class T> T nasty(random_source& random, int kind) {
  auto const re = nasty_real<real_of<T>>(random, random.one_in(8) ? random.between(0, 9) : kind);
  auto const im = nasty_real<real_of<T>>(random, random.one_in(8) ? random.between(0, 9) : kind);
  return make<T>(re, im);
}

/// A kind for a whole example; what is not finite seldom.
inline int random_kind(random_source& random) {
  int const kind = random.between(0, 9);
  return kind == 8 && !random.one_in(6) ? 0 : kind;
}

}  // namespace isobit::test
