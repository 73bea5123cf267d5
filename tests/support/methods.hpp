#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include <gtest/gtest.h>

#include <isobit/error.hpp>
#include <isobit/method/accumulator.hpp>
#include <isobit/method/binned.hpp>
#include <isobit/method/prerounded.hpp>

#include "check.hpp"

namespace isobit::test {

/// Every accumulator whose bits may depend on the multiset of its addends only: the laws are tested for each.
using order_free_methods =
    testing::Types<binned<double, 1>, binned<double, 2>, binned<double, 3>, binned<double, 4>, binned<double, 3, 30>,
                   binned<float, 1>, binned<float, 2>, binned<float, 3>, binned<float, 4>, binned<float, 3, 10>,
                   double_sweep<double, 1>, double_sweep<double, 2>, double_sweep<double, 3>, double_sweep<double, 4>,
                   double_sweep<float, 2>, single_sweep<double, 1>, single_sweep<double, 2>, single_sweep<double, 3>,
                   single_sweep<double, 4>, single_sweep<float, 3>>;

template <class T> T largest_magnitude_of(std::span<T const> values) {
  using bits_type = typename format<T>::bits_type;
  bits_type largest = 0;
  for (T x : values) largest = std::max(largest, static_cast<bits_type>(bits_of(x) & ~format<T>::sign_bit));
  return from_bits<T>(largest);
}

/// A state that is ready for any part of the values.
template <accumulator A> A state_for(std::span<typename A::value_type const> values) {
  if constexpr (two_pass_accumulator<A>)
    return A(values.size(), largest_magnitude_of(values));
  else if constexpr (counted_accumulator<A>)
    return A(values.size());
  else
    return A();
}

/// What body() returns, or nothing where the method refuses such values (a magnitude above its range).
template <class Body> auto unless_refused(Body body) -> std::optional<decltype(body())> {
  try {
    return body();
  } catch (error const&) {
    return std::nullopt;
  }
}

template <accumulator A> std::optional<A> sum_of_all(std::span<typename A::value_type const> values) {
  return unless_refused([&] {
    A state = state_for<A>(values);
    state.add(values);
    return state;
  });
}

template <accumulator A> std::optional<A> sum_one_by_one(std::span<typename A::value_type const> values) {
  return unless_refused([&] {
    A state = state_for<A>(values);
    for (auto x : values) state.add(x);
    return state;
  });
}

/// Both refused, or the same state, the same bytes and the same result.
template <accumulator A>
testing::AssertionResult same_outcome(std::optional<A> const& expected, std::optional<A> const& actual) {
  if (expected.has_value() != actual.has_value())
    return testing::AssertionFailure() << (actual ? "not refused" : "refused") << ", unlike before";
  if (!expected) return testing::AssertionSuccess();
  if (auto const same = same_bits(expected->round(), actual->round()); !same) return same;
  if (!(*expected == *actual)) return testing::AssertionFailure() << "another state with the same result";
  if (expected->serialise() != actual->serialise()) return testing::AssertionFailure() << "other bytes";
  return testing::AssertionSuccess();
}

}  // namespace isobit::test
