#pragma once

#include <gtest/gtest.h>

#include <isobit/sum/exact.hpp>

#include "reference/total.hpp"

namespace isobit::test {

/// The finite part of a state, read from its digits.
template <int L, int H> reference::dyadic value_of(basic_exact<L, H> const& state) {
  reference::dyadic value;
  for (int k = L; k <= H; ++k) value = value + reference::dyadic(reference::integer(state.digit(k)), 32 * k);
  return value;
}

/// Every digit has the sign of the value and a magnitude below 2^32, but for the highest, which may be larger.
template <int L, int H> bool is_canonical(basic_exact<L, H> const& state) {
  bool positive = false, negative = false;
  for (int k = L; k <= H; ++k) {
    auto const digit = state.digit(k);
    positive = positive || digit > 0;
    negative = negative || digit < 0;
    if (k != H && (digit >= (std::int64_t{1} << 32) || digit <= -(std::int64_t{1} << 32))) return false;
  }
  return !(positive && negative);
}

/// The accumulator holds exactly what the reference holds, and its canonical form is canonical.
template <int L, int H>
testing::AssertionResult same_state(reference::total const& expected, basic_exact<L, H> const& actual) {
  auto canonical = actual;
  canonical.canonicalise();
  if (!(value_of(actual) == expected.value())) return testing::AssertionFailure() << "the values differ";
  if (!(value_of(canonical) == expected.value()))
    return testing::AssertionFailure() << "canonicalise changed the value";
  if (!is_canonical(canonical)) return testing::AssertionFailure() << "the canonical form is not canonical";
  if (actual.nan_count() != expected.nan_count() ||
      actual.positive_infinity_count() != expected.positive_infinity_count() ||
      actual.negative_infinity_count() != expected.negative_infinity_count())
    return testing::AssertionFailure() << "the counts of NaN or infinity differ";
  if (actual.empty() != expected.empty()) return testing::AssertionFailure() << "empty() is " << actual.empty();
  if (actual.only_negative_zeros() != expected.only_negative_zeros())
    return testing::AssertionFailure() << "only_negative_zeros() is " << actual.only_negative_zeros();
  return testing::AssertionSuccess();
}

}  // namespace isobit::test
