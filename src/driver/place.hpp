#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <isobit/version.hpp>

/// How many threads this process may keep busy: no more than it was given.
ISOBIT_NAMESPACE_BEGIN
namespace place {

/// What the environment of a process says about its threads and its neighbours.
struct environment {
  /// ISOBIT_NUM_THREADS, else OMP_NUM_THREADS ("4,2" for nested teams: the first).
  std::optional<std::size_t> wanted;
  /// OMP_THREAD_LIMIT.
  std::optional<std::size_t> limit;
  /// How many ranks of an MPI job share the machine, as its launcher says.
  std::size_t ranks = 1;
};

using lookup = char const* (*)(char const* name);
[[nodiscard]] environment read_environment(lookup variable) noexcept;

/// The tasks of the node of that number in "4(x2),3", as Slurm says it: of node 2, 3. None where there is no such node.
[[nodiscard]] std::optional<std::size_t> tasks_of_node(std::string_view tasks_per_node, std::size_t node) noexcept;

/// At least 1. `mine`: the processors that this thread may run on. `ours`: those that all ranks here share. What the
/// environment wants takes the place of an even share, and is no more than there is.
[[nodiscard]] std::size_t threads(std::size_t mine, std::size_t ours, environment const& given) noexcept;

/// The same for the calling thread. Its affinity is asked for every time, since a program may bind its threads; control
/// groups and environment are read once, as OpenMP does: reading the environment while another thread changes it is a
/// race.
[[nodiscard]] std::size_t threads() noexcept;

}  // namespace place
ISOBIT_NAMESPACE_END
