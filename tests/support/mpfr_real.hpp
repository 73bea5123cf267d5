#pragma once

// Its macros would keep pointers to temporaries.
#define MPFR_USE_NO_MACRO
#include <mpfr.h>

#include <isobit/arithmetic/bits.hpp>

#include "math/ball/ball.hpp"
#include "mpfr_range.hpp"

namespace isobit::test {

/// An MPFR number that frees itself.
class real {
public:
  explicit real(mpfr_prec_t precision) {
    mpfr_init2(value_, precision);
    mpfr_set_zero(value_, 1);
  }
  real(real const& other) : real(mpfr_get_prec(other.value_)) { mpfr_set(value_, other.value_, MPFR_RNDN); }
  real& operator=(real const&) = delete;
  ~real() { mpfr_clear(value_); }

  operator mpfr_ptr() { return value_; }
  operator mpfr_srcptr() const { return value_; }

private:
  mpfr_t value_;
};

inline real midpoint_of(math::ball const& x) {
  real result(64 * math::ball::capacity);
  for (int i = x.size() - 1; i >= 0; --i) {
    mpfr_add_ui(result, result, x.limb()[i], MPFR_RNDN);
    mpfr_div_2ui(result, result, 64, MPFR_RNDN);
  }
  mpfr_mul_2si(result, result, x.exponent(), MPFR_RNDN);
  if (x.is_negative()) mpfr_neg(result, result, MPFR_RNDN);
  return result;
}

inline real radius_of(math::ball const& x) {
  real result(64);
  mpfr_set_ui_2exp(result, x.radius.mantissa, x.radius.exponent, MPFR_RNDN);
  return result;
}

/// Whether the number lies in the ball. A number that was itself rounded to its precision may be outside by as much.
inline bool contains(math::ball const& x, mpfr_srcptr number) {
  real const midpoint = midpoint_of(x);
  real distance(64);
  mpfr_sub(distance, number, midpoint, MPFR_RNDZ);
  mpfr_abs(distance, distance, MPFR_RNDN);
  return mpfr_cmp(distance, radius_of(x)) <= 0;
}

/// log2 of the radius over the midpoint, rounded up; very small if the ball is a point.
inline long relative_error(math::ball const& x) {
  if (x.radius.is_zero()) return -(1L << 40);
  return static_cast<long>(x.radius.exponent + 31 - (x.midpoint_is_zero() ? 0 : x.exponent() - 1));
}

/// The number rounded to T, to nearest even, subnormal numbers and overflow included.
template <class T> T rounded_to(mpfr_srcptr number) {
  return rounded_by<T>(MPFR_RNDN, [&](mpfr_ptr out, mpfr_rnd_t direction) { return mpfr_set(out, number, direction); });
}

}  // namespace isobit::test
