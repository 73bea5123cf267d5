#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "../../common/random.hpp"

namespace isobit::test {

/// xoshiro256** seeded by splitmix64: the same numbers everywhere, integers only.
class random_source {
public:
  explicit random_source(std::uint64_t seed) {
    common::splitmix64 seeds(seed);
    for (auto& word : state_) word = seeds();
  }

  std::uint64_t next() {
    std::uint64_t const result = rotated(state_[1] * 5, 7) * 9;
    std::uint64_t const shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotated(state_[3], 45);
    return result;
  }

  /// From 0 to bound - 1; the bias is below 2^-32 for the bounds used here.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  int between(int lowest, int highest) {
    return lowest + static_cast<int>(below(static_cast<std::uint64_t>(highest - lowest) + 1));
  }
  bool coin() { return (next() >> 63) != 0; }
  bool one_in(std::uint64_t odds) { return below(odds) == 0; }

  template <class T> void shuffle(std::span<T> values) { common::shuffle(values, *this); }

private:
  static std::uint64_t rotated(std::uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

  std::uint64_t state_[4];
};

}  // namespace isobit::test
