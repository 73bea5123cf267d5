// The sum along the binary tree of height h is off by no more than h*u/(1 - h*u) times the sum of the magnitudes.
#include <gtest/gtest.h>

#include <isobit/tree/fixed_tree.hpp>

#include "reference/total.hpp"
#include "support/check.hpp"

namespace isobit::test {
namespace {

template <class T> class tree_error : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(tree_error, element_types);

TYPED_TEST(tree_error, is_within_the_bound) {
  using T = TypeParam;
  std::size_t finite = 0;
  for_each_data<T>(20, 3000, [&](std::span<T const> values, random_source&) {
    T const sum = tree_sum(values);
    if (values.empty() || is_nonfinite(sum)) return;
    ++finite;
    reference::total exact, magnitudes;
    for (T x : values) {
      exact.add(x);
      magnitudes.add(magnitude(x));
    }
    std::uint64_t const height = tree::root_level(values.size());
    reference::dyadic const error = magnitude(reference::exactly(sum) - exact.value());
    reference::dyadic const room(reference::integer(false, (std::uint64_t{1} << format<T>::precision) - height));
    ASSERT_LE(error * room, reference::dyadic(reference::integer(false, height)) * magnitudes.value());
  });
  EXPECT_GT(finite, scaled_count(20) * 20);
}

}  // namespace
}  // namespace isobit::test
