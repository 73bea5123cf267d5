#pragma once

#include <vector>

#include <gmp.h>
#include <mpfr.h>

#include "column_data.hpp"
#include "support/mpfr_range.hpp"

namespace isobit::test {

/// The correctly rounded sum and product of a column, by MPFR: exact at a precision that holds everything, then rounded
/// once to the format.
template <number_format Format> class mpfr_column {
  using f = columns::shape<Format>;

public:
  static uint128 sum(std::vector<uint128> const& x) {
    bool nan = false, infinity = false, negative_infinity = false, only_negative_zeros = true;
    for (uint128 bits : x) {
      bool const negative = (bits & f::sign_bit) != 0;
      uint128 const magnitude = bits & (f::sign_bit - 1);
      if (magnitude > f::infinity) nan = true;
      if (magnitude == f::infinity) (negative ? negative_infinity : infinity) = true;
      if (bits != f::sign_bit) only_negative_zeros = false;
    }
    if (nan || (infinity && negative_infinity)) return f::canonical_nan;
    if (infinity) return f::infinity;
    if (negative_infinity) return f::infinity | f::sign_bit;
    number total(f::max_exponent - f::min_exponent + 40), term(f::precision);
    mpfr_set_zero(total.value, 1);
    for (uint128 bits : x) {
      set(term.value, bits);
      EXPECT_EQ(mpfr_add(total.value, total.value, term.value, MPFR_RNDN), 0);
    }
    if (mpfr_zero_p(total.value)) return only_negative_zeros ? f::sign_bit : 0;
    return round(total.value);
  }

  static uint128 product(std::vector<uint128> const& x) {
    bool nan = false, infinite = false, zero = false, negative = false;
    for (uint128 bits : x) {
      uint128 const magnitude = bits & (f::sign_bit - 1);
      nan |= magnitude > f::infinity;
      infinite |= magnitude == f::infinity;
      zero |= magnitude == 0;
      negative ^= (bits & f::sign_bit) != 0;
    }
    uint128 const sign = negative ? f::sign_bit : 0;
    if (nan || (infinite && zero)) return f::canonical_nan;
    if (infinite) return sign | f::infinity;
    if (zero) return sign;
    number total(static_cast<int>(x.size()) * f::precision + 64), term(f::precision);
    mpfr_set_ui(total.value, 1, MPFR_RNDN);
    for (uint128 bits : x) {
      set(term.value, bits);
      EXPECT_EQ(mpfr_mul(total.value, total.value, term.value, MPFR_RNDN), 0);
    }
    return round(total.value);
  }

private:
  struct number {
    explicit number(int precision) { mpfr_init2(value, precision); }
    ~number() { mpfr_clear(value); }
    number(number const&) = delete;
    number& operator=(number const&) = delete;
    mpfr_t value;
  };

  static void set(mpfr_ptr to, uint128 bits) {
    uint128 const magnitude = bits & (f::sign_bit - 1);
    long const biased = static_cast<long>(magnitude >> f::stored_bits);
    uint128 const fraction = magnitude & (f::implicit_bit - 1);
    uint128 const significand = biased == 0 ? fraction : fraction + f::implicit_bit;
    mpfr_set_ui(to, static_cast<unsigned long>(significand >> 64), MPFR_RNDN);
    mpfr_mul_2ui(to, to, 64, MPFR_RNDN);
    mpfr_add_ui(to, to, static_cast<unsigned long>(significand), MPFR_RNDN);
    mpfr_mul_2si(to, to, (biased == 0 ? 0 : biased - 1) + f::min_exponent, MPFR_RNDN);
    if ((bits & f::sign_bit) != 0) mpfr_neg(to, to, MPFR_RNDN);
  }

  static uint128 round(mpfr_srcptr exact) {
    number result(f::precision);
    bring_into_range<f>(result.value, mpfr_set(result.value, exact, MPFR_RNDN), MPFR_RNDN);

    uint128 const sign = mpfr_signbit(result.value) ? f::sign_bit : 0;
    if (mpfr_inf_p(result.value)) return sign | f::infinity;
    if (mpfr_zero_p(result.value)) return sign;
    mpz_t significand;
    mpz_init(significand);
    long const exponent = mpfr_get_z_2exp(significand, result.value);  // exactly `precision` bits
    mpz_abs(significand, significand);
    std::uint64_t words[2] = {};
    mpz_export(words, nullptr, -1, 8, 0, 0, significand);
    mpz_clear(significand);
    uint128 const whole = uint128{words[1]} << 64 | words[0];
    if (exponent < f::min_exponent) return sign | whole >> (f::min_exponent - exponent);
    return sign | (uint128(exponent - f::min_exponent + 1) << f::stored_bits | (whole & (f::implicit_bit - 1)));
  }
};

}  // namespace isobit::test
