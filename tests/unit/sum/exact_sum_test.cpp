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

}  // namespace
}  // namespace isobit::test
