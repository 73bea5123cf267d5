#pragma once

#include <numeric>
#include <span>
#include <string_view>
#include <vector>

#include <isobit/error.hpp>
#include <isobit/method/extract_vector.hpp>

#include "make_number.hpp"
#include "reference/round.hpp"

namespace isobit::test {

/// What an extraction makes of values: the sum of the high parts, and the low parts in the values' order.
template <class T> struct extraction {
  T sum;
  std::vector<T> low;
};

/// The number after which the values are cut: a unit in the last place of x.
template <class T> reference::dyadic last_place(T x) { return {reference::integer(1), decompose(x).exponent}; }

/// One of the three algorithms: what it computes, and what a high and a low part are by definition, for the extractor
/// alone.
template <class T> struct extraction_method {
  using dyadic = reference::dyadic;
  std::string_view name;
  T (*extractor)(std::size_t count, T largest);
  extraction<T> (*extract)(T extractor, std::span<T const> values);
  dyadic (*high)(T extractor, T x);
  T (*low)(T extractor, T x);
};

namespace definition {

using reference::dyadic;
using reference::exactly;

template <class T, rounding Mode> dyadic high(T extractor, T x) {
  return exactly(reference::round<T>(exactly(extractor) + exactly(x), Mode)) - exactly(extractor);
}
template <class T, rounding Mode> T low(T extractor, T x) {
  return reference::round<T>(exactly(x) - high<T, Mode>(extractor, x), Mode);
}

/// The multiple of the extractor's last place that is nearest to x, the larger magnitude of two.
template <class T> dyadic high_away(T extractor, T x) {
  auto const place = decompose(extractor).exponent;
  auto const [negative, significand, exponent] = decompose(x);
  int const shift = place - exponent;  // positive: no value reaches the extractor
  auto const units = shift > 60 ? 0 : (significand + (std::uint64_t{1} << (shift - 1))) >> shift;
  return {reference::integer(negative, units), place};
}
template <class T> T low_away(T extractor, T x) { return reference::round<T>(exactly(x) - high_away(extractor, x)); }

}  // namespace definition

template <class T> extraction<T> by_nearest(T extractor, std::span<T const> values) {
  std::vector<T> low(values.begin(), values.end());
  T const sum = extract_vector(extractor, low);
  return {sum, low};
}
template <class T, rounding Mode> extraction<T> by_direction(T extractor, std::span<T const> values) {
  std::vector<T> low(values.begin(), values.end());
  T const sum = extract_vector2(extractor, low, Mode);
  return {sum, low};
}
template <class T> extraction<T> by_last_bit(T extractor, std::span<T const> values) {
  std::vector<T> low(values.begin(), values.end());
  T const last = extract_vector3(extractor, low);
  return {last - extractor, low};  // exact: multiples of one unit, close together
}

template <class T> std::vector<extraction_method<T>> extraction_methods() {
  constexpr auto nearest = rounding::nearest_even;
  constexpr auto up = rounding::upward, down = rounding::downward, zero = rounding::toward_zero;
  namespace is = definition;
  return {
      {"ExtractVector", extractor_for<T>, by_nearest<T>, is::high<T, nearest>, is::low<T, nearest>},
      {"ExtractVector2 upward", extractor2_for<T>, by_direction<T, up>, is::high<T, up>, is::low<T, up>},
      {"ExtractVector2 downward", extractor2_for<T>, by_direction<T, down>, is::high<T, down>, is::low<T, down>},
      {"ExtractVector2 toward zero", extractor2_for<T>, by_direction<T, zero>, is::high<T, zero>, is::low<T, zero>},
      {"ExtractVector3", extractor3_for<T>, by_last_bit<T>, is::high_away<T>, is::low_away<T>},
  };
}

}  // namespace isobit::test
