// The state of a prerounded sum depends on the multiset of its addends, not on their order, on how they are cut into
// parts or on the tree along which the parts merge.
#include <isobit/method/prerounded.hpp>

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/prerounded.hpp"

namespace isobit::test {
namespace {

template <class T> class prerounded_order : public testing::Test {};
using elements = testing::Types<double, float>;
TYPED_TEST_SUITE(prerounded_order, elements);

TYPED_TEST(prerounded_order, partition_and_merge_tree_do_not_show) {
  using T = TypeParam;
  for_each_data<T>(15, 400, [](std::span<T const> values, random_source& random) {
    std::vector<T> const copy(values.begin(), values.end());
    for_each_level_count([&](auto k) {
      constexpr int K = decltype(k)::value;
      if (expected_double_sweep<T>(values, values.size(), K)) {
        double_sweep<T, K> const start(values.size(), largest_of(values));
        auto whole = start;
        whole.add(values);
        auto const other = in_disorder(copy, start, random);
        ASSERT_TRUE(whole == other);
        ASSERT_TRUE(same_bits(whole.round(), other.round()));
      }
      if (expected_single_sweep<T>(values, values.size(), K)) {
        single_sweep<T, K> const start(values.size());
        auto whole = start;
        whole.add(values);
        auto const other = in_disorder(copy, start, random);
        ASSERT_TRUE(whole == other);
        ASSERT_TRUE(same_bits(whole.round(), other.round()));
      }
    });
  });
}

}  // namespace
}  // namespace isobit::test
