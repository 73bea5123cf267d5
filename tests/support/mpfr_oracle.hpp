#pragma once

#include <span>

#include <mpfr.h>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/arithmetic/rounding.hpp>

#include "make_number.hpp"
#include "mpfr_range.hpp"

namespace isobit::test {

/// The same questions as reference::total, answered by MPFR: every sum of doubles and of their products is exact in
/// this many bits.
class mpfr_oracle {
public:
  mpfr_oracle() {
    mpfr_init2(sum_, 4700);
    mpfr_init2(term_, 2 * 53);
    clear();
  }
  ~mpfr_oracle() {
    mpfr_clear(sum_);
    mpfr_clear(term_);
  }
  mpfr_oracle(mpfr_oracle const&) = delete;
  mpfr_oracle& operator=(mpfr_oracle const&) = delete;

  void clear() {
    mpfr_set_zero(sum_, 1);
    nan_ = positive_infinity_ = negative_infinity_ = any_but_negative_zero_ = false;
  }

  template <class T> void add(T x) {
    if (is_nonfinite(x)) return note_nonfinite(is_nan(x), is_negative(x));
    if (bits_of(x) != format<T>::sign_bit) any_but_negative_zero_ = true;
    mpfr_add_d(sum_, sum_, static_cast<double>(x), MPFR_RNDN);
  }

  template <class T> void add_product(T a, T b) {
    bool const negative = is_negative(a) != is_negative(b);
    bool const zero = static_cast<double>(a) == 0 || static_cast<double>(b) == 0;
    if (is_nonfinite(a) || is_nonfinite(b)) return note_nonfinite(is_nan(a) || is_nan(b) || zero, negative);
    if (!zero || !negative) any_but_negative_zero_ = true;
    mpfr_set_d(term_, static_cast<double>(a), MPFR_RNDN);
    mpfr_mul_d(term_, term_, static_cast<double>(b), MPFR_RNDN);
    mpfr_add(sum_, sum_, term_, MPFR_RNDN);
  }

  /// `count` is how many addends there were (none gives +0).
  template <class T> [[nodiscard]] T round(std::size_t count, rounding mode = rounding::nearest_even) const {
    return finish<T>(count, mode,
                     [&](mpfr_ptr result, mpfr_rnd_t direction) { return mpfr_set(result, sum_, direction); });
  }
  template <class T> [[nodiscard]] T mean(std::size_t count) const {
    return finish<T>(count, rounding::nearest_even, [&](mpfr_ptr result, mpfr_rnd_t direction) {
      return mpfr_div_ui(result, sum_, count, direction);
    });
  }
  template <class T> [[nodiscard]] T square_root(std::size_t count) const {
    return finish<T>(count, rounding::nearest_even,
                     [&](mpfr_ptr result, mpfr_rnd_t direction) { return mpfr_sqrt(result, sum_, direction); });
  }

  /// Var = (n * squares - sum^2) / (n * (n - removed)).
  template <class T, class Value> [[nodiscard]] static T variance(std::span<Value const> values, std::size_t removed) {
    mpfr_oracle sum, squares;
    for (auto x : values) {
      sum.add(x);
      squares.add_product(x, x);
    }
    if (values.size() <= removed || sum.nan_ || sum.positive_infinity_ || sum.negative_infinity_)
      return from_bits<T>(format<T>::canonical_nan);
    mpfr_t square, divisor;
    mpfr_init2(square, 9600);
    mpfr_init2(divisor, 128);
    mpfr_sqr(square, sum.sum_, MPFR_RNDN);
    mpfr_prec_round(squares.sum_, 9600, MPFR_RNDN);
    mpfr_mul_ui(squares.sum_, squares.sum_, values.size(), MPFR_RNDN);
    mpfr_sub(squares.sum_, squares.sum_, square, MPFR_RNDN);
    mpfr_set_ui(divisor, values.size(), MPFR_RNDN);
    mpfr_mul_ui(divisor, divisor, values.size() - removed, MPFR_RNDN);
    T const result = squares.finish<T>(values.size(), rounding::nearest_even, [&](mpfr_ptr out, mpfr_rnd_t direction) {
      return mpfr_div(out, squares.sum_, divisor, direction);
    });
    mpfr_clear(square);
    mpfr_clear(divisor);
    return result;
  }

private:
  void note_nonfinite(bool nan, bool negative) {
    (nan ? nan_ : negative ? negative_infinity_ : positive_infinity_) = true;
    any_but_negative_zero_ = true;
  }

  template <class T, class Operation>
  [[nodiscard]] T finish(std::size_t count, rounding mode, Operation operation) const {
    if (nan_ || (positive_infinity_ && negative_infinity_)) return from_bits<T>(format<T>::canonical_nan);
    if (positive_infinity_ || negative_infinity_) return infinite<T>(negative_infinity_);
    if (mpfr_zero_p(sum_)) return zero<T>(count != 0 && !any_but_negative_zero_);
    mpfr_rnd_t const direction = mode == rounding::upward        ? MPFR_RNDU
                                 : mode == rounding::downward    ? MPFR_RNDD
                                 : mode == rounding::toward_zero ? MPFR_RNDZ
                                                                 : MPFR_RNDN;
    return rounded_by<T>(direction, operation);
  }

  mpfr_t sum_;
  mpfr_t term_;
  bool nan_, positive_infinity_, negative_infinity_, any_but_negative_zero_;
};

}  // namespace isobit::test
