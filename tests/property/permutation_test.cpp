// The order of the elements does not show in any bit.
#include <algorithm>

#include <gtest/gtest.h>

#include "support/results.hpp"

namespace isobit::test {
namespace {

template <class T> class permutation : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(permutation, element_types);

TYPED_TEST(permutation, does_not_show) {
  for_each_pair<TypeParam>(8, 9000, [](auto x, auto y, auto& random) {
    auto const expected = all_results(serial(), x, y);
    std::vector<std::pair<TypeParam, TypeParam>> pairs;
    for (std::size_t i = 0; i < x.size(); ++i) pairs.emplace_back(x[i], y[i]);
    std::vector<TypeParam> left(x.size()), right(x.size());
    auto const check = [&] {
      for (std::size_t i = 0; i < pairs.size(); ++i) std::tie(left[i], right[i]) = pairs[i];
      return same_results(expected, all_results(serial(), left, right));
    };
    for (int i = 0; i < 2; ++i) {
      random.shuffle(std::span(pairs));
      ASSERT_TRUE(check()) << "shuffled";
    }
    std::ranges::reverse(pairs);
    ASSERT_TRUE(check()) << "reversed";
    auto const magnitude = [](auto const& p) { return bits_of(p.first) & ~format<TypeParam>::sign_bit; };
    std::ranges::sort(pairs, {}, magnitude);
    ASSERT_TRUE(check()) << "ascending";
    std::ranges::reverse(pairs);
    ASSERT_TRUE(check()) << "descending";
  });
}

}  // namespace
}  // namespace isobit::test
