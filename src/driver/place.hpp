#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <isobit/version.hpp>

/// How many threads this process may keep busy: no more than it was given.
ISOBIT_NAMESPACE_BEGIN
namespace place {

/// The processors this thread may run on.
[[nodiscard]] std::size_t processors() noexcept;

/// What `cpu.max` (cgroup v2: "200000 100000", "max 100000") allows, rounded up; none where it sets no limit.
[[nodiscard]] std::optional<std::size_t> processors_of_quota(std::string_view cpu_max) noexcept;
/// The smallest quota of the control groups this process is in. Read once: they hardly ever change.
[[nodiscard]] std::optional<std::size_t> quota() noexcept;

/// The first number of "8" or "4,2" (OpenMP's nested levels); none for anything else.
[[nodiscard]] std::optional<std::size_t> number_in(char const* text) noexcept;

/// All of these together, divided among the ranks that share the machine where they are not bound to processors of
/// their own: at least 1.
[[nodiscard]] std::size_t threads() noexcept;

}  // namespace place
ISOBIT_NAMESPACE_END
