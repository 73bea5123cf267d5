#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <isobit/version.hpp>

/// How the rows of many ranks meet, so that someone can reduce the columns. Whoever moves them, these are the sizes at
/// which another way is better. docs/maths/mpi.md#elements
ISOBIT_NAMESPACE_BEGIN
namespace columns {

/// Up to so many bytes that a rank receives, latency is all: one exchange is better than two.
inline constexpr std::size_t small_exchange = std::size_t{16} << 10;
/// What a rank holds at once of a large reduction, in bytes: few enough for MPI's counts too.
inline constexpr std::size_t large_exchange = std::size_t{4} << 20;

/// Of less bytes than these MPIs send a copy, as a rule. More is read where it lies, by the other rank: what was just
/// written then comes out of this core's cache. docs/performance/mpi.md#element-by-element
inline constexpr std::size_t copied_share = std::size_t{4} << 10;

/// How many of `count` numbers of `size` bytes each rank sends at once, where all ranks get all of them.
constexpr std::size_t gathered_at_once(std::size_t count, std::size_t size, std::size_t ranks) noexcept {
  // Two messages that are copied are no slower than one that is not, and twice as fast between neighbours.
  if (count * size >= copied_share && count * size <= 2 * copied_share) return (count + 1) / 2;
  return std::max<std::size_t>(large_exchange / size / ranks, 1);
}

/// Whether whole accumulators should travel: one number of each of so many ranks takes several times as much as an
/// accumulator, and there are too few columns to give each rank some.
constexpr bool goes_as_accumulators(std::size_t ranks, std::size_t count) noexcept {
  return ranks >= 256 && count < ranks;
}

/// `count` columns cut into a block for each rank.
inline std::vector<std::size_t> blocks_of(std::size_t count, std::size_t ranks) {
  std::vector<std::size_t> result(ranks, count / ranks);
  std::fill_n(result.begin(), count % ranks, count / ranks + 1);
  return result;
}

}  // namespace columns
ISOBIT_NAMESPACE_END
