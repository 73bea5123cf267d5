#include <isobit/arithmetic/bits.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include "reference/dyadic.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

template <class Half> void expect_widening_is_exact() {
  for (std::uint32_t bits = 0; bits <= 0xffff; ++bits) {
    Half const x{static_cast<std::uint16_t>(bits)};
    float const wide = widen(x);
    ASSERT_EQ(is_nan(x), is_nan(wide)) << bits;
    ASSERT_EQ(is_nonfinite(x), is_nonfinite(wide)) << bits;
    ASSERT_EQ(is_negative(x), is_negative(wide)) << bits;
    if (!is_nonfinite(x)) {
      ASSERT_TRUE(reference::exactly(x) == reference::exactly(wide)) << bits;
    }
  }
}
TEST(bits, widening_of_every_half_is_exact) {
  expect_widening_is_exact<float16>();
  expect_widening_is_exact<bfloat16>();
}

TEST(bits, decomposition_is_what_the_numbers_are) {
  for_each_data<double>(5, 300, [](auto values, auto&) {
    for (double x : values) {
      ASSERT_EQ(is_nan(x), std::isnan(x));
      ASSERT_EQ(is_nonfinite(x), !std::isfinite(x));
      ASSERT_EQ(is_negative(x), std::signbit(x));
      ASSERT_EQ(bits_of(negated(x)), bits_of(x) ^ (std::uint64_t{1} << 63));
      if (is_nonfinite(x)) continue;
      auto const [negative, significand, exponent] = decompose(x);
      double const magnitude = std::ldexp(static_cast<double>(significand), exponent);
      ASSERT_TRUE(same_bits(x, negative ? -magnitude : magnitude));
    }
  });
}

TEST(bits, formats_are_those_of_ieee) {
  static_assert(format<double>::min_exponent == -1074 && format<double>::max_exponent == 1024);
  static_assert(format<float>::min_exponent == -149 && format<float>::max_exponent == 128);
  static_assert(format<float16>::min_exponent == -24 && format<float16>::max_exponent == 16);
  static_assert(format<bfloat16>::min_exponent == -133 && format<bfloat16>::max_exponent == 128);
  EXPECT_EQ(format<double>::canonical_nan, 0x7ff8000000000000u);
  EXPECT_EQ(format<float>::canonical_nan, 0x7fc00000u);
  EXPECT_EQ(format<float16>::canonical_nan, 0x7e00u);
  EXPECT_EQ(format<bfloat16>::canonical_nan, 0x7fc0u);
}

template <class T> void expect_bits_only() {
  using f = format<T>;
  using bits_type = typename f::bits_type;
  for (bits_type bits : {bits_type(0), bits_type(1), bits_type(f::implicit_bit), bits_type(f::infinity),
                         bits_type(f::infinity + 1u), bits_type(f::canonical_nan + 5u)}) {
    T const x = from_bits<T>(bits);
    bool const nan = bits > f::infinity;
    EXPECT_EQ(bits_of(magnitude(x)), bits);
    EXPECT_EQ(bits_of(magnitude(negated(x))), bits);
    EXPECT_EQ(bits_of(canonical(x)), nan ? f::canonical_nan : bits);
    EXPECT_EQ(bits_of(canonical(negated(x))), nan ? f::canonical_nan : bits_of(negated(x)));
  }
}

TEST(bits, magnitudes_and_canonical_nans) {
  expect_bits_only<double>();
  expect_bits_only<float>();
  expect_bits_only<float16>();
  expect_bits_only<bfloat16>();
}

}  // namespace
}  // namespace isobit::test
