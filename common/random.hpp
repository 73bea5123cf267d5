#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

/// What the command, the interposers, the tests, the benchmarks and the examples share.
namespace common {

/// Steele, Lea and Flood 2014. Integers only, so the numbers are the same on every machine.
class splitmix64 {
public:
  explicit constexpr splitmix64(std::uint64_t seed) noexcept : state_(seed) {}
  constexpr std::uint64_t operator()() noexcept { return mixed(state_ += step); }
  /// The bias is below 2^-32 for bounds below 2^32.
  constexpr std::uint64_t below(std::uint64_t bound) noexcept { return (*this)() % bound; }

  /// Number `index` of the sequence that starts from 0.
  static constexpr std::uint64_t at(std::uint64_t index) noexcept { return mixed((index + 1) * step); }

  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15u;
  static constexpr std::uint64_t mixed(std::uint64_t z) noexcept {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

private:
  std::uint64_t state_;
};

/// In [0, 1): the upper 53 bits.
constexpr double fraction(std::uint64_t random) noexcept { return static_cast<double>(random >> 11) * 0x1p-53; }

/// In (0, 1): an odd multiple of 2^-53.
constexpr double positive_fraction(std::uint64_t random) noexcept {
  return static_cast<double>(random >> 11 | 1) * 0x1p-53;
}

/// Fisher and Yates; `random.below(n)` chooses.
template <class Values, class Random> constexpr void shuffle(Values&& values, Random& random) {
  for (std::size_t i = values.size(); i > 1; --i)
    std::swap(values[i - 1], values[static_cast<std::size_t>(random.below(i))]);
}

}  // namespace common
