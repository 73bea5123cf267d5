#pragma once

#include <gtest/gtest.h>

#include <isobit/method/binned.hpp>

#include "check.hpp"
#include "reference/binned.hpp"

namespace isobit::test {

template <class T> reference::bins<T> bins_of(std::span<T const> values, int width) {
  reference::bins<T> state(width);
  for (T x : values) state.add(x);
  return state;
}

/// Both addends of x*y. A product that is not finite is one itself.
template <class T> void add_product(reference::bins<T>& state, T x, T y) {
  reference::total whole;
  whole.add_product(x, y);
  T const product = whole.template round<T>();
  state.add(product);
  if (whole.is_finite() && !is_nonfinite(product))
    state.add(reference::round<T>(whole.value() - reference::exactly(product)));
}

/// The state is the one of the definition, bin by bin; where infinities and NaN leave only the result, that.
template <class T, int K, int W>
testing::AssertionResult is_defined_as(reference::bins<T> const& expected, binned<T, K, W> const& actual) {
  if (!expected.is_finite()) return same_bits(expected.round(K), actual.round());
  if (actual.top() != expected.top(K))
    return testing::AssertionFailure() << "the top bin is " << actual.top() << ", by definition " << expected.top(K);
  for (int k = 0; k < K; ++k) {
    auto const here = actual.bin(k);
    auto const there = expected.parts(actual.top() - k);
    if (here != there)
      return testing::AssertionFailure() << "bin " << k << " of " << K << " holds " << here.carry << ", " << here.units
                                         << "; by definition " << there.carry << ", " << there.units;
  }
  return testing::AssertionSuccess();
}

/// Calls body.operator()<K>() for every number of bins.
template <class Body> void for_each_bin_count(Body body) {
  body.template operator()<1>();
  body.template operator()<2>();
  body.template operator()<3>();
  body.template operator()<4>();
}

/// A type of number and a width.
template <class T, int W> struct bin_width {
  using type = T;
  static constexpr int width = W;
};
using bin_widths = testing::Types<bin_width<double, 40>, bin_width<double, 30>, bin_width<double, 20>,
                                  bin_width<float, 13>, bin_width<float, 10>, bin_width<float, 6>>;

}  // namespace isobit::test
