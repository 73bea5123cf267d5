#pragma once

#include <mpfr.h>

#include <isobit/arithmetic/bits.hpp>

#include "linalg_values.hpp"
#include "mpfr_range.hpp"

namespace isobit::test {

/// A number of MPFR in which sums of products of three doubles are exact; infinities and NaN as IEEE has them.
class mpfr_entry {
public:
  mpfr_entry() {
    mpfr_init2(value_, precision);
    mpfr_init2(term_, precision);
    mpfr_set_zero(value_, 1);
  }
  mpfr_entry(mpfr_entry const& other) : mpfr_entry() { mpfr_set(value_, other.value_, MPFR_RNDN); }
  // NOLINTNEXTLINE(cert-oop54-cpp): MPFR may set a number to itself
  mpfr_entry& operator=(mpfr_entry const& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~mpfr_entry() {
    mpfr_clear(value_);
    mpfr_clear(term_);
  }

  void add(double x) { mpfr_add_d(value_, value_, x, MPFR_RNDN); }
  void add_product(double a, double b) {
    mpfr_set_d(term_, a, MPFR_RNDN);
    mpfr_mul_d(term_, term_, b, MPFR_RNDN);
    mpfr_add(value_, value_, term_, MPFR_RNDN);
  }
  void add_product(double a, mpfr_entry const& b) {
    mpfr_mul_d(term_, b.value_, a, MPFR_RNDN);
    mpfr_add(value_, value_, term_, MPFR_RNDN);
  }
  /// -1, 0 or 1; 0 for NaN.
  [[nodiscard]] int sign() const { return mpfr_nan_p(value_) ? 0 : mpfr_sgn(value_); }

  /// Rounded once to T, an exact zero to +0.
  template <class T> [[nodiscard]] T round() const {
    return finish<T>([&](mpfr_ptr out, mpfr_rnd_t direction) { return mpfr_set(out, value_, direction); });
  }
  /// The quotient of two, rounded once to T.
  template <class T> [[nodiscard]] T quotient(mpfr_entry const& divisor) const {
    return finish<T>(
        [&](mpfr_ptr out, mpfr_rnd_t direction) { return mpfr_div(out, value_, divisor.value_, direction); });
  }

private:
  static constexpr mpfr_prec_t precision = 7000;

  template <class T, class Operation> static T finish(Operation operation) {
    return rounded_by<T>(MPFR_RNDN, [&](mpfr_ptr out, mpfr_rnd_t direction) {
      int const inexact = operation(out, direction);
      if (mpfr_zero_p(out) && inexact == 0) mpfr_set_zero(out, 1);
      return inexact;
    });
  }

  mpfr_t value_;
  mpfr_t term_;
};

/// An entry of a result by definition, real or complex.
template <class T> struct entry_oracle {
  mpfr_entry real, imaginary;
  void add_product(T a, T b) {
    double const ar = real_part(a), ai = imaginary_part(a), br = real_part(b), bi = imaginary_part(b);
    real.add_product(ar, br);
    if constexpr (is_complex<T>) {
      real.add_product(-ai, bi);
      imaginary.add_product(ar, bi);
      imaginary.add_product(ai, br);
    }
  }
  /// alpha*sum + beta*c.
  T round(T alpha, T beta, T c) const {
    // What would meet a zero part of alpha or beta is left out.
    entry_oracle total;
    auto const add = [](mpfr_entry& sum, double factor, auto const& x) {
      if (factor != 0) sum.add_product(factor, x);
    };
    double const ar = real_part(alpha), ai = imaginary_part(alpha), br = real_part(beta), bi = imaginary_part(beta);
    add(total.real, ar, real);
    add(total.real, br, static_cast<double>(real_part(c)));
    if constexpr (is_complex<T>) {
      add(total.real, -ai, imaginary), add(total.imaginary, ar, imaginary), add(total.imaginary, ai, real);
      double const cr = c.real(), ci = c.imag();
      add(total.real, -bi, ci), add(total.imaginary, br, ci), add(total.imaginary, bi, cr);
    }
    return make<T>(total.real.template round<real_of<T>>(), total.imaginary.template round<real_of<T>>());
  }
  T round() const { return make<T>(real.round<real_of<T>>(), imaginary.round<real_of<T>>()); }
};

}  // namespace isobit::test
