#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "arithmetic/hash.hpp"
#include "column/kernels.hpp"

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

/// A hash of the same kind for long sequences, whose steps vectors of any instruction set do side by side: 32 lanes,
/// and a factor of 32 bits. docs/maths/columns.md#hash
class long_hash {
public:
  /// For a sequence of `words` words.
  long_hash(std::uint64_t seed, std::size_t words) noexcept
      : used_(std::bit_ceil(std::clamp<std::size_t>(words, 1, hash_lanes))) {
    for (std::size_t k = 0; k < used_; ++k) lane_[k] = seed += increment;
  }

  void add(std::uint64_t word) noexcept { take(lane_[next_++ % hash_lanes], word); }
  /// The lanes, for a kernel that has each take as many words as the others; null where it is not the first one's turn.
  [[nodiscard]] std::uint64_t* even_lanes() noexcept { return next_ % hash_lanes == 0 ? lane_ : nullptr; }
  /// Words as they lie in memory; the last one may be short.
  void add(std::byte const* from, std::size_t bytes) noexcept {
    constexpr std::size_t size = sizeof(std::uint64_t);
    for (; bytes >= size && next_ % hash_lanes != 0; bytes -= size, from += size) add(word_at(from, size));
    if (std::size_t const rounds = bytes / (size * hash_lanes); rounds != 0) {
      kernels().hash(lane_, from, rounds);
      from += rounds * size * hash_lanes;
      bytes %= size * hash_lanes;
    }
    for (; bytes >= size; bytes -= size, from += size) add(word_at(from, size));
    if (bytes != 0) add(word_at(from, bytes));
  }

  /// The lanes folded in halves, by another factor each time: else words could change places unseen.
  [[nodiscard]] std::uint64_t value() noexcept {
    for (std::size_t half = used_ / 2; half != 0; half /= 2)
      for (std::size_t k = 0; k < half; ++k)
        lane_[k] = std::rotl(lane_[k], 31) * (increment * (2 * half + 1)) + lane_[k + half];
    return arithmetic::splitmix64::mixed(lane_[0]);
  }

private:
  static std::uint64_t word_at(std::byte const* from, std::size_t bytes) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, from, bytes);
    return word;
  }
  static void take(std::uint64_t& lane, std::uint64_t word) noexcept {
    lane = std::rotl(lane + word, 32) * hash_factor;
  }
  static constexpr std::uint64_t increment = 0x9e3779b97f4a7c15u;

  alignas(64) std::uint64_t lane_[hash_lanes];
  std::size_t used_, next_ = 0;
};

}  // namespace columns
ISOBIT_NAMESPACE_END
