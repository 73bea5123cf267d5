#include "driver/place.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <thread>
#include <vector>

#ifdef __linux__
#include <sched.h>
#endif

ISOBIT_NAMESPACE_BEGIN
namespace place {

namespace {

std::optional<std::size_t> whole_number(std::string_view text) noexcept {
  std::size_t value = 0;
  auto const [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end == text.data()) return std::nullopt;
  return value;
}

std::size_t machine_processors() noexcept { return std::max(1u, std::thread::hardware_concurrency()); }

std::string first_line(std::string const& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// The quota of a group and of those it is in: each may be the smallest.
std::optional<std::size_t> quota_of(std::string const& mount, std::string path) {
  std::optional<std::size_t> smallest;
  for (;;) {
    if (auto const found = processors_of_quota(first_line(mount + path + "/cpu.max")))
      smallest = std::min(found, smallest.value_or(*found) < *found ? smallest : found);
    if (path.empty() || path == "/") return smallest;
    path.resize(path.rfind('/'));
  }
}

std::optional<std::size_t> read_quota() {
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    if (line.starts_with("0::")) return quota_of("/sys/fs/cgroup", line.substr(3));
  // Version 1: microseconds of a period, -1 for no limit.
  auto const quota = first_line("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
  auto const period = first_line("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
  return processors_of_quota(quota + " " + period);
}

/// How many ranks of an MPI job share this machine, as its launcher says.
std::size_t ranks_here() noexcept {
  for (char const* const name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "PALS_LOCAL_SIZE"})
    if (auto const ranks = number_in(std::getenv(name)); ranks && *ranks > 0) return *ranks;
  return 1;
}

}  // namespace

std::size_t processors() noexcept {
#ifdef __linux__
  // A set for as many processors as it takes: the call fails for less.
  for (int size = 1024; size <= 1 << 20; size *= 2) {
    cpu_set_t* const set = CPU_ALLOC(static_cast<std::size_t>(size));
    if (set == nullptr) break;
    std::size_t const bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(size));
    int const failed = sched_getaffinity(0, bytes, set);
    int const count = failed == 0 ? CPU_COUNT_S(bytes, set) : 0;
    CPU_FREE(set);
    if (count > 0) return static_cast<std::size_t>(count);
  }
#endif
  return machine_processors();
}

std::optional<std::size_t> processors_of_quota(std::string_view cpu_max) noexcept {
  auto const space = cpu_max.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  auto const quota = whole_number(cpu_max.substr(0, space)), period = whole_number(cpu_max.substr(space + 1));
  if (!quota || !period || *period == 0) return std::nullopt;
  return std::max<std::size_t>(1, (*quota + *period - 1) / *period);
}

std::optional<std::size_t> quota() noexcept {
  static std::optional<std::size_t> const once = []() noexcept -> std::optional<std::size_t> {
    try {
      return read_quota();
    } catch (...) {
      return std::nullopt;  // out of memory: no reason to fail
    }
  }();
  return once;
}

std::optional<std::size_t> number_in(char const* text) noexcept {
  return text == nullptr ? std::nullopt : whole_number(text);
}

std::size_t threads() noexcept {
  std::size_t const mine = processors();
  std::size_t count = mine;
  if (mine == machine_processors()) count = mine / ranks_here();  // not bound: they would all take all of them
  if (auto const limit = quota()) count = std::min(count, *limit);
  for (char const* const name : {"ISOBIT_NUM_THREADS", "OMP_NUM_THREADS"})
    if (auto const wanted = number_in(std::getenv(name)); wanted && *wanted > 0) {
      count = std::min(mine, *wanted);
      break;
    }
  if (auto const limit = number_in(std::getenv("OMP_THREAD_LIMIT")); limit && *limit > 0)
    count = std::min(count, *limit);
  return std::max<std::size_t>(count, 1);
}

}  // namespace place
ISOBIT_NAMESPACE_END
