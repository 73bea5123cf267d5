#pragma once

#include "support/check.hpp"

namespace isobit::test {

/// Equal accumulators, and equal bytes of them.
template <class State> testing::AssertionResult same_state(State const& expected, State const& actual) {
  if (expected == actual && expected.serialise() == actual.serialise()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "the states differ: " << hexadecimal(expected.round()) << " and "
                                     << hexadecimal(actual.round());
}

}  // namespace isobit::test
