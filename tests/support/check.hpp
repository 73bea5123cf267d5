#pragma once

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/arithmetic/bits.hpp>

#include "data_classes.hpp"
#include "random.hpp"

namespace isobit::test {

template <class T> std::string hexadecimal(T x) {
  char text[64];
  auto const bits = static_cast<std::uint64_t>(bits_of(x));
  std::snprintf(text, sizeof text, "0x%0*" PRIx64, static_cast<int>(2 * sizeof(T)), bits);
  return text;
}

/// Equal bits, or a failure that shows both: there is no tolerance anywhere in this suite.
template <class T> testing::AssertionResult same_bits(T expected, T actual) {
  if (bits_of(expected) == bits_of(actual)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "expected bits " << hexadecimal(expected) << ", got " << hexadecimal(actual);
}

template <class T> testing::AssertionResult same_bits(std::vector<T> const& expected, std::vector<T> const& actual) {
  if (expected.size() != actual.size())
    return testing::AssertionFailure() << "expected " << expected.size() << " results, got " << actual.size();
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (bits_of(expected[i]) != bits_of(actual[i])) return same_bits(expected[i], actual[i]) << " at index " << i;
  return testing::AssertionSuccess();
}

/// How many vectors to test: ISOBIT_TEST_SCALE multiplies all counts, so that a long run is the same program. A run
/// that forces an instruction set is one of several, and takes a part of them.
inline std::size_t scaled_count(std::size_t count) {
  char const* const text = std::getenv("ISOBIT_TEST_SCALE");
  double const scale = text != nullptr ? std::strtod(text, nullptr) : 1.0;
  double const share = std::getenv("ISOBIT_FORCE_ISA") != nullptr ? 0.2 : 1.0;
  auto const scaled = static_cast<std::size_t>(static_cast<double>(count) * scale * share);
  return scaled == 0 ? 1 : scaled;
}

inline std::uint64_t first_seed() {
  char const* const text = std::getenv("ISOBIT_TEST_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 0) : 1;
}

/// Calls body(values, random) with `count` vectors of every class; a failure names the class, the seed and the size.
/// ISOBIT_TEST_SEED chooses other data.
template <class T, class Body> void for_each_data(std::size_t count, std::size_t limit, Body body) {
  std::uint64_t place = 0;
  for (auto const& kind : data_classes<T>()) {
    ++place;
    for (std::size_t i = 0; i < scaled_count(count); ++i) {
      std::uint64_t const seed = first_seed() + i;
      random_source random(seed + (place << 32));
      std::size_t const size = random_size(random, limit);
      auto const values = make_data(kind, random, size);
      SCOPED_TRACE("class " + std::string(kind.name) + ", seed " + std::to_string(seed) + ", size " +
                   std::to_string(size));
      body(std::span<T const>(values), random);
      if (testing::Test::HasFailure()) return;  // one example is enough
    }
  }
}

/// Two vectors for a dot product: the second of any class; where the first is of cancelling pairs, so are the products.
template <class T, class Body> void for_each_pair(std::size_t count, std::size_t limit, Body body) {
  for_each_data<T>(count, limit, [&](std::span<T const> x, random_source& random) {
    auto const classes = data_classes<T>();
    auto const& other = classes[random.below(classes.size())];
    SCOPED_TRACE("second class " + std::string(other.name));
    auto y = make_data(other, random, x.size());
    std::vector<T> left(x.begin(), x.end());
    if (random.one_in(3)) {
      for (std::size_t i = 0; i + 1 < left.size(); i += 2) {
        left[i + 1] = negated(left[i]);
        y[i + 1] = y[i];
      }
    }
    body(std::span<T const>(left), std::span<T const>(y), random);
  });
}

}  // namespace isobit::test
