#pragma once

#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/method/prerounded.hpp>

#include "check.hpp"
#include "expected_sweep.hpp"
#include "make_number.hpp"
#include "method/extractors.hpp"
#include "reference/prerounded.hpp"

namespace isobit::test {

template <class T>
testing::AssertionResult same_state(expected_sweep<T> const& expected, detail::double_sweep_state<T> const& actual) {
  if (expected.count != actual.count || expected.added != actual.added || expected.seen != actual.seen)
    return testing::AssertionFailure() << "the counts or what was seen differ";
  return same_bits(expected.sums, std::vector<T>(actual.sums, actual.sums + actual.levels));
}

template <class T>
testing::AssertionResult same_state(expected_sweep<T> const& expected, detail::single_sweep_state<T> const& actual) {
  if (expected.count != actual.count || expected.added != actual.added || expected.seen != actual.seen)
    return testing::AssertionFailure() << "the counts or what was seen differ";
  if (expected.top != actual.top)
    return testing::AssertionFailure() << "expected place " << expected.top << ", got " << actual.top;
  std::vector<T> sums = {actual.zeroth};
  sums.insert(sums.end(), actual.sums, actual.sums + actual.levels);
  return same_bits(expected.sums, sums);
}

template <class T, int K>
testing::AssertionResult same_state(expected_sweep<T> const& expected, single_sweep<T, K> const& actual) {
  if (expected.top != actual.top())
    return testing::AssertionFailure() << "expected place " << expected.top << ", got " << actual.top();
  std::vector<T> sums;
  for (int level = 0; level <= K; ++level) sums.push_back(actual.sum(level));
  return same_bits(expected.sums, sums);
}

/// Numbers where the ladder changes: about the limits of a few neighbouring places and about half and a quarter of
/// them, and ties of the grids below, of both signs.
template <class T> std::vector<T> ladder_values(random_source& random, std::size_t n, std::size_t count) {
  using f = format<T>;
  prerounded::ladder<T> const ladder(count);
  int const middle = random.between(2, ladder.last());
  std::vector<T> values;
  while (values.size() < n) {
    int const place = std::clamp(middle + random.between(-2, 2), 2, ladder.last());
    int const limit = prerounded::ceiling_exponent(ladder.limit(place));
    bool const negative = random.coin();
    // A few leading bits, and a few about the place where a grid ends.
    int const grid = ladder.exponent(place + random.between(0, 1)) - f::stored_bits;
    reference::dyadic x = reference::dyadic(reference::integer(random.between(0, 8)), limit - 3) +
                          reference::dyadic(reference::integer(random.between(-4, 4)), grid - 2);
    T value = reference::round<T>(x);
    if (random.one_in(4)) value = from_bits<T>(bits_of(value) ^ static_cast<typename f::bits_type>(random.below(4)));
    values.push_back(negative ? negated(value) : value);
  }
  return values;
}

/// The state of values in a random order, cut into random parts, merged along a random tree.
template <class A> A in_disorder(std::vector<typename A::value_type> values, A const& start, random_source& random) {
  random.shuffle(std::span(values));
  std::span<typename A::value_type const> rest = values;
  std::vector<A> states = {start};
  while (!rest.empty()) {
    std::size_t const n = 1 + random.below(rest.size());
    states.push_back(start);
    if (random.coin())
      states.back().add(rest.first(n));
    else
      for (auto x : rest.first(n)) states.back().add(x);
    rest = rest.subspan(n);
  }
  while (states.size() > 1) {
    std::size_t const i = random.below(states.size() - 1);
    bool const left = random.coin();
    A merged = states[left ? i : i + 1];
    merged.merge(states[left ? i + 1 : i]);
    states[i] = merged;
    states.erase(states.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  return states[0];
}

/// body(std::integral_constant<int, K>) for every number of levels.
template <class Body> void for_each_level_count(Body body) {
  body(std::integral_constant<int, 1>());
  body(std::integral_constant<int, 2>());
  body(std::integral_constant<int, 3>());
  body(std::integral_constant<int, 4>());
}

}  // namespace isobit::test
