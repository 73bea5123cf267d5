#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace isobit::tool {

/// The places of the keys, in their order: part by part; of parts that are numbers by value, then of all others by
/// bytes, and what is missing last. Numbers of the same value, such as 1 and 1.0, are ordered by bytes.
std::vector<std::size_t> order_of_keys(std::vector<std::string_view> const& keys);

}  // namespace isobit::tool
