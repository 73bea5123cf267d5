#include "driver/place.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <thread>

#include "driver/affinity.hpp"
#include "driver/control_groups.hpp"
#include "driver/numbers.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace place {

namespace {

std::optional<std::size_t> number_in(lookup variable, char const* name) noexcept {
  char const* const text = variable(name);
  return text == nullptr ? std::nullopt : first_number(text);
}

/// The first of the variables that holds a number above zero.
std::optional<std::size_t> first_of(lookup variable, std::initializer_list<char const*> names) noexcept {
  for (char const* const name : names)
    if (auto const number = number_in(variable, name); number && *number > 0) return number;
  return std::nullopt;
}

std::size_t ranks_here(lookup variable) noexcept {
  // Open MPI; MPICH and Intel MPI; MVAPICH; HPE's PALS. They may run inside a step of Slurm's, so they come first.
  if (auto const ranks = first_of(variable, {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS",
                                             "MV2_COMM_WORLD_LOCAL_SIZE", "MVP_COMM_WORLD_LOCAL_SIZE",
                                             "PALS_LOCAL_SIZE"}))
    return *ranks;
  char const* const tasks = variable("SLURM_STEP_TASKS_PER_NODE");
  auto const node = number_in(variable, "SLURM_NODEID");
  return tasks == nullptr || !node ? 1 : std::max<std::size_t>(1, tasks_of_node(tasks, *node).value_or(1));
}

/// The processors that this process shares with all others of its job here.
std::size_t read_shared() noexcept {
  std::size_t const machine = std::max(1u, std::thread::hardware_concurrency());
  try {
    return std::min(machine, control_groups::processors("/proc/self/cgroup", "/sys/fs/cgroup").value_or(machine));
  } catch (...) {
    return machine;  // out of memory: no reason to fail
  }
}

}  // namespace

environment read_environment(lookup variable) noexcept {
  return {first_of(variable, {"ISOBIT_NUM_THREADS", "OMP_NUM_THREADS"}), first_of(variable, {"OMP_THREAD_LIMIT"}),
          ranks_here(variable)};
}

std::optional<std::size_t> tasks_of_node(std::string_view tasks_per_node, std::size_t node) noexcept {
  for (;;) {
    auto const comma = tasks_per_node.find(',');
    auto const entry = tasks_per_node.substr(0, comma);
    auto const times = entry.find("(x");
    std::size_t const nodes =
        times == std::string_view::npos ? 1 : first_number(entry.substr(times + 2)).value_or(1);
    if (node < nodes) return first_number(entry);
    if (comma == std::string_view::npos) return std::nullopt;
    node -= nodes;
    tasks_per_node.remove_prefix(comma + 1);
  }
}

std::size_t threads(std::size_t mine, std::size_t ours, environment const& given) noexcept {
  std::size_t const fair = given.wanted ? std::min(*given.wanted, ours) : ours / given.ranks;
  return std::max<std::size_t>(1, std::min({mine, fair, given.limit.value_or(fair)}));
}

std::size_t threads() noexcept {
  // Two threads that read at once find the same. No guarded object: a child of a fork in the midst of its construction
  // would wait for it for ever.
  static constinit std::atomic<std::size_t> share = 0;
  std::size_t most = share.load(std::memory_order_relaxed);
  if (most == 0) {
    most = threads(SIZE_MAX, read_shared(),
                   read_environment([](char const* name) -> char const* { return std::getenv(name); }));
    share.store(most, std::memory_order_relaxed);
  }
  return std::min(most, affinity::of_this_thread().count());
}

}  // namespace place
ISOBIT_NAMESPACE_END
