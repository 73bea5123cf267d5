#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <isobit/mpi/tree_reduce.hpp>

#include "reference/tree.hpp"
#include "support.hpp"
#include "support/random.hpp"

namespace isobit::test {

/// Neither associative nor commutative.
struct mix {
  std::uint64_t operator()(std::uint64_t left, std::uint64_t right) const {
    return (left * 0x9e3779b97f4a7c15u) ^ (right + 0x7f4a7c15u + (left << 7));
  }
};

inline std::vector<std::uint64_t> some_values(std::size_t count, std::uint64_t seed) {
  random_source random(seed);
  std::vector<std::uint64_t> values(count);
  for (auto& value : values) value = random.next();
  return values;
}

/// Where the pieces of so many ranks begin, and the end: at random, many of them empty; the same on every rank.
inline std::vector<std::size_t> random_starts(std::size_t total, int ranks, random_source& random) {
  std::vector<std::size_t> starts{0};
  for (int rank = 1; rank < ranks; ++rank)
    starts.push_back(random.one_in(4) ? starts.back() : static_cast<std::size_t>(random.below(total + 1)));
  std::sort(starts.begin(), starts.end());
  starts.push_back(total);
  return starts;
}

inline tree_place place_of(std::vector<std::size_t> const& starts, int rank) {
  return {starts[static_cast<std::size_t>(rank)], starts.back()};
}

template <class T>
std::span<T const> piece_of(std::vector<T> const& values, std::vector<std::size_t> const& starts, int rank) {
  auto const begin = starts[static_cast<std::size_t>(rank)], end = starts[static_cast<std::size_t>(rank) + 1];
  return std::span<T const>(values).subspan(begin, end - begin);
}

}  // namespace isobit::test
