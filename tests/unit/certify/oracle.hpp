#pragma once

#include <initializer_list>

#include "reference/dyadic.hpp"

/// What exact numbers round to, by src/reference.
namespace isobit::test {

using reference::dyadic, reference::exactly;

inline dyadic sum_of(std::initializer_list<double> numbers) {
  dyadic sum;
  for (double const x : numbers) sum = sum + exactly(x);
  return sum;
}

/// The numbers that round to a finite T, to nearest even: all between the middles to its neighbours, and these if it is
/// even. One look instead of the bisection of reference::round, which takes too long for a million numbers.
template <class T> class rounding_interval {
public:
  explicit rounding_interval(T value) : is_closed_((bits_of(value) & 1u) == 0) {
    using bits_type = typename format<T>::bits_type;
    auto const at = [](bits_type bits) { return exactly(from_bits<T>(bits)); };
    bits_type const bits = bits_of(magnitude(value));
    dyadic const half(reference::integer(1), -1), size = at(bits);
    dyadic const nearer = bits == 0 ? -at(1) : at(static_cast<bits_type>(bits - 1));
    dyadic const low = (nearer + size) * half, high = (size + at(static_cast<bits_type>(bits + 1))) * half;
    least_ = is_negative(value) ? -high : low;
    most_ = is_negative(value) ? -low : high;
  }

  /// Whether everything within `radius` of x is in it.
  [[nodiscard]] bool holds(dyadic const& x, dyadic const& radius = {}) const {
    auto const below = x - radius <=> least_, above = most_ <=> x + radius;
    return is_closed_ ? below >= 0 && above >= 0 : below > 0 && above > 0;
  }

private:
  dyadic least_, most_;
  bool is_closed_;
};

}  // namespace isobit::test
