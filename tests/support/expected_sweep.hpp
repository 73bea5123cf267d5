#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include <isobit/method/prerounded.hpp>

#include "reference/prerounded.hpp"
#include "reference/total.hpp"

namespace isobit::test {

template <class T> std::vector<T> finite_part(std::span<T const> values) {
  std::vector<T> finite;
  for (T x : values)
    if (!is_nonfinite(x)) finite.push_back(x);
  return finite;
}

/// The largest magnitude by bits, so that inf and NaN are above every number.
template <class T> T largest_of(std::span<T const> values) {
  typename format<T>::bits_type largest = 0;
  for (T x : values) largest = std::max<typename format<T>::bits_type>(largest, bits_of(x) & ~format<T>::sign_bit);
  return from_bits<T>(largest);
}

/// What is not finite among the values, as an exact total of nothing else.
template <class T> reference::total specials_of(std::span<T const> values) {
  reference::total specials;
  for (T x : values)
    if (is_nonfinite(x)) specials.add(x);
  specials.add(T{0});
  return specials;
}

/// A state as the references compute it.
template <class T> struct expected_sweep {
  int top;              ///< of a single sweep
  std::vector<T> sums;  ///< from level 1, or from level 0 for a single sweep
  std::size_t count;
  std::size_t added;
  detail::nonfinite_seen seen;
};

template <class T> detail::nonfinite_seen seen_in(std::span<T const> values) {
  auto const specials = specials_of(values);
  return {specials.nan_count() != 0, specials.positive_infinity_count() != 0, specials.negative_infinity_count() != 0};
}

template <class T>
std::optional<expected_sweep<T>> expected_double_sweep(std::span<T const> values, std::size_t count, int levels) {
  auto const seen = seen_in(values);
  if (seen != detail::nonfinite_seen{})
    return expected_sweep<T>{0, std::vector<T>(static_cast<std::size_t>(levels)), count, values.size(), seen};
  auto const sums = reference::double_sweep<T>(values, count, largest_of(values), levels);
  if (!sums) return {};
  return expected_sweep<T>{0, *sums, count, values.size(), seen};
}

template <class T>
std::optional<expected_sweep<T>> expected_single_sweep(std::span<T const> values, std::size_t count, int levels) {
  auto const finite = finite_part(values);
  auto const result = reference::single_sweep<T>(finite, count, levels);
  if (!result) return {};
  return expected_sweep<T>{result->top, result->sums, count, values.size(), seen_in(values)};
}

/// The result of a state with such levels, from 1 on.
template <class T> T rounded(std::span<T const> values, std::span<T const> levels) {
  auto const specials = specials_of(values);
  if (!specials.is_finite()) return specials.template round<T>();
  reference::dyadic sum;
  for (T level : levels) sum = sum + reference::exactly(level);
  return reference::round<T>(sum);
}

}  // namespace isobit::test
