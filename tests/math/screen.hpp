#pragma once

#include <cmath>
#include <limits>

#include <isobit/arithmetic/bits.hpp>

#include "platform.hpp"

/// What the platform's function of 64 bits says that a result rounds to, where that can tell: far from the middle of
/// two numbers. docs/maths/verification.md#screen
namespace isobit::test {

/// Relative: 32 units in the last of 64 places. Those functions are off by five at most.
inline constexpr long double screen_margin = 0x1p-58L;

static_assert(std::numeric_limits<long double>::digits >= 64);

template <class T> struct verdict {
  bool tells = false;
  T result = 0;
};

template <class T> verdict<T> rounded_about(long double about) {
  if (std::isinf(about)) return {true, static_cast<T>(about)};
  if (std::isnan(about)) return {true, from_bits<T>(format<T>::canonical_nan)};
  auto const low = static_cast<T>(about - about * screen_margin), high = static_cast<T>(about + about * screen_margin);
  return {bits_of(low) == bits_of(high), low};
}

/// Zeros, infinities and NaN are MPFR's.
template <class T> bool is_ordinary(T x) { return std::isfinite(x) && x != 0; }

template <class T> verdict<T> screened(platform::of_one<long double> f, T x) {
  if (f == nullptr || !is_ordinary(x)) return {};
  return rounded_about<T>(f(x));
}
template <class T> verdict<T> screened(platform::of_two<long double> f, T x, T y) {
  if (f == nullptr || !is_ordinary(x) || !is_ordinary(y)) return {};
  return rounded_about<T>(f(x, y));
}

}  // namespace isobit::test
