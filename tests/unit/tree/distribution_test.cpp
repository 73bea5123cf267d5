#include <isobit/tree/distribution.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/error.hpp>

#include "support/float_environment.hpp"
#include "support/random.hpp"

namespace isobit::test {
namespace {

using kind = distribution_kind;
constexpr kind every_kind[] = {kind::lower, kind::upper, kind::power_of_two, kind::optimised, kind::optimised_thesis};

std::vector<std::size_t> starts_of(distribution const& d) {
  std::vector<std::size_t> starts;
  for (std::size_t rank = 0; rank < d.ranks(); ++rank) starts.push_back(d.start(rank));
  return starts;
}

/// Equation 3.4: the last rank that starts at or before x.
std::size_t rank_by_definition(std::vector<std::size_t> const& starts, std::size_t x) {
  std::size_t rank = 0;
  for (std::size_t i = 0; i < starts.size(); ++i)
    if (starts[i] <= x) rank = i;
  return rank;
}

/// Starts from equations 1.3, 1.4 (as it must be meant) and 3.8.
std::vector<std::size_t> starts_by_definition(std::size_t elements, std::size_t ranks, kind which) {
  std::vector<std::size_t> starts;
  std::size_t sum = 0, power = 1;
  while (2 * power <= elements / ranks) power *= 2;
  for (std::size_t i = 0; i < ranks; ++i) {
    starts.push_back(sum);
    std::size_t const more = elements % ranks;
    if (which == kind::lower) sum += elements / ranks + (i < more ? 1 : 0);
    if (which == kind::upper) sum += elements / ranks + (i < ranks - more ? 0 : 1);
    if (which == kind::power_of_two) sum += sum < elements ? power : 0;
  }
  return starts;
}

/// Equation 3.9 and Algorithm 3 on an even distribution, in integers, with alpha = 1/5.
std::vector<std::size_t> optimised_by_definition(std::size_t elements, std::size_t ranks, kind even) {
  auto starts = starts_by_definition(elements, ranks, even);
  for (auto& start : starts) {
    std::size_t const initial = start;
    for (std::size_t proposed = initial; (initial - proposed) * ranks * 5 <= elements; proposed &= proposed - 1) {
      start = proposed;
      if (proposed == 0) break;
    }
  }
  return starts;
}

/// Algorithm 2.
std::size_t messages_by_definition(std::vector<std::size_t> starts, std::size_t elements) {
  starts.push_back(elements);
  std::size_t messages = 0;
  for (std::size_t i = 1; i + 1 < starts.size(); ++i)
    for (std::size_t x = starts[i]; x < starts[i + 1]; x = (x | (x - 1)) + 1) ++messages;
  return messages;
}

void expect_consistent(distribution const& d) {
  auto const starts = starts_of(d);
  std::size_t sum = 0;
  for (std::size_t rank = 0; rank < d.ranks(); ++rank) {
    ASSERT_EQ(d.start(rank), sum);
    sum += d.count(rank);
  }
  ASSERT_EQ(sum, d.elements());
  std::size_t crossing = 0;
  std::vector<std::vector<distribution::outbound_root>> sent(d.ranks());
  for (std::size_t x = 0; x < d.elements(); ++x) {
    std::size_t const rank = rank_by_definition(starts, x);
    ASSERT_EQ(d.rank_from_index(x), rank) << x;
    if (x == 0) continue;
    std::size_t const to = rank_by_definition(starts, x & (x - 1));
    if (to == rank) continue;
    ++crossing;
    sent[rank].push_back({x, to});
  }
  ASSERT_EQ(d.message_count(), crossing);
  for (std::size_t rank = 0; rank < d.ranks(); ++rank) ASSERT_EQ(d.outbound_roots(rank), sent[rank]);
}

TEST(distribution, indices_of_the_tree) {
  EXPECT_EQ(tree::parent(6), 4u);
  EXPECT_EQ(tree::parent(8), 0u);
  EXPECT_EQ(tree::max_y(12), 2u);
  EXPECT_EQ(tree::largest_subtree_child(12), 15u);
  for (std::size_t x = 1; x < 2000; ++x) {
    unsigned zeros = 0;
    while ((x >> zeros & 1) == 0) ++zeros;
    ASSERT_EQ(tree::max_y(x), zeros);
    ASSERT_EQ(tree::parent(x), x - (std::size_t{1} << zeros));
    ASSERT_EQ(tree::largest_subtree_child(x), x + (std::size_t{1} << zeros) - 1);
  }
}

TEST(distribution, is_what_the_definitions_say_for_all_small_sizes) {
  for (std::size_t ranks = 1; ranks <= 20; ++ranks)
    for (std::size_t elements = 0; elements <= 130; ++elements)
      for (kind which : every_kind) {
        SCOPED_TRACE(std::to_string(elements) + " on " + std::to_string(ranks) + ", kind " +
                     std::to_string(static_cast<int>(which)));
        distribution const d(elements, ranks, which);
        expect_consistent(d);
        if (which <= kind::power_of_two) {
          ASSERT_EQ(starts_of(d), starts_by_definition(elements, ranks, which));
        }
        if (which == kind::optimised) {
          ASSERT_EQ(starts_of(d), optimised_by_definition(elements, ranks, kind::lower));
        }
        if (HasFatalFailure()) return;
      }
}

TEST(distribution, finds_ranks_with_any_alpha) {
  random_source random(1);
  for (int i = 0; i < 400; ++i) {
    std::size_t const elements = random.below(3000), ranks = random.below(100) + 1;
    double const alpha = static_cast<double>(random.below(1000)) / 1000;
    for (kind which : {kind::optimised, kind::optimised_thesis}) {
      SCOPED_TRACE(std::to_string(elements) + " on " + std::to_string(ranks) + ", alpha " + std::to_string(alpha));
      expect_consistent(distribution(elements, ranks, which, alpha));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(distribution, gives_the_figures_of_the_thesis) {
  auto const microseconds = [](distribution const& d) { return std::lround(d.score() / 100); };  // in tenths
  distribution const lower(504850, 256, kind::lower), upper(504850, 256, kind::upper);
  distribution const power(504850, 256, kind::power_of_two), thesis(504850, 256, kind::optimised_thesis);
  EXPECT_EQ(lower.message_count(), 1640u);
  EXPECT_EQ(microseconds(lower), 4690);
  EXPECT_EQ(upper.message_count(), 1401u);
  EXPECT_EQ(microseconds(upper), 4019);
  EXPECT_EQ(power.message_count(), 256u);
  EXPECT_EQ(microseconds(power), 10834);
  EXPECT_EQ(thesis.message_count(), 621u);
  EXPECT_EQ(microseconds(thesis), 1845);
  EXPECT_EQ(distribution(504850, 256).message_count(), 553u);
  EXPECT_EQ(microseconds(distribution(504850, 256)), 1640);
  EXPECT_EQ(messages_by_definition(optimised_by_definition(504850, 256, kind::lower), 504850), 553u);
  EXPECT_EQ(messages_by_definition(optimised_by_definition(504850, 256, kind::upper), 504850), 557u);

  std::size_t const large = 21410970;
  EXPECT_EQ(distribution(large, 256, kind::lower).message_count(), 2336u);
  EXPECT_EQ(distribution(large, 256, kind::upper).message_count(), 2231u);
  EXPECT_EQ(distribution(large, 256, kind::optimised_thesis).message_count(), 631u);
  EXPECT_EQ(distribution(large, 1280, kind::lower).message_count(), 9654u);
  EXPECT_EQ(distribution(large, 1280, kind::upper).message_count(), 10480u);
  EXPECT_EQ(distribution(large, 1280, kind::optimised_thesis).message_count(), 3061u);
}

// Equation 2.5: M = (p - 1) * (log2((N - 1)/p) + 1).
TEST(distribution, keeps_the_bound_on_messages_for_lower_only) {
  std::size_t above = 0;
  for (std::size_t ranks : {2u, 3u, 7u, 64u})
    for (std::size_t elements = ranks + 1; elements < 3000; ++elements) {
      auto const messages = distribution(elements, ranks, kind::lower).message_count();
      double const bound = static_cast<double>(ranks - 1) *
                           (std::log2(static_cast<double>(elements - 1) / static_cast<double>(ranks)) + 1);
      ASSERT_LE(static_cast<double>(messages), bound + 1e-6) << elements << " on " << ranks;
      above += static_cast<double>(distribution(elements, ranks, kind::upper).message_count()) > bound + 1e-6;
    }
  EXPECT_NE(above, 0u);
}

TEST(distribution, refuses_what_cannot_be) {
  EXPECT_THROW(distribution(10, 0), error);
  EXPECT_THROW(distribution(10, 2, kind::optimised, -0.1), error);
  EXPECT_THROW(distribution(10, 2, kind::optimised, 1.0), error);
  EXPECT_THROW(distribution(10, 2, kind::optimised, std::numeric_limits<double>::quiet_NaN()), error);
  distribution const d(10, 2);
  EXPECT_THROW((void)d.start(2), error);
  EXPECT_THROW((void)d.count(2), error);
  EXPECT_THROW((void)d.outbound_roots(2), error);
  EXPECT_THROW((void)d.rank_from_index(10), error);
  EXPECT_THROW((void)distribution(0, 3).rank_from_index(0), error);
}

TEST(distribution, goes_up_to_the_largest_size) {
  std::size_t const most = std::numeric_limits<std::size_t>::max();
  for (kind which : every_kind)
    for (std::size_t ranks : {1u, 2u, 3u, 4u, 1000u}) {
      distribution const d(most, ranks, which);
      EXPECT_EQ(d.start(ranks - 1) + d.count(ranks - 1), most);
      EXPECT_EQ(d.rank_from_index(most - 1), ranks - 1);
      EXPECT_GE(d.message_count() + 1, ranks);
    }
}

TEST(distribution, does_not_depend_on_the_environment) {
  auto const before = read_environment();
  for (kind which : {kind::optimised, kind::optimised_thesis}) {
    auto const expected = starts_of(distribution(504850, 253, which, 0.3));
    double const score = distribution(504850, 253, which, 0.3).score();
    for (auto control : every_control_word()) {
      write_environment({control, 0});
      distribution const d(504850, 253, which, 0.3);
      double const here = d.score();
      write_environment(before);
      EXPECT_EQ(starts_of(d), expected);
      EXPECT_EQ(here, score);
    }
  }
}

}  // namespace
}  // namespace isobit::test
