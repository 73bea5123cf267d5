#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <isobit/version.hpp>

/// What Linux's control groups leave to a process: containers, batch systems.
ISOBIT_NAMESPACE_BEGIN
namespace control_groups {

/// Of "200000 100000" (microseconds of every so many), rounded up: 2. None for "max 100000" and "-1 100000", no limit.
[[nodiscard]] std::optional<std::size_t> processors_of_quota(std::string_view quota_and_period) noexcept;

/// Of "0-3,8": 5. None where it is no such list, or an empty one.
[[nodiscard]] std::optional<std::size_t> processors_of_list(std::string_view list) noexcept;

/// The fewest that the groups of a process, and those that these are in, allow. `groups`: a file like
/// /proc/self/cgroup; `mount`: where the files of the groups lie, of version 1, version 2 or both.
[[nodiscard]] std::optional<std::size_t> processors(std::string const& groups, std::string const& mount);

}  // namespace control_groups
ISOBIT_NAMESPACE_END
