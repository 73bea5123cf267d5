#include "certify/tiers.hpp"

#include <string>

#include <gtest/gtest.h>

#include "certify/certain.hpp"
#include "support/check.hpp"

namespace isobit::test {
namespace {

using certify::certain, certify::if_equal, certify::tiers, certify::tiers_while_open, certify::uncertain;

/// The answer of tiers of which those after the first `uncertain_ones` know it, and who was asked: "abc" are all three.
struct outcome {
  int answer;
  std::string asked;
};
outcome ask(int uncertain_ones) {
  std::string asked;
  auto const tier = [&](char name, int place) -> certain<int> {
    asked += name;
    if (uncertain_ones > place) return uncertain;
    return place;
  };
  int const answer = tiers([&] { return tier('a', 0); }, [&] { return tier('b', 1); },
                           [&] {
                             asked += 'c';
                             return 2;
                           });
  return {answer, asked};
}

TEST(tiers, answer_is_the_first_that_is_certain) {
  EXPECT_EQ(ask(0).answer, 0);
  EXPECT_EQ(ask(1).answer, 1);
  EXPECT_EQ(ask(2).answer, 2);
}

TEST(tiers, nobody_is_asked_after_that) {
  EXPECT_EQ(ask(0).asked, "a");
  EXPECT_EQ(ask(1).asked, "ab");
  EXPECT_EQ(ask(2).asked, "abc");
}

TEST(tiers, one_alone_is_exact) {
  EXPECT_EQ(tiers([] { return 5; }), 5);
}

/// Who is asked while so many answers are open after the first two tiers.
std::string asked_while_open(int after_first, int after_second) {
  std::string asked;
  tiers_while_open([&] { return asked += 'a', after_first; }, [&] { return asked += 'b', after_second; },
                   [&] { asked += 'c'; });
  return asked;
}

TEST(tiers, go_on_while_an_answer_is_open) {
  EXPECT_EQ(asked_while_open(0, 0), "a");
  EXPECT_EQ(asked_while_open(0, 7), "a");
  EXPECT_EQ(asked_while_open(1, 0), "ab");
  EXPECT_EQ(asked_while_open(7, 1), "abc");
  EXPECT_EQ(asked_while_open(-1, -1), "abc");
}

TEST(tiers, certain_is_what_both_ends_become_in_all_bits) {
  EXPECT_TRUE(if_equal(1.5, 1.5));
  EXPECT_TRUE(same_bits(1.5, *if_equal(1.5, 1.5)));
  EXPECT_FALSE(if_equal(1.5, 1.25));
  EXPECT_FALSE(if_equal(0.0, -0.0));  // zero has two signs
  EXPECT_TRUE(if_equal(-0.0f, -0.0f));
  EXPECT_TRUE(if_equal(7u, 7u));
  EXPECT_FALSE(if_equal(7u, 8u));
  EXPECT_FALSE(certain<double>(uncertain));
}

}  // namespace
}  // namespace isobit::test
