// However the elements are cut into parts, and in whatever shape the parts' states are merged, no method that promises
// it shows it.
#include <gtest/gtest.h>

#include "support/bin_data.hpp"
#include "support/methods.hpp"

namespace isobit::test {
namespace {

/// ((a b) c) d
template <class A> A merged_left(std::vector<A> states) {
  for (std::size_t i = 1; i < states.size(); ++i) states[0].merge(states[i]);
  return states[0];
}

/// a (b (c d))
template <class A> A merged_right(std::vector<A> states) {
  for (std::size_t i = states.size() - 1; i > 0; --i) states[i - 1].merge(states[i]);
  return states[0];
}

/// (a b) (c d)
template <class A> A merged_balanced(std::vector<A> states) {
  for (std::size_t step = 1; step < states.size(); step *= 2)
    for (std::size_t i = 0; i + step < states.size(); i += 2 * step) states[i].merge(states[i + step]);
  return states[0];
}

/// Any two, until one is left; now and then through bytes.
template <class A> A merged_at_random(std::vector<A> states, random_source& random) {
  while (states.size() > 1) {
    std::swap(states[random.below(states.size())], states.back());
    A const taken = states.back();
    states.pop_back();
    A& into = states[random.below(states.size())];
    into.merge(random.one_in(8) ? A::deserialise(taken.serialise()) : taken);
  }
  return states[0];
}

/// The borders between `parts` parts of n elements: of equal sizes, or anywhere, so that some are empty.
std::vector<std::size_t> borders(std::size_t n, std::size_t parts, bool equal, random_source& random) {
  std::vector<std::size_t> result = {0};
  for (std::size_t i = 1; i < parts; ++i) result.push_back(equal ? n * i / parts : random.below(n + 1));
  result.push_back(n);
  std::ranges::sort(result);
  return result;
}

template <class T> class method_partition : public testing::Test {};
TYPED_TEST_SUITE(method_partition, order_free_methods);

TYPED_TEST(method_partition, does_not_show) {
  using T = typename TypeParam::value_type;
  auto const check = [](std::span<T const> values, random_source& random) {
    auto const expected = sum_of_all<TypeParam>(values);
    for (std::size_t parts = 1; parts <= 64; ++parts) {
      for (bool equal : {true, false}) {
        auto const cuts = borders(values.size(), parts, equal, random);
        auto const states = unless_refused([&] {
          std::vector<TypeParam> result;
          for (std::size_t i = 0; i < parts; ++i) {
            result.push_back(state_for<TypeParam>(values));
            result.back().add(values.subspan(cuts[i], cuts[i + 1] - cuts[i]));
          }
          return result;
        });
        ASSERT_EQ(states.has_value(), expected.has_value());
        if (!states) continue;
        auto const same = [&](TypeParam const& merged) { return same_outcome<TypeParam>(expected, merged); };
        ASSERT_TRUE(same(merged_left(*states))) << parts << " parts, left";
        ASSERT_TRUE(same(merged_right(*states))) << parts << " parts, right";
        ASSERT_TRUE(same(merged_balanced(*states))) << parts << " parts, balanced";
        ASSERT_TRUE(same(merged_at_random(*states, random))) << parts << " parts, at random";
      }
    }
  };
  for_each_data<T>(1, 600, check);
  for_each_bin_data<T>(default_bin_width<T>, 1, 300, check);
}

}  // namespace
}  // namespace isobit::test
