#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "aligned.hpp"
#include "common/random.hpp"

namespace bench {

using generator = common::splitmix64;

enum class data_class { uniform, normal, cancelling, wide, wide_cancelling };

inline constexpr std::array data_classes = {data_class::uniform, data_class::normal, data_class::cancelling,
                                            data_class::wide, data_class::wide_cancelling};

constexpr std::string_view name(data_class which) {
  constexpr std::string_view names[] = {"uniform", "normal", "cancelling", "wide", "wide_cancelling"};
  return names[static_cast<int>(which)];
}

/// In [0, 1), with all the bits of T.
template <class T> T uniform_value(generator& random) {
  constexpr int bits = std::is_same_v<T, float> ? 24 : 53;
  return std::ldexp(static_cast<T>(random() >> (64 - bits)), -bits);
}

/// Nearly normal, mean 0 and variance 1: twelve uniform integers added. Wide enough for a full significand near zero.
template <class T> T normal_value(generator& random) {
  std::int64_t sum = -(std::int64_t{6} << 59);
  for (int i = 0; i < 12; ++i) sum += static_cast<std::int64_t>(random() >> 5);
  return std::ldexp(static_cast<T>(sum), -59);
}

/// Any sign and significand, a binary exponent from -reach to reach.
template <class T> T wide_value(generator& random, int reach) {
  int const exponent = static_cast<int>(random.below(2 * static_cast<std::uint64_t>(reach) + 1)) - reach;
  T const magnitude = std::ldexp(1 + uniform_value<T>(random), exponent);
  return (random() & 1) != 0 ? -magnitude : magnitude;
}

/// The next number upwards, for finite x other than 0.
template <class T> T next_up(T x) {
  using bits = std::conditional_t<std::is_same_v<T, float>, std::uint32_t, std::uint64_t>;
  auto const pattern = std::bit_cast<bits>(x);
  return std::bit_cast<T>(static_cast<bits>(x > 0 ? pattern + 1 : pattern - 1));
}

/// What a cancelling class leaves of the second half: the negatives of the first, mirrored, every fifth of them one
/// unit in the last place higher. The condition number of the sum is then about 1e17 (doubles) whatever the size.
template <class T> T opponent(T x, std::size_t index, bool total) {
  if (x == 0) return x;
  return !total && index % 5 == 0 ? next_up(-x) : -x;
}

template <class T> aligned_vector<T> make_values(data_class which, std::size_t size, std::uint64_t seed) {
  generator random(seed);
  aligned_vector<T> values(size);
  bool const cancels = which == data_class::cancelling || which == data_class::wide_cancelling;
  bool const is_wide = which == data_class::wide || which == data_class::wide_cancelling;
  std::size_t const drawn = cancels ? size / 2 : size;
  for (std::size_t i = 0; i < drawn; ++i)
    values[i] = which == data_class::uniform ? uniform_value<T>(random)
                : is_wide                    ? wide_value<T>(random, 100)
                                             : normal_value<T>(random);
  if (cancels)
    for (std::size_t i = 0; i < drawn; ++i) values[size - 1 - i] = opponent(values[i], i, is_wide);
  return values;
}

/// Two vectors whose products are of the class.
template <class T> struct vector_pair { aligned_vector<T> x, y; };

template <class T> vector_pair<T> make_pair(data_class which, std::size_t size, std::uint64_t seed) {
  bool const cancels = which == data_class::cancelling || which == data_class::wide_cancelling;
  bool const is_wide = which == data_class::wide || which == data_class::wide_cancelling;
  generator random(seed);
  vector_pair<T> pair{aligned_vector<T>(size), aligned_vector<T>(size)};
  auto const draw = [&] {
    return which == data_class::uniform ? uniform_value<T>(random)
           : is_wide                    ? wide_value<T>(random, 50)
                                        : normal_value<T>(random);
  };
  std::size_t const drawn = cancels ? size / 2 : size;
  for (std::size_t i = 0; i < drawn; ++i) {
    pair.x[i] = draw();
    pair.y[i] = draw();
  }
  if (cancels)
    for (std::size_t i = 0; i < drawn; ++i) {
      pair.x[size - 1 - i] = pair.x[i];
      pair.y[size - 1 - i] = opponent(pair.y[i], i, is_wide);
    }
  return pair;
}

}  // namespace bench
