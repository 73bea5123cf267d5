#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "check.hpp"

namespace isobit::test {

/// One result of one operation, as bits.
struct result {
  std::string_view operation;
  std::uint64_t bits;
};

/// What every reduction makes of x (and y), with the given driver. Order, partition, driver, instruction set, layout
/// and floating-point environment must not show in any of it.
template <class Driver, class X, class Y>
std::vector<result> all_results(Driver const& driver, X const& x, Y const& y) {
  auto const bits = [](auto value) { return static_cast<std::uint64_t>(bits_of(value)); };
  return {
      {"sum", bits(sum(x, driver))},
      {"sum<double>", bits(sum<double>(x, driver))},
      {"sum<float>", bits(sum<float>(x, driver))},
      {"exact_sum", exact_sum(x, driver).hash()},
      {"asum", bits(asum(x, driver))},
      {"squared_norm", bits(squared_norm(x, driver))},
      {"nrm2", bits(nrm2(x, driver))},
      {"mean", bits(mean(x, driver))},
      {"variance", bits(variance(x, driver))},
      {"dot", bits(dot(x, y, driver))},
      {"dot<float>", bits(dot<float>(x, y, driver))},
      {"exact_dot", exact_dot(x, y, driver).hash()},
  };
}

inline testing::AssertionResult same_results(std::vector<result> const& expected, std::vector<result> const& actual) {
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (expected[i].bits != actual[i].bits)
      return testing::AssertionFailure() << expected[i].operation << ": expected bits "
                                         << hexadecimal(from_bits<double>(expected[i].bits)) << ", got "
                                         << hexadecimal(from_bits<double>(actual[i].bits));
  return testing::AssertionSuccess();
}

}  // namespace isobit::test
