#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <isobit/sum/grouped.hpp>

namespace bench::sum_by_key {

/// How many groups there were: the sums themselves are thrown away.
std::size_t standard_map(std::span<std::uint64_t const> keys, std::span<double const> values);
/// By sorting pairs of key and value, then adding up the runs.
std::size_t sorted(std::span<std::uint64_t const> keys, std::span<double const> values);
std::vector<::isobit::group_sum<std::uint64_t, double>> isobit(std::span<std::uint64_t const> keys,
                                                               std::span<double const> values);

}  // namespace bench::sum_by_key
