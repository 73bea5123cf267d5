// Sums at midpoints and next to them, hidden among numbers of any exponent that cancel: what the rounding tests of the
// tiers must not get wrong.
#include <vector>

#include <gtest/gtest.h>

#include "reference/operations.hpp"
#include "sum/reduce.hpp"
#include "support/check.hpp"
#include "support/machines.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

/// n numbers whose sum is a number of T, half a unit in its last place, and in two of three cases something tiny;
/// others, with top bits up to 2^highest, cancel.
template <class T> std::vector<T> near_tie(random_source& random, std::size_t n, int lowest, int highest) {
  std::vector<T> values(n, zero<T>());
  int const top = random.between(lowest / 2, highest);
  values[0] = random_number<T>(random, top, top);
  values[1] = random_power_of_two<T>(random, top - format<T>::precision, top - format<T>::precision);
  if (!random.one_in(3)) {
    int const below = random.between(1, 100);
    values[2] = random_power_of_two<T>(random, top - format<T>::precision - below, top - format<T>::precision - below);
  }
  std::size_t const pairs = (n - 3) / 2;
  for (std::size_t i = 0; i < pairs; ++i) {
    values[3 + 2 * i] = random_number<T>(random, lowest, highest);
    values[4 + 2 * i] = negated(values[3 + 2 * i]);
  }
  random.shuffle(std::span<T>(values));
  return values;
}

/// Calls body(values) with such vectors, on both sides of the borders between ways.
template <class T, class Body> void for_each_near_tie(int lowest, int highest, Body body) {
  for (std::size_t const n : {16, 63, 1000, 8191, 8193, 20000}) {
    for (std::size_t i = 0; i < scaled_count(n < 5000 ? 80 : 16); ++i) {
      std::uint64_t const seed = first_seed() + i;
      SCOPED_TRACE("seed " + std::to_string(seed) + ", size " + std::to_string(n));
      random_source random(seed + (std::uint64_t{n} << 32));
      body(near_tie<T>(random, n, lowest, highest));
      if (testing::Test::HasFailure()) return;
    }
  }
}

template <class T, class Term> void expect_rounded_near_ties(int lowest, int highest) {
  for_each_near_tie<T>(lowest, highest, [](std::vector<T> const& values) {
    auto const total = reference::total_of(std::span<T const>(values));
    for_each_machine([&](auto const& machine) {
      Term const term{values.data()};
      ASSERT_TRUE(same_bits(total.template round<float>(),
                            summation::reduce_serially(machine, term, values.size(), summation::rounded_to<float>{})));
      ASSERT_TRUE(same_bits(total.template round<double>(),
                            summation::reduce_serially(machine, term, values.size(), summation::rounded_to<double>{})));
    });
  });
}

TEST(near_ties, of_wide_floats) { expect_rounded_near_ties<float, summation::f32_values>(-100, 100); }
TEST(near_ties, of_floats_that_are_not_so_wide) { expect_rounded_near_ties<float, summation::f32_values>(-20, 20); }
TEST(near_ties, of_wide_doubles) { expect_rounded_near_ties<double, summation::f64_values>(-100, 100); }
TEST(near_ties, of_doubles_that_are_not_so_wide) { expect_rounded_near_ties<double, summation::f64_values>(-40, 40); }

// Products that cancel hide the sum: each factor is wide, or all are of one size.
void expect_rounded_dots_near_ties(int lowest, int highest) {
  for_each_near_tie<double>(2 * lowest, 2 * highest, [&](std::vector<double> x) {
    std::vector<double> y(x.size(), 1.0);
    random_source random(bits_of(x[0]));
    for (std::size_t i = 0; i + 1 < x.size(); i += 2) {
      if (random.coin()) continue;
      double const left = random_number<double>(random, lowest, highest);
      double const right = random_number<double>(random, lowest, highest);
      x.insert(x.end(), {left, negated(left)});
      y.insert(y.end(), {right, right});
    }
    auto const total = reference::total_of_products(std::span<double const>(x), std::span<double const>(y));
    for_each_machine([&](auto const& machine) {
      summation::f64_products const term{x.data(), y.data()};
      ASSERT_TRUE(same_bits(total.template round<double>(),
                            summation::reduce_serially(machine, term, x.size(), summation::rounded_to<double>{})));
      exact_product state;
      summation::add_in_standard_environment(machine, term, x.size(), state);
      ASSERT_TRUE(same_bits(total.template round<double>(), state.round<double>()));
    });
  });
}

TEST(near_ties, of_wide_products) { expect_rounded_dots_near_ties(-50, 50); }
TEST(near_ties, of_products_of_one_size) { expect_rounded_dots_near_ties(-2, 2); }

// What plain sums of floats are certain of is right, and they are certain of nearly every ordinary sum.
template <class Round> void expect_plain_sums(std::size_t most, Round round) {
  std::size_t certain = 0, open = 0;
  auto const check = [&](std::vector<float> const& values) {
    if (values.size() > most) return;
    auto const expected = reference::total_of(std::span<float const>(values)).round<float>();
    for_each_machine([&](auto const& machine) {
      auto const result = round(machine, summation::f32_values{values.data()}, values.size());
      (result ? certain : open) += 1;
      ASSERT_TRUE(!result || same_bits(expected, *result));
    });
  };
  for_each_near_tie<float>(-100, 100, check);
  EXPECT_GT(open, 0u);
  for_each_near_tie<float>(-12, 12, check);
  certain = open = 0;
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(40); ++i) {
    std::vector<float> values(random.between(16, static_cast<int>(most)));
    for (float& x : values) x = random_number<float>(random, -100, 100);
    check(values);
  }
  EXPECT_GT(certain, 20 * open);
}

TEST(near_ties, plain_sums_of_floats_are_certain_of_what_is_right) {
  expect_plain_sums(20000, [](auto const& machine, auto term, std::size_t n) {
    return in_standard_environment(
        [&](environment_guard& environment) { return summation::round_plainly<float>(machine, environment, term, n); });
  });
}
TEST(near_ties, sums_of_floats_in_one_are_certain_of_what_is_right) {
  expect_plain_sums(summation::most_in_one, [](auto const& machine, auto term, std::size_t n) {
    return summation::round_in_one<float>(machine, term, n);
  });
}

}  // namespace
}  // namespace isobit::test
