#pragma once

#include <mpfr.h>

#include <isobit/arithmetic/bits.hpp>

#include "make_number.hpp"

namespace isobit::test {

/// MPFR has no subnormal numbers of its own, and exponents of any size: brings what an operation of the format's
/// precision has left, inexact or not, into the format's range, rounded once. Returns whether it is inexact then.
template <class Format> int bring_into_range(mpfr_ptr result, int inexact, mpfr_rnd_t direction) {
  mpfr_exp_t const lowest = mpfr_get_emin(), highest = mpfr_get_emax();
  mpfr_set_emin(Format::min_exponent + 1);
  mpfr_set_emax(Format::max_exponent);
  int const after = mpfr_subnormalize(result, mpfr_check_range(result, inexact, direction), direction);
  mpfr_set_emin(lowest);
  mpfr_set_emax(highest);
  return after;
}

/// What operation(result, direction) computes, rounded once to T; NaN is the canonical one.
template <class T, class Operation> T rounded_by(mpfr_rnd_t direction, Operation operation) {
  mpfr_t result;
  mpfr_init2(result, format<T>::precision);
  bring_into_range<format<T>>(result, operation(result, direction), direction);
  double const value = mpfr_get_d(result, MPFR_RNDN);
  mpfr_clear(result);
  if (is_nan(value)) return from_bits<T>(format<T>::canonical_nan);
  if (is_nonfinite(value)) return infinite<T>(is_negative(value));
  auto const [negative, significand, exponent] = decompose(value);
  return make_number<T>(negative, significand, exponent);
}

}  // namespace isobit::test
