#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "arithmetic/hash.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

/// xxHash's 64-bit rounds over a sequence of words: four lanes that take turns, folded at the end. Every step is a
/// bijection of the word for a given state, so two sequences that differ in one word never agree.
class word_hash {
public:
  explicit word_hash(std::uint64_t seed = 0) noexcept
      : lane_{seed + first + second, seed + second, seed, seed - first} {}

  void add(std::uint64_t word) noexcept { take(lane_[count_++ % 4], word); }
  /// Four words at once. Precondition: the number of words so far is a multiple of four.
  void add_four(std::uint64_t const* words) noexcept {
    for (int k = 0; k < 4; ++k) take(lane_[k], words[k]);
    count_ += 4;
  }

  [[nodiscard]] std::uint64_t value() const noexcept {
    std::uint64_t hash = count_ * third;
    for (std::uint64_t lane : lane_) {
      std::uint64_t taken = 0;
      take(taken, lane);
      hash = std::rotl(hash ^ taken, 27) * first + third;
    }
    return arithmetic::splitmix64::mixed(hash);
  }

private:
  static constexpr std::uint64_t first = 0x9e3779b185ebca87u, second = 0xc2b2ae3d27d4eb4fu, third = 0x165667b19e3779f9u;
  static void take(std::uint64_t& lane, std::uint64_t word) noexcept {
    lane = std::rotl(lane + word * second, 31) * first;
  }

  std::uint64_t lane_[4];
  std::uint64_t count_ = 0;
};

}  // namespace columns
ISOBIT_NAMESPACE_END
