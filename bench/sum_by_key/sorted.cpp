#include <algorithm>
#include <utility>

#include "common/harness.hpp"
#include "contenders.hpp"

namespace bench::sum_by_key {

std::size_t sorted(std::span<std::uint64_t const> keys, std::span<double const> values) {
  std::vector<std::pair<std::uint64_t, double>> pairs;
  pairs.reserve(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) pairs.emplace_back(keys[i], values[i]);
  std::ranges::sort(pairs, {}, &std::pair<std::uint64_t, double>::first);
  std::size_t groups = 0;
  for (auto const& [key, value] : pairs) {
    if (groups == 0 || pairs[groups - 1].first != key)
      pairs[groups++] = {key, value};
    else
      pairs[groups - 1].second += value;
  }
  common::keep(pairs);
  return groups;
}

}  // namespace bench::sum_by_key
