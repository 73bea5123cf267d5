#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

/// The integer-vector method of climate models' sums, as bench/fortran/integer_vector_sum.f90 has it: numbers are cut
/// into integers of a fixed width at places that all ranks agree on in a first reduction; a second adds the integers
/// up.
namespace scale::integer_vector {

using integers = std::vector<std::int64_t>;

/// How many numbers there are, their largest exponent, and minus the smallest: of all ranks, the largest of each.
using bounds = std::array<int, 4>;

/// Of a number that is normal or zero, as those that are simulated are: |x| < 2^exponent.
inline int exponent_of(double x) noexcept {
  return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52 & 0x7ff) - 1022;
}

inline bounds bounds_of(std::span<double const> values) noexcept {
  auto const count = static_cast<int>(values.size());
  bounds result = {count, count, -1022, -1024};
  for (double const x : values) {
    if (x == 0) continue;
    result[2] = std::max(result[2], exponent_of(x));
    result[3] = std::max(result[3], -exponent_of(x));
  }
  return result;
}

/// Where to cut: as many bits as no sum of all integers of a level overflows.
struct plan {
  int largest, width, levels;

  plan(bounds const& agreed, int ranks) noexcept
      : largest(agreed[2]), width(62 - static_cast<int>(std::bit_width(static_cast<std::uint64_t>(agreed[0]) *
                                                                       static_cast<std::uint64_t>(ranks)))),
        levels((agreed[2] + agreed[3] + 53) / width + 2) {}
};

inline integers integers_of(std::span<double const> values, plan const& cuts) {
  integers result(static_cast<std::size_t>(cuts.levels));
  std::vector<double> up(result.size() + 1);
  for (int level = 0; level <= cuts.levels; ++level)
    up[static_cast<std::size_t>(level)] = std::ldexp(1, level * cuts.width - cuts.largest);
  double const step = std::ldexp(1, cuts.width);
  for (double const x : values) {
    if (x == 0) continue;
    auto level = static_cast<std::size_t>((cuts.largest - exponent_of(x)) / cuts.width);
    for (double rest = x * up[level]; rest != 0; ++level) {
      rest *= step;
      auto const part = static_cast<std::int64_t>(rest);
      result[level] += part;
      rest -= static_cast<double>(part);
    }
  }
  return result;
}

inline double number_of(integers sums, plan const& cuts) {
  std::int64_t const unit = std::int64_t{1} << cuts.width;
  for (std::size_t level = sums.size() - 1; level > 0; --level) {
    std::int64_t const carry = sums[level] / unit;
    sums[level] -= carry * unit;
    sums[level - 1] += carry;
  }
  double total = 0;
  for (std::size_t level = sums.size(); level-- > 0;)
    total += std::ldexp(static_cast<double>(sums[level]), cuts.largest - static_cast<int>(level + 1) * cuts.width);
  return total;
}

}  // namespace scale::integer_vector
