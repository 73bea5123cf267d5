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

/// A hash of the same kind for long sequences, with one multiplication a word: eight lanes keep a multiplier busy.
class long_hash {
public:
  static constexpr std::size_t lanes = 8;

  explicit long_hash(std::uint64_t seed) noexcept {
    for (std::uint64_t& lane : lane_) lane = seed += factor;
  }

  void add(std::uint64_t word) noexcept { take(lane_[count_++ % lanes], word); }
  /// As many words as there are lanes. Precondition: the number of words so far is a multiple of it.
  void add_lanes(std::uint64_t const* words) noexcept {
    for (std::size_t k = 0; k < lanes; ++k) take(lane_[k], words[k]);
    count_ += lanes;
  }

  [[nodiscard]] std::uint64_t value() const noexcept {
    std::uint64_t hash = count_;
    for (std::size_t k = 0; k < lanes && k < count_; ++k) take(hash, lane_[k]);
    return arithmetic::splitmix64::mixed(hash);
  }

private:
  static void take(std::uint64_t& lane, std::uint64_t word) noexcept { lane = std::rotl(lane + word, 31) * factor; }
  static constexpr std::uint64_t factor = 0x9e3779b185ebca87u;

  std::uint64_t lane_[lanes];
  std::uint64_t count_ = 0;
};

}  // namespace columns
ISOBIT_NAMESPACE_END
