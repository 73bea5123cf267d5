#include <unordered_map>

#include "common/harness.hpp"
#include "contenders.hpp"

namespace bench::sum_by_key {

std::size_t standard_map(std::span<std::uint64_t const> keys, std::span<double const> values) {
  std::unordered_map<std::uint64_t, double> sums;
  for (std::size_t i = 0; i < keys.size(); ++i) sums[keys[i]] += values[i];
  common::keep(sums);
  return sums.size();
}

}  // namespace bench::sum_by_key
