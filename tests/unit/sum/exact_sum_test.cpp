// The exact tiers with every instruction set, with exception flags and as on a machine without them.
#include "sum/exact_sum.hpp"

#include <gtest/gtest.h>

#include "reference/operations.hpp"
#include "sum/products.hpp"
#include "support/check.hpp"
#include "support/machines.hpp"
#include "support/state.hpp"

namespace isobit::test {
namespace {

template <class Term, class State> State state_of(summation::machine const& machine, Term term, std::size_t n) {
  State state;
  in_standard_environment(
      [&](environment_guard& environment) { summation::add_exactly(machine, environment, term, n, state); });
  return state;
}

TEST(add_exactly, of_doubles_is_the_reference) {
  for_each_data<double>(6, 20000, [](auto values, auto&) {
    auto const expected = reference::total_of(values);
    reference::total magnitudes;
    for (double x : values) magnitudes.add(reference::magnitude_of(x));
    for_each_machine([&](auto const& machine) {
      ASSERT_TRUE(
          same_state(expected, state_of<summation::f64_values, exact>(machine, {values.data()}, values.size())));
      ASSERT_TRUE(
          same_state(magnitudes, state_of<summation::f64_magnitudes, exact>(machine, {values.data()}, values.size())));
    });
  });
}

TEST(add_exactly, of_floats_is_the_reference) {
  for_each_pair<float>(6, 20000, [](auto x, auto y, auto&) {
    auto const expected = reference::total_of(x);
    auto const products = reference::total_of_products(x, y);
    for_each_machine([&](auto const& machine) {
      ASSERT_TRUE(same_state(expected, state_of<summation::f32_values, exact>(machine, {x.data()}, x.size())));
      ASSERT_TRUE(
          same_state(products, state_of<summation::f32_products, exact>(machine, {x.data(), y.data()}, x.size())));
    });
  });
}

TEST(add_exactly, of_products_of_doubles_is_the_reference) {
  for_each_pair<double>(6, 20000, [](auto x, auto y, auto&) {
    auto const products = reference::total_of_products(x, y);
    for_each_machine([&](auto const& machine) {
      ASSERT_TRUE(same_state(
          products, state_of<summation::f64_products, exact_product>(machine, {x.data(), y.data()}, x.size())));
    });
  });
}

// Any two exponents as the ends, subnormal ones too, and significands of all ones and one sign, which fill up the sums
// of every level.
TEST(extract, of_floats_of_any_width_is_the_reference) {
  random_source random(first_seed());
  for (int round = 0; round < 200; ++round) {
    SCOPED_TRACE("round " + std::to_string(round) + ", seed " + std::to_string(first_seed()));
    int const one_end = random.between(0, 254), other_end = random.one_in(4) ? one_end : random.between(0, 254);
    bool const is_full = random.coin();
    std::vector<float> x(1 + random.below(summation::extraction_size));
    if (random.one_in(4)) x.resize(summation::extraction_size);
    for (float& value : x) {
      int const exponent =
          random.coin() ? one_end : random.between(std::min(one_end, other_end), std::max(one_end, other_end));
      auto const significand = is_full ? format<float>::implicit_bit - 1 : random.below(format<float>::implicit_bit);
      auto const sign = is_full ? 0 : random.below(2) << 31;
      value =
          from_bits<float>(static_cast<std::uint32_t>(sign | static_cast<std::uint32_t>(exponent) << 23 | significand));
      if (random.one_in(8)) value = random.coin() ? 0.0f : -0.0f;
    }
    auto const expected = reference::total_of(std::span<float const>(x));
    for_each_machine([&](auto const& machine) {
      exact state;
      in_standard_environment(
          [&](environment_guard&) { summation::extract(*machine.kernels, x.data(), x.size(), state); });
      ASSERT_TRUE(same_state(expected, state));
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace isobit::test
