#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace isobit::tool {

/// drand48() of POSIX, as the C library starts it where nobody called srand48: integers only, so the same everywhere.
class drand48_generator {
public:
  /// In [0, 1), a multiple of 2^-48.
  double operator()() noexcept {
    state_ = (0x5deece66d * state_ + 0xb) & ((std::uint64_t{1} << 48) - 1);
    return static_cast<double>(state_) * 0x1p-48;
  }

private:
  std::uint64_t state_ = 0;
};

/// splitmix64 (Steele, Lea, Flood 2014).
class random_bits {
public:
  explicit random_bits(std::uint64_t seed) noexcept : state_(seed) {}
  std::uint64_t operator()() noexcept {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// In (0, 1), an odd multiple of 2^-53.
  double fraction() noexcept { return static_cast<double>((*this)() >> 11 | 1) * 0x1p-53; }
  /// Below `bound`; the bias is below 2^-32 for fewer than 2^32.
  std::size_t below(std::size_t bound) noexcept { return static_cast<std::size_t>((*this)() % bound); }

private:
  std::uint64_t state_;
};

/// Fisher and Yates.
template <class T> void shuffle(std::vector<T>& values, random_bits& random) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random.below(i)]);
}

}  // namespace isobit::tool
