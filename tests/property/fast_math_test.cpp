// A user's -ffast-math changes no bit: this file is compiled and linked with it (so subnormals are flushed to zero in
// the whole process), headers included. What it compares with is integer arithmetic.
#ifndef __FAST_MATH__
#error "this test is about -ffast-math: compile it with it"
#endif

#include <list>

#include <gtest/gtest.h>

#include "reference/operations.hpp"
#include "support/results.hpp"
#include "support/shapes.hpp"
#include "support/state.hpp"

namespace isobit::test {
namespace {

template <class T> class fast_math : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(fast_math, element_types);

TYPED_TEST(fast_math, changes_no_reduction) {
  for_each_pair<TypeParam>(20, 5000, [](auto x, auto y, auto& random) {
    ASSERT_TRUE(same_bits(reference::sum<TypeParam>(x), sum(x)));
    ASSERT_TRUE(same_bits(reference::sum<float>(x), sum<float>(x)));
    ASSERT_TRUE(same_bits(reference::asum<TypeParam>(x), asum(x)));
    ASSERT_TRUE(same_bits(reference::squared_norm<TypeParam>(x), squared_norm(x)));
    ASSERT_TRUE(same_bits(reference::nrm2<TypeParam>(x), nrm2(x)));
    ASSERT_TRUE(same_bits(reference::mean<TypeParam>(x), mean(x)));
    ASSERT_TRUE(same_bits(reference::variance<TypeParam>(x, 1), variance(x)));
    ASSERT_TRUE(same_bits(reference::dot<TypeParam>(x, y), dot(x, y)));
    strided_copy<TypeParam> const backwards(x, -3, random);
    ASSERT_TRUE(same_bits(reference::sum<TypeParam>(x), sum(backwards.view(), threads(2))));
  });
}

// These run in headers, so in this translation unit.
TYPED_TEST(fast_math, changes_nothing_that_headers_compute) {
  for_each_pair<TypeParam>(10, 2000, [](auto x, auto y, auto&) {
    std::list<TypeParam> const left(x.begin(), x.end()), right(y.begin(), y.end());
    ASSERT_TRUE(same_bits(reference::sum<TypeParam>(x), sum(left)));
    ASSERT_TRUE(same_bits(reference::asum<TypeParam>(x), asum(left)));
    ASSERT_TRUE(same_bits(reference::nrm2<TypeParam>(x), nrm2(left)));
    ASSERT_TRUE(same_bits(reference::mean<TypeParam>(x), mean(left)));
    ASSERT_TRUE(same_bits(reference::variance<TypeParam>(x, 1), variance(left)));
    ASSERT_TRUE(same_bits(reference::dot<TypeParam>(x, y), dot(left, right)));
    std::vector<TypeParam> out(x.size());
    inclusive_scan(x, std::span<TypeParam>(out));
    ASSERT_TRUE(
        same_bits(out.empty() ? TypeParam(0) : reference::sum<TypeParam>(x), out.empty() ? TypeParam(0) : out.back()));
    exact state;
    for (TypeParam value : x) state.add(value);
    for (TypeParam value : y) state.subtract(value);
    auto expected = reference::total_of(x);
    for (TypeParam value : y) expected.add(negated(value));
    ASSERT_TRUE(same_state(expected, state));
  });
}

// Keys are hashed, compared and sorted in headers, too.
TYPED_TEST(fast_math, changes_no_group) {
  using Key = TypeParam;
  auto const number = [](auto bits) { return from_bits<Key>(static_cast<typename format<Key>::bits_type>(bits)); };
  Key const nan = number(format<Key>::canonical_nan), other_nan = number(~std::uint64_t{0}), tiny = number(1);
  Key const minus_zero = number(format<Key>::sign_bit);
  std::vector<Key> const keys = {nan, minus_zero, tiny, other_nan, number(0), nan};
  auto const sums = sum_by_key(keys, std::vector<double>{1, 2, 4, 8, 16, 32});
  ASSERT_EQ(sums.size(), 3u);
  Key const expected_keys[] = {number(0), tiny, nan};
  double const expected_sums[] = {18, 4, 41};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(bits_of(expected_keys[i]), bits_of(sums[i].key));
    EXPECT_TRUE(same_bits(expected_sums[i], sums[i].sum));
  }
}

TEST(fast_math, widens_halves_exactly) {
  random_source random(first_seed());
  for (int i = 0; i < 100; ++i) {
    auto const values = random_halves<float16>(random, random_size(random, 2000));
    ASSERT_TRUE(same_bits(reference::sum<float>(std::span<float16 const>(values)), sum(values)));
  }
}

}  // namespace
}  // namespace isobit::test
