// However the elements are cut into parts, and however those parts are added, the state is the same.
#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "support/check.hpp"

namespace isobit::test {
namespace {

template <class State, class Whole, class Part>
void expect_same_for_every_cut(std::size_t size, random_source& random, Whole whole, Part add_part) {
  State const expected = whole();
  for (int attempt = 0; attempt < 6; ++attempt) {
    auto const longest = 1 + random.below(attempt % 2 == 0 ? 40 : size + 1);
    State state;
    for (std::size_t first = 0; first < size;) {
      std::size_t const count = std::min<std::size_t>(size - first, random.below(longest + 1));
      add_part(state, first, count);
      first += count;
    }
    ASSERT_TRUE(state == expected);
    ASSERT_EQ(state.hash(), expected.hash());
    ASSERT_EQ(state.serialise(), expected.serialise());
  }
}

template <class T> class partition : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(partition, element_types);

TYPED_TEST(partition, of_a_sum_does_not_show) {
  for_each_data<TypeParam>(12, 9000, [](auto values, auto& random) {
    expect_same_for_every_cut<exact>(
        values.size(), random, [&] { return exact_sum(values); },
        [&](exact& state, std::size_t first, std::size_t count) {
          auto const part = values.subspan(first, count);
          if (random.coin()) return state.add(part);
          if (random.coin()) return state.merge(exact_sum(part));
          for (TypeParam x : part) state.add(x);
        });
  });
}

TYPED_TEST(partition, of_a_dot_product_does_not_show) {
  for_each_pair<TypeParam>(12, 5000, [](auto x, auto y, auto& random) {
    using state_type = decltype(exact_dot(x, y));
    expect_same_for_every_cut<state_type>(
        x.size(), random, [&] { return exact_dot(x, y); },
        [&](state_type& state, std::size_t first, std::size_t count) {
          auto const left = x.subspan(first, count);
          auto const right = y.subspan(first, count);
          if (random.coin()) return state.add_products(left, right);
          if (random.coin()) return state.merge(exact_dot(left, right));
          for (std::size_t i = 0; i < count; ++i) state.add_product(left[i], right[i]);
        });
  });
}

}  // namespace
}  // namespace isobit::test
