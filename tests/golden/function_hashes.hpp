#pragma once

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <isobit/arithmetic/bits.hpp>

#include "math/functions.hpp"
#include "support/random.hpp"

/// A million arguments of every function, and one hash of all its results: the same everywhere. functions.txt has what
/// MPFR makes of them, after the first ten thousand and after all.
namespace isobit::golden {

inline constexpr std::size_t few_arguments = 10'000, all_arguments = 1'000'000;

/// Three of four on the range of ordinary use, the others of any magnitude near it, of either sign.
template <class T> T golden_argument(test::random_source& random, double low, double high) {
  double const uniform = static_cast<double>(random.next() >> 11) * 0x1p-53;
  if (!random.one_in(4)) return static_cast<T>(low + (high - low) * uniform);
  T const x = static_cast<T>(std::ldexp(1 + uniform, random.between(-40, 10)));
  return random.coin() ? x : -x;
}

class hash {
public:
  template <class T> void add(std::vector<T> const& results) {
    for (T const result : results) {
      value_ = (value_ ^ std::uint64_t{bits_of(result)}) * 0x9e37'79b9'7f4a'7c15u;
      value_ ^= value_ >> 29;
    }
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

private:
  std::uint64_t value_ = 0xcbf2'9ce4'8422'2325u;
};

/// The line of a function: its name, type, and hash after few and after all arguments, or after `count` only.
/// evaluate(x, y) returns the results of a block; y is empty for functions of one number.
template <class T, class Evaluate>
std::string hash_line(std::string_view name, bool two, double low, double high, std::size_t count, Evaluate evaluate) {
  constexpr std::size_t block = 10'000;
  test::random_source random(1);
  hash h;
  std::string line = std::string(name) + (sizeof(T) == sizeof(double) ? " double" : " float");
  for (std::size_t done = 0; done < count;) {
    std::vector<T> x(block), y(two ? block : 0);
    for (T& argument : x) argument = golden_argument<T>(random, low, high);
    for (T& argument : y) argument = golden_argument<T>(random, -high, high);
    h.add(evaluate(x, y));
    done += block;
    if (done == few_arguments || done == all_arguments) {
      char text[32];
      std::snprintf(text, sizeof text, " %016" PRIx64, h.value());
      line += text;
    }
  }
  return line;
}

}  // namespace isobit::golden
