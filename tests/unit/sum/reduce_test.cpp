// Rounded results straight from the tiers: every instruction set, with exception flags and without.
#include "sum/reduce.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/operations.hpp"
#include "support/check.hpp"
#include "support/machines.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

TEST(reduce_serially, of_doubles_is_the_reference) {
  for_each_data<double>(15, 20000, [](auto values, auto&) {
    auto const total = reference::total_of(values);
    auto const squares = reference::total_of_products(values, values);
    std::size_t const n = values.size();
    for_each_machine([&](auto const& machine) {
      summation::f64_values const term{values.data()};
      summation::f64_products const square{values.data(), values.data()};
      ASSERT_TRUE(same_bits(total.template round<double>(),
                            summation::reduce_serially(machine, term, n, summation::rounded_to<double>{})));
      ASSERT_TRUE(same_bits(total.template round<float>(),
                            summation::reduce_serially(machine, term, n, summation::rounded_to<float>{})));
      if (n != 0) {
        ASSERT_TRUE(same_bits(total.template mean<double>(n),
                              summation::reduce_serially(machine, term, n, summation::mean_of<double>{n})));
      }
      ASSERT_TRUE(same_bits(squares.template round<double>(),
                            summation::reduce_serially(machine, square, n, summation::rounded_to<double>{})));
      ASSERT_TRUE(same_bits(squares.template square_root<double>(),
                            summation::reduce_serially(machine, square, n, summation::root_of<double>{})));
    });
  });
}

// A few blocks that the flags certify, as far apart from each other as they like: in two doubles, or not, and ties.
TEST(reduce_serially, of_blocks_far_apart_is_the_reference) {
  random_source random(first_seed());
  for (int round = 0; round < 30; ++round) {
    SCOPED_TRACE("round " + std::to_string(round) + ", seed " + std::to_string(first_seed()));
    constexpr std::size_t length = summation::flags_block_size;
    std::vector<double> values(length * (1 + random.below(4)));
    int const bits = random.between(1, 53), reach = random.between(0, 150);
    int scales[4];
    for (int& scale : scales) scale = random.between(-reach, reach);
    for (std::size_t i = 0; i < values.size(); ++i) {
      auto const significand = static_cast<double>(static_cast<std::int64_t>(random.next()) >> (64 - bits));
      values[i] = std::ldexp(significand, scales[i / length]);
    }
    auto const total = reference::total_of(std::span<double const>(values));
    for_each_machine([&](auto const& machine) {
      summation::f64_values const term{values.data()};
      ASSERT_TRUE(same_bits(total.template round<double>(),
                            summation::reduce_serially(machine, term, values.size(), summation::rounded_to<double>{})));
      ASSERT_TRUE(same_bits(total.template round<float>(),
                            summation::reduce_serially(machine, term, values.size(), summation::rounded_to<float>{})));
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

// So many that blocks have streams far apart, one element of which may spoil its block.
TEST(reduce_serially, of_streams_far_apart_is_the_reference) {
  random_source random(first_seed());
  for (int round = 0; round < 4; ++round) {
    SCOPED_TRACE("round " + std::to_string(round) + ", seed " + std::to_string(first_seed()));
    std::vector<double> values((std::size_t{1} << 20) + random.below(100));
    for (double& value : values) value = random_number<double>(random, -4, 4);
    if (round % 2 == 1) values[random.below(values.size())] = random_number<double>(random, 60, 70);
    auto const total = reference::total_of(std::span<double const>(values));
    for_each_machine([&](auto const& machine) {
      summation::f64_values const term{values.data()};
      ASSERT_TRUE(same_bits(total.template round<double>(),
                            summation::reduce_serially(machine, term, values.size(), summation::rounded_to<double>{})));
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(reduce_serially, of_floats_is_the_reference) {
  for_each_pair<float>(15, 20000, [](auto x, auto y, auto&) {
    auto const total = reference::total_of(x);
    auto const products = reference::total_of_products(x, y);
    for_each_machine([&](auto const& machine) {
      summation::f32_values const term{x.data()};
      summation::f32_products const product{x.data(), y.data()};
      ASSERT_TRUE(same_bits(total.template round<float>(),
                            summation::reduce_serially(machine, term, x.size(), summation::rounded_to<float>{})));
      ASSERT_TRUE(same_bits(total.template round<double>(),
                            summation::reduce_serially(machine, term, x.size(), summation::rounded_to<double>{})));
      ASSERT_TRUE(same_bits(products.template round<float>(),
                            summation::reduce_serially(machine, product, x.size(), summation::rounded_to<float>{})));
    });
  });
}

TEST(reduce_serially, of_products_of_doubles_is_the_reference) {
  for_each_pair<double>(15, 20000, [](auto x, auto y, auto&) {
    auto const products = reference::total_of_products(x, y);
    for_each_machine([&](auto const& machine) {
      summation::f64_products const product{x.data(), y.data()};
      ASSERT_TRUE(same_bits(products.template round<double>(),
                            summation::reduce_serially(machine, product, x.size(), summation::rounded_to<double>{})));
      ASSERT_TRUE(same_bits(products.template round<float>(),
                            summation::reduce_serially(machine, product, x.size(), summation::rounded_to<float>{})));
    });
  });
}

}  // namespace
}  // namespace isobit::test
