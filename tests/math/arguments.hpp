#pragma once

#include <cmath>

#include <isobit/arithmetic/bits.hpp>

#include "support/random.hpp"

/// Arguments that functions find hard, or merely ordinary: drawn, so that a few thousand have some of each kind.
namespace isobit::test {

/// A number whose significand has few bits: sums, powers and roots of such are often exact or midpoints.
template <class T> T short_number(random_source& random, int lowest_exponent, int highest_exponent) {
  auto const significand = static_cast<double>(1 + random.below(std::uint64_t{1} << random.between(1, 12)));
  double const x = std::ldexp(significand, random.between(lowest_exponent, highest_exponent));
  return static_cast<T>(random.coin() ? x : -x);
}

/// A few units in the last place from a point where functions turn: multiples of pi/4, of 1/4, ln 2 multiples.
template <class T> T near_a_turn(random_source& random) {
  constexpr double units[] = {0.78539816339744830962, 0.25, 0.69314718055994530942, 2.30258509299404568402};
  double const multiple =
      random.one_in(4) ? double(random.below(std::uint64_t{1} << random.between(1, 40))) : double(random.below(64));
  T x = static_cast<T>(units[random.below(4)] * multiple);
  auto const step = typename format<T>::bits_type(random.below(17));
  if (x > 1 && !is_nonfinite(x)) x = from_bits<T>(typename format<T>::bits_type(bits_of(x) + step - 8u));
  return random.coin() ? x : -x;
}

/// Any argument of a function that is most used on [low, high].
template <class T> T draw_argument(random_source& random, double low, double high) {
  using bits_type = typename format<T>::bits_type;
  auto const uniform = [&] { return static_cast<double>(random.next() >> 11) * 0x1p-53; };
  switch (random.below(9)) {
  case 0:  // all bits
    return from_bits<T>(static_cast<bits_type>(random.next() >> (64 - 8 * sizeof(T))));
  case 1:
    return short_number<T>(random, -14, 4);
  case 2:
    return random.one_in(8) ? short_number<T>(random, format<T>::min_exponent, format<T>::max_exponent - 13)
                            : near_a_turn<T>(random);
  case 3: {  // every exponent at which a function of this kind does something
    T const x = static_cast<T>(std::ldexp(1 + uniform(), random.between(-60, 11)));
    return random.coin() ? x : -x;
  }
  case 4: {  // next to one
    T const x = static_cast<T>(1 + std::ldexp(uniform() - 0.5, -random.between(0, format<T>::precision)));
    return random.coin() ? x : -x;
  }
  case 5: {  // subnormal, or where exponentials and gammas vanish
    using f = format<T>;
    if (random.coin()) {
      auto const size = (random.next() & (f::implicit_bit - 1)) >> random.below(f::precision - 1);
      return from_bits<T>(static_cast<bits_type>(size | (random.coin() ? f::sign_bit : 0)));
    }
    double const u = uniform();
    return static_cast<T>(f::min_exponent * (0.15 + 0.92 * u * u));
  }
  default:
    return static_cast<T>(low + (high - low) * uniform());
  }
}

}  // namespace isobit::test
