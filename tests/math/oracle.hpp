#pragma once

#include <string_view>

#include <mpfr.h>

#include <isobit/arithmetic/bits.hpp>

/// What MPFR says each function is, rounded to a double or a float as IEEE 754 does it: subnormal results, overflow,
/// and the canonical NaN included.
namespace isobit::test {

using mpfr_unary = int (*)(mpfr_t, mpfr_srcptr, mpfr_rnd_t);
using mpfr_with_integer = int (*)(mpfr_t, mpfr_srcptr, long, mpfr_rnd_t);
using mpfr_binary = int (*)(mpfr_t, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

inline mpfr_unary mpfr_function(std::string_view name) {
  struct entry {
    std::string_view name;
    mpfr_unary function;
  };
#define ISOBIT_MPFR(f) \
  { #f, mpfr_##f }
  static constexpr entry entries[] = {
      ISOBIT_MPFR(sin),
      ISOBIT_MPFR(cos),
      ISOBIT_MPFR(tan),
      ISOBIT_MPFR(asin),
      ISOBIT_MPFR(acos),
      ISOBIT_MPFR(atan),
      ISOBIT_MPFR(sinh),
      ISOBIT_MPFR(cosh),
      ISOBIT_MPFR(tanh),
      ISOBIT_MPFR(asinh),
      ISOBIT_MPFR(acosh),
      ISOBIT_MPFR(atanh),
      ISOBIT_MPFR(exp),
      ISOBIT_MPFR(exp2),
      ISOBIT_MPFR(exp10),
      ISOBIT_MPFR(expm1),
      ISOBIT_MPFR(log),
      ISOBIT_MPFR(log2),
      ISOBIT_MPFR(log10),
      ISOBIT_MPFR(log1p),
      ISOBIT_MPFR(cbrt),
      ISOBIT_MPFR(sinpi),
      ISOBIT_MPFR(cospi),
      ISOBIT_MPFR(tanpi),
      ISOBIT_MPFR(asinpi),
      ISOBIT_MPFR(acospi),
      ISOBIT_MPFR(atanpi),
      ISOBIT_MPFR(exp2m1),
      ISOBIT_MPFR(exp10m1),
      ISOBIT_MPFR(log2p1),
      ISOBIT_MPFR(log10p1),
      ISOBIT_MPFR(erf),
      ISOBIT_MPFR(erfc),
      {"tgamma", mpfr_gamma},
      {"lgamma",
       [](mpfr_t r, mpfr_srcptr x, mpfr_rnd_t mode) {
         int sign;
         return mpfr_lgamma(r, &sign, x, mode);
       }},
      {"rsqrt",
       [](mpfr_t r, mpfr_srcptr x, mpfr_rnd_t mode) {
         int const inexact = mpfr_rec_sqrt(r, x, mode);
         // C says ±infinity, MPFR always +infinity.
         if (mpfr_zero_p(x)) mpfr_set_inf(r, mpfr_signbit(x) ? -1 : 1);
         return inexact;
       }},
  };
#undef ISOBIT_MPFR
  for (entry const& e : entries)
    if (e.name == name) return e.function;
  return nullptr;
}

/// mpfr_rootn_si, of which 4.2.0 rounds some roots next to 1 to the wrong side: those are irrational, so that a
/// logarithm and an exponential of 400 bits tell.
inline int root_of(mpfr_t r, mpfr_srcptr x, long n, mpfr_rnd_t mode) {
  bool const is_near_one = (n > 4096 || n < -4096) && mpfr_regular_p(x) != 0 && mpfr_cmpabs_ui(x, 1) != 0;
  if (!is_near_one || (mpfr_sgn(x) < 0 && n % 2 == 0)) return mpfr_rootn_si(r, x, n, mode);
  mpfr_t w;
  mpfr_init2(w, 400);
  mpfr_abs(w, x, MPFR_RNDN);
  mpfr_log(w, w, MPFR_RNDN);
  mpfr_div_si(w, w, n, MPFR_RNDN);
  mpfr_exp(w, w, MPFR_RNDN);
  if (mpfr_sgn(x) < 0) mpfr_neg(w, w, MPFR_RNDN);
  int const inexact = mpfr_set(r, w, mode);
  mpfr_clear(w);
  return inexact;
}

inline mpfr_binary mpfr_function_of_two(std::string_view name) {
  if (name == "pow") return mpfr_pow;
  if (name == "atan2") return mpfr_atan2;
  if (name == "hypot") return mpfr_hypot;
  if (name == "atan2pi") return mpfr_atan2pi;
  if (name == "powr")
    return [](mpfr_t r, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t mode) {
      // IEEE 754 says not a number, MPFR 1 where x is 1.
      if (mpfr_nan_p(y)) return mpfr_set_nan(r), 0;
      return mpfr_powr(r, x, y, mode);
    };
  // Of an integer that is given as a number.
  if (name == "pown")
    return [](mpfr_t r, mpfr_srcptr x, mpfr_srcptr n, mpfr_rnd_t mode) {
      return mpfr_pow_si(r, x, mpfr_get_si(n, MPFR_RNDN), mode);
    };
  if (name == "rootn")
    return [](mpfr_t r, mpfr_srcptr x, mpfr_srcptr n, mpfr_rnd_t mode) {
      return root_of(r, x, mpfr_get_si(n, MPFR_RNDN), mode);
    };
  if (name == "compoundn")
    return [](mpfr_t r, mpfr_srcptr x, mpfr_srcptr n, mpfr_rnd_t mode) {
      return mpfr_compound_si(r, x, mpfr_get_si(n, MPFR_RNDN), mode);
    };
  return nullptr;
}

/// One for each thread and type: MPFR's exponent range is that of the type.
template <class T> class function_oracle {
public:
  function_oracle() {
    prepare();
    for (auto* const number : {result_, x_, y_}) mpfr_init2(number, format<T>::precision);
  }
  ~function_oracle() {
    for (auto* const number : {result_, x_, y_}) mpfr_clear(number);
  }
  /// Needed again where a program has oracles of both types.
  static void prepare() {
    mpfr_set_emin(format<T>::min_exponent + 1);
    mpfr_set_emax(format<T>::max_exponent);
  }
  function_oracle(function_oracle const&) = delete;
  function_oracle& operator=(function_oracle const&) = delete;

  T operator()(mpfr_unary f, T x, mpfr_rnd_t mode = MPFR_RNDN) {
    set(x_, x);
    return rounded(f(result_, x_, mode), mode);
  }
  T operator()(mpfr_binary f, T x, T y, mpfr_rnd_t mode = MPFR_RNDN) {
    set(x_, x);
    set(y_, y);
    return rounded(f(result_, x_, y_, mode), mode);
  }
  T operator()(mpfr_with_integer f, T x, std::int64_t n, mpfr_rnd_t mode = MPFR_RNDN) {
    set(x_, x);
    return rounded(f(result_, x_, n, mode), mode);
  }

private:
  static void set(mpfr_t number, double x) { mpfr_set_d(number, x, MPFR_RNDN); }
  static void set(mpfr_t number, float x) { mpfr_set_flt(number, x, MPFR_RNDN); }
  T rounded(int inexact, mpfr_rnd_t mode) {
    mpfr_subnormalize(result_, inexact, mode);
    if (mpfr_nan_p(result_)) return from_bits<T>(format<T>::canonical_nan);
    if constexpr (sizeof(T) == sizeof(double))
      return mpfr_get_d(result_, MPFR_RNDN);
    else
      return mpfr_get_flt(result_, MPFR_RNDN);
  }

  mpfr_t result_, x_, y_;
};

}  // namespace isobit::test
