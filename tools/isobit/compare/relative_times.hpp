#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace isobit::tool {

/// The median time of each race over that of the baseline; nothing for an empty one. They take turns, so that what else
/// the machine does hits all of them alike.
std::vector<std::optional<double>> relative_times(std::vector<std::function<void()>> const& races,
                                                  std::size_t baseline);

}  // namespace isobit::tool
