#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "check.hpp"
#include "make_number.hpp"

namespace isobit::test {

/// A kind of data that is hard for bins of a given width. `next` draws one value.
template <class T> struct bin_data_class {
  std::string_view name;
  T (*next)(random_source&, int width);
};

namespace bin_data {

/// x, or one of its two neighbours.
template <class T> T around(random_source& random, T x) {
  auto const step = random.below(4);
  auto const bits = bits_of(x);
  using bits_type = typename format<T>::bits_type;
  if (step == 0) return from_bits<T>(static_cast<bits_type>(bits + 1));
  if (step == 1 && (bits & ~format<T>::sign_bit) != 0) return from_bits<T>(static_cast<bits_type>(bits - 1));
  return x;
}

/// An index of a bin whose units, and half of them, are numbers of the format.
template <class T> int any_bin(random_source& random, int width) {
  return random.between((format<T>::min_exponent + width) / width, (format<T>::max_exponent - width) / width);
}

/// Halfway between two multiples of a bin's unit: odd multiples of half of it, the bins below halfway too or not.
template <class T> T tie(random_source& random, int width) {
  int const place = any_bin<T>(random, width) * width - 1;
  bool const negative = random.coin();
  auto const multiple = 2 * random.below(random.coin() ? 3 : 1 << 5) + 1;
  if (random.coin()) return around(random, make_number<T>(negative, multiple, place));
  int const shift = width < 20 ? width : 20;
  return make_number<T>(negative, (multiple << shift) + 1, place - shift);
}

/// Around 2^((i+1)W - 1), where the highest bin of a value changes.
template <class T> T change(random_source& random, int width) {
  int const place = any_bin<T>(random, width) * width - 1;
  bool const negative = random.coin();
  return around(random, power_of_two<T>(negative, place));
}

/// The changes of one bin and its neighbours only, so that they meet.
template <class T> T change_in_the_middle(random_source& random, int width) {
  int const place = random.between(0, 2) * width - 1;
  bool const negative = random.coin();
  return around(random, power_of_two<T>(negative, place));
}

template <class T> T near_overflow(random_source& random, int) {
  using f = format<T>;
  auto const below = random.below(4);
  auto const bits = static_cast<typename f::bits_type>(f::infinity - 1u - below);
  T const x = random.coin() ? from_bits<T>(bits) : power_of_two<T>(false, f::max_exponent - 1);
  return random.one_in(4) ? negated(x) : x;
}

template <class T> T subnormal(random_source& random, int) {
  return random_multiple<T>(random, random.between(1, format<T>::precision + 2), format<T>::min_exponent);
}

template <class T> T anywhere(random_source& random, int) {
  return random_number<T>(random, format<T>::min_exponent, format<T>::max_exponent - 1);
}

template <class T> T anywhere_or_special(random_source& random, int width) {
  if (random.one_in(30)) return infinite<T>(random.coin());
  if (random.one_in(60)) return random_nan<T>(random);
  return random.one_in(5) ? zero<T>(random.coin()) : anywhere<T>(random, width);
}

template <class T> T negative_zero(random_source&, int) { return zero<T>(true); }

/// The largest magnitude of a bin, all of one sign: what fills it fastest.
template <class T> T filling(random_source&, int width) {
  return from_bits<T>(static_cast<typename format<T>::bits_type>(bits_of(power_of_two<T>(false, width - 1)) - 1));
}
template <class T> T filling_downwards(random_source& random, int width) {
  return random.one_in(16) ? anywhere<T>(random, width) : negated(filling<T>(random, width));
}

/// One size for long, with now and then a value some bins higher or lower.
template <class T> T steps(random_source& random, int width) {
  int const bin = random.one_in(12) ? random.between(-3, 3) : 0;
  return random_number<T>(random, bin * width, bin * width + width - 1);
}

}  // namespace bin_data

template <class T> std::vector<bin_data_class<T>> bin_data_classes() {
  using namespace bin_data;
  return {{"tie", tie<T>},
          {"change", change<T>},
          {"change_in_the_middle", change_in_the_middle<T>},
          {"near_overflow", bin_data::near_overflow<T>},
          {"subnormal", subnormal<T>},
          {"anywhere", anywhere<T>},
          {"anywhere_or_special", anywhere_or_special<T>},
          {"negative_zero", negative_zero<T>},
          {"filling", filling<T>},
          {"filling_downwards", filling_downwards<T>},
          {"steps", steps<T>}};
}

template <class T>
std::vector<T> make_bin_data(bin_data_class<T> const& kind, random_source& random, std::size_t size, int width) {
  std::vector<T> values;
  for (std::size_t i = 0; i < size; ++i) values.push_back(kind.next(random, width));
  return values;
}

/// Calls body(values, random) with `count` vectors of every class, of up to `limit` values.
template <class T, class Body> void for_each_bin_data(int width, std::size_t count, std::size_t limit, Body body) {
  std::uint64_t place = 100;
  for (auto const& kind : bin_data_classes<T>()) {
    ++place;
    for (std::size_t i = 0; i < scaled_count(count); ++i) {
      std::uint64_t const seed = first_seed() + i;
      random_source random(seed + (place << 32));
      auto const values = make_bin_data(kind, random, random.below(limit + 1), width);
      SCOPED_TRACE("class " + std::string(kind.name) + ", seed " + std::to_string(seed) + ", size " +
                   std::to_string(values.size()));
      body(std::span<T const>(values), random);
      if (testing::Test::HasFailure()) return;  // one example is enough
    }
  }
}

}  // namespace isobit::test
