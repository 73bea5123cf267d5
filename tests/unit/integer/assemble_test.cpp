#include "integer/assemble.hpp"

#include <gmp.h>
#include <gtest/gtest.h>
#include <mpfr.h>

#include "column/number.hpp"
#include "reference/round.hpp"
#include "support/check.hpp"
#include "support/mpfr_range.hpp"

namespace isobit::test {
namespace {

using columns::number_format;
using integer::uint128, integer::leading_bits;

constexpr rounding modes[] = {rounding::nearest_even, rounding::toward_zero, rounding::upward, rounding::downward,
                              rounding::to_odd};

/// Bits that round up, down, to a tie or not at all, and exponents at both ends of the format.
template <class Format, class Word> leading_bits<Word> random_bits(random_source& random) {
  constexpr int width = 8 * sizeof(Word);
  Word significand = random.next();
  if constexpr (width > 64) significand = significand << 64 | random.next();
  int const kept = random.between(1, width);
  Word const tail = random.coin() ? Word(0) - random.below(2) : Word(random.coin()) << (width - kept) >> 1;
  if (kept < width)
    significand = (significand >> (width - kept) << (width - kept)) + (tail & ((Word{1} << (width - kept)) - 1));
  if (random.one_in(8)) significand = ~Word{0};
  significand |= Word{1} << (width - 1);
  int const top = random.coin() ? random.between(Format::min_exponent - 3, Format::min_exponent + Format::precision + 3)
                                : random.between(Format::max_exponent - 4, Format::max_exponent + 2);
  return {significand, top - width + 1, random.one_in(3)};
}

/// Rounds by MPFR.
template <class Format> uint128 expected_bits(bool negative, leading_bits<uint128> const& x, rounding mode) {
  using f = Format;
  mpfr_rnd_t const direction = mode == rounding::nearest_even ? MPFR_RNDN
                               : mode == rounding::upward     ? MPFR_RNDU
                               : mode == rounding::downward   ? MPFR_RNDD
                                                              : MPFR_RNDZ;
  mpfr_t exact, result;
  mpfr_init2(exact, 140);
  mpfr_init2(result, f::precision);
  mpfr_set_ui(exact, static_cast<unsigned long>(x.significand >> 64), MPFR_RNDN);
  mpfr_mul_2ui(exact, exact, 64, MPFR_RNDN);
  mpfr_add_ui(exact, exact, static_cast<unsigned long>(x.significand), MPFR_RNDN);
  if (x.sticky) mpfr_add_d(exact, exact, 0.25, MPFR_RNDN);
  mpfr_mul_2si(exact, exact, x.exponent, MPFR_RNDN);
  if (negative) mpfr_neg(exact, exact, MPFR_RNDN);

  int const inexact = bring_into_range<f>(result, mpfr_set(result, exact, direction), direction);

  uint128 bits = mpfr_inf_p(result) ? uint128{f::infinity} : 0;
  if (mpfr_regular_p(result)) {
    mpz_t significand;
    mpz_init(significand);
    long const exponent = mpfr_get_z_2exp(significand, result);  // exactly `precision` bits
    mpz_abs(significand, significand);
    std::uint64_t words[2] = {};
    mpz_export(words, nullptr, -1, 8, 0, 0, significand);
    mpz_clear(significand);
    uint128 const whole = uint128{words[1]} << 64 | words[0];
    bits = exponent < f::min_exponent
               ? whole >> (f::min_exponent - exponent)
               : (uint128(exponent - f::min_exponent + 1) << f::stored_bits) + (whole - (uint128{1} << f::stored_bits));
  }
  mpfr_clear(exact);
  mpfr_clear(result);
  if (mode == rounding::to_odd && inexact != 0) bits |= 1;
  return negative ? bits | f::sign_bit : bits;
}

template <class Format> class assemble : public testing::Test {};
using formats = testing::Types<format<double>, format<float>, format<float16>, format<bfloat16>,
                               columns::shape<number_format::binary32>, columns::shape<number_format::binary64>,
                               columns::shape<number_format::x87>, columns::shape<number_format::binary128>>;
TYPED_TEST_SUITE(assemble, formats);

TYPED_TEST(assemble, rounds_in_every_mode) {
  random_source random(1);
  for (int trial = 0; trial < 5000; ++trial)
    for (rounding const mode : modes)
      for (bool const negative : {false, true}) {
        auto const wide = random_bits<TypeParam, uint128>(random);
        EXPECT_TRUE(integer::assemble_bits<TypeParam>(negative, wide, mode) ==
                    expected_bits<TypeParam>(negative, wide, mode));
        if constexpr (TypeParam::precision < 64 && sizeof(typename TypeParam::bits_type) <= 8) {
          auto const x = random_bits<TypeParam, std::uint64_t>(random);
          leading_bits<uint128> const same{uint128{x.significand} << 64, x.exponent - 64, x.sticky};
          EXPECT_TRUE(integer::assemble_bits<TypeParam>(negative, x, mode) ==
                      expected_bits<TypeParam>(negative, same, mode));
        }
      }
}

template <class T> void compare_with_reference() {
  random_source random(2);
  for (int trial = 0; trial < 200; ++trial)
    for (rounding const mode : modes) {
      auto const x = random_bits<format<T>, std::uint64_t>(random);
      reference::integer const quarters =
          (reference::integer(false, x.significand) << 2) + reference::integer(x.sticky);
      reference::dyadic const exact(random.coin() ? quarters : -quarters, x.exponent - 2);
      T const expected = reference::round_quotient<T>(exact, reference::integer(1), mode);
      EXPECT_TRUE(same_bits(expected, integer::assemble<T>(exact.is_negative(), x, mode)));
    }
}

TEST(assemble_numbers, as_the_reference_rounds) {
  compare_with_reference<double>();
  compare_with_reference<float>();
  compare_with_reference<float16>();
  compare_with_reference<bfloat16>();
}

}  // namespace
}  // namespace isobit::test
