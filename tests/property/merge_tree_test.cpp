// Merging is associative and commutative, with the empty state as its neutral element: any tree gives the same bytes.
#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "support/check.hpp"

namespace isobit::test {
namespace {

template <class State, class Make>
void expect_same_for_every_tree(std::size_t leaves, random_source& random, Make make) {
  State in_order;
  for (std::size_t i = 0; i < leaves; ++i) in_order.merge(make(i));
  for (int attempt = 0; attempt < 3; ++attempt) {
    std::vector<State> forest;
    for (std::size_t i = 0; i < leaves; ++i) {
      forest.push_back(make(i));
      if (random.one_in(4)) forest.emplace_back();
    }
    while (forest.size() > 1) {
      auto const from = random.below(forest.size());
      std::swap(forest[from], forest.back());
      State const taken = forest.back();
      forest.pop_back();
      auto& into = forest[random.below(forest.size())];
      if (random.one_in(3)) into.canonicalise();
      into.merge(taken);
    }
    State const root = forest.empty() ? State() : forest.front();
    ASSERT_TRUE(root == in_order);
    ASSERT_EQ(root.serialise(), in_order.serialise());
    ASSERT_TRUE(same_bits(in_order.template round<double>(), root.template round<double>()));
  }
}

TEST(merge_tree, of_sums_does_not_show) {
  for_each_data<double>(10, 120, [](auto values, auto& random) {
    expect_same_for_every_tree<exact>(values.size(), random, [&](std::size_t i) {
      exact leaf;
      leaf.add(values[i]);
      return leaf;
    });
  });
}

TEST(merge_tree, of_dot_products_does_not_show) {
  for_each_pair<double>(10, 120, [](auto x, auto y, auto& random) {
    expect_same_for_every_tree<exact_product>(x.size(), random, [&](std::size_t i) {
      exact_product leaf;
      leaf.add_product(x[i], y[i]);
      return leaf;
    });
  });
}

}  // namespace
}  // namespace isobit::test
