// The augmented operations of IEEE 754-2019, against its definition in exact numbers.
#include <isobit/arithmetic/augmented.hpp>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "reference/round.hpp"
#include "support/check.hpp"
#include "support/random.hpp"

namespace isobit::test {
namespace {

using reference::dyadic;
using reference::exactly;

/// To the nearest number, ties to the one nearer to zero: of the two neighbours, that towards zero unless the other is
/// nearer. An exact zero has the sign asked for.
template <class T> T nearest(dyadic const& x, bool negative_zero) {
  if (x.is_zero()) return negative_zero ? T(-0.0) : T(0);
  T const inner = reference::round_quotient<T>(x, reference::integer(1), rounding::toward_zero);
  auto const outer_bits = static_cast<typename format<T>::bits_type>(bits_of(inner) + 1);
  // The bits of infinity are those of the number after the largest, as overflow has it.
  dyadic const outer = exactly(from_bits<T>(outer_bits));
  bool const outer_is_nearer = magnitude(outer - x) < magnitude(x - exactly(inner));
  return outer_is_nearer ? from_bits<T>(outer_bits) : inner;
}

template <class T> void expect_parts(dyadic const& exact, bool negative_zero, augmented<T> actual) {
  T const head = nearest<T>(exact, negative_zero);
  ASSERT_TRUE(same_bits(head, actual.head));
  if (is_nonfinite(head))
    ASSERT_TRUE(same_bits(head, actual.tail));
  else
    ASSERT_TRUE(same_bits(nearest<T>(exact - exactly(head), is_negative(head)), actual.tail));
}

template <class T> void expect_all(T x, T y) {
  SCOPED_TRACE(testing::Message() << std::hexfloat << x << " and " << y);
  bool const both = is_negative(x) && is_negative(y);
  expect_parts(exactly(x) + exactly(y), both, augmented_addition(x, y));
  expect_parts(exactly(x) - exactly(y), is_negative(x) && !is_negative(y), augmented_subtraction(x, y));
  expect_parts(exactly(x) * exactly(y), is_negative(x) != is_negative(y), augmented_multiplication(x, y));
}

template <class T> class augmented_operations : public testing::Test {};
using numbers = testing::Types<double, float>;
TYPED_TEST_SUITE(augmented_operations, numbers);

TYPED_TEST(augmented_operations, are_those_of_the_standard) {
  using T = TypeParam;
  using f = format<T>;
  using bits_type = typename f::bits_type;
  SCOPED_TRACE("seed " + std::to_string(first_seed()));
  random_source random(first_seed());
  // Numbers with few bits set, at nearby exponents or anywhere, make ties and short results.
  auto const number = [&](int exponent) {
    auto fraction = static_cast<bits_type>(random.next()) & (f::implicit_bit - 1u);
    if (random.one_in(2)) fraction &= static_cast<bits_type>(random.one_in(2) ? 7 : ~(f::implicit_bit >> 4));
    if (random.one_in(4)) fraction = random.one_in(2) ? 0 : f::implicit_bit - 1u;
    auto const field = static_cast<bits_type>(std::clamp(exponent, 0, f::max_biased - 1)) << f::stored_bits;
    return from_bits<T>(static_cast<bits_type>(field | fraction | (random.one_in(2) ? f::sign_bit : bits_type{0})));
  };
  auto const below = [&](int n) { return static_cast<int>(random.below(static_cast<std::uint64_t>(n))); };
  for (std::size_t i = 0; i < scaled_count(6000); ++i) {
    int const exponent = random.one_in(4) ? f::max_biased - 1 - below(4) : below(f::max_biased);
    int const other = random.one_in(3) ? below(f::max_biased) : exponent + below(140) - 70;
    expect_all(number(exponent), number(other));
    // Products about the ends of the range.
    int const edge = random.one_in(2) ? f::max_biased - 1 + f::bias : f::bias - 2 * f::precision;
    expect_all(number(exponent), number(edge - exponent + below(12) - 6));
    if (testing::Test::HasFatalFailure()) return;
  }
}

TYPED_TEST(augmented_operations, at_the_ends_of_the_range) {
  using T = TypeParam;
  using limits = std::numeric_limits<T>;
  T const largest = limits::max(), half_place = (largest - std::nextafter(largest, T(0))) / 2;
  T const inf = limits::infinity(), least = limits::denorm_min();
  for (T const x : {largest, half_place, std::nextafter(half_place, inf), least, limits::min(), T(0), T(1), T(0.5)})
    for (T const y : {largest, half_place, std::nextafter(half_place, inf), least, limits::min(), T(0), T(1), T(0.5)})
      for (T const sx : {x, -x})
        for (T const sy : {y, -y}) expect_all(sx, sy);
  // The middle above the largest number is nearer to zero there, and infinity for nearest-even.
  auto const [head, tail] = augmented_addition(largest, half_place);
  EXPECT_EQ(head, largest);
  EXPECT_EQ(tail, half_place);
  EXPECT_EQ(augmented_addition(largest, std::nextafter(half_place, inf)).tail, inf);
}

TYPED_TEST(augmented_operations, of_infinities_and_nan) {
  using T = TypeParam;
  T const inf = std::numeric_limits<T>::infinity(), nan = from_bits<T>(format<T>::canonical_nan);
  auto const expect = [](T both, augmented<T> actual) {
    EXPECT_TRUE(same_bits(both, actual.head));
    EXPECT_TRUE(same_bits(both, actual.tail));
  };
  expect(inf, augmented_addition(inf, T(-1)));
  expect(-inf, augmented_addition(T(1), -inf));
  expect(inf, augmented_addition(inf, inf));
  expect(nan, augmented_addition(inf, -inf));
  expect(nan, augmented_subtraction(inf, inf));
  expect(inf, augmented_subtraction(inf, -inf));
  expect(nan, augmented_addition(-nan, T(1)));
  expect(-inf, augmented_multiplication(inf, T(-2)));
  expect(nan, augmented_multiplication(inf, T(-0.0)));
  expect(nan, augmented_multiplication(nan, T(3)));
}

TYPED_TEST(augmented_operations, whatever_the_rounding_mode) {
  using T = TypeParam;
  T const place = std::numeric_limits<T>::epsilon();
  for (int const mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    auto const sum = augmented_addition(T(1), place / 2);
    auto const product = augmented_multiplication(T(1) + place, T(1) + place);
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(sum.head, 1);
    EXPECT_EQ(sum.tail, place / 2);
    EXPECT_EQ(product.head, 1 + 2 * place);
    EXPECT_EQ(product.tail, place * place);
  }
}

}  // namespace
}  // namespace isobit::test
