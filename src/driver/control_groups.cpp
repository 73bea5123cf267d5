#include "driver/control_groups.hpp"

#include <algorithm>
#include <fstream>

#include "driver/numbers.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace control_groups {

namespace {

using count = std::optional<std::size_t>;

count smaller(count a, count b) noexcept { return a && b ? std::min(a, b) : a ? a : b; }

/// Empty where there is no such file.
std::string first_line(std::string const& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// What one group allows. The files of version 2 and of version 1: those that are not there set no limit.
count allowed_by(std::string const& group) {
  count const quota = processors_of_quota(first_line(group + "/cpu.max"));
  count const old_quota = processors_of_quota(first_line(group + "/cpu.cfs_quota_us") + ' ' +
                                              first_line(group + "/cpu.cfs_period_us"));
  count const set = processors_of_list(first_line(group + "/cpuset.cpus.effective"));
  count const old_set = processors_of_list(first_line(group + "/cpuset.effective_cpus"));
  return smaller(smaller(quota, old_quota), smaller(set, old_set));
}

/// Of a group and all that it is in, up to the mount. In a container the upper ones, or all but the mount, are hidden.
count allowed_up_to(std::string const& mount, std::string group) {
  count fewest = allowed_by(mount);
  for (; group.size() > 1; group.resize(group.rfind('/'))) fewest = smaller(fewest, allowed_by(mount + group));
  return fewest;
}

}  // namespace

count processors_of_quota(std::string_view quota_and_period) noexcept {
  count const quota = first_number(quota_and_period);
  auto const space = quota_and_period.find(' ');
  if (!quota || space == std::string_view::npos) return std::nullopt;
  count const period = first_number(quota_and_period.substr(space + 1));
  if (!period || *period == 0) return std::nullopt;
  return std::max<std::size_t>(1, *quota / *period + (*quota % *period != 0 ? 1 : 0));
}

count processors_of_list(std::string_view list) noexcept {
  std::size_t total = 0;
  for (;;) {
    auto const comma = list.find(',');
    auto const range = list.substr(0, comma);
    auto const dash = range.find('-');
    count const first = first_number(range);
    count const last = dash == std::string_view::npos ? first : first_number(range.substr(dash + 1));
    if (!first || !last || *last < *first) return std::nullopt;
    total += *last - *first + 1;
    if (comma == std::string_view::npos) return total;
    list.remove_prefix(comma + 1);
  }
}

count processors(std::string const& groups, std::string const& mount) {
  std::ifstream file(groups);
  count fewest;
  // "0::/user.slice" (version 2), "4:cpu,cpuacct:/user.slice" (version 1: a mount for every such list of controllers).
  for (std::string line; std::getline(file, line);) {
    auto const first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    std::string const controllers = line.substr(first + 1, second - first - 1), group = line.substr(second + 1);
    if (!group.starts_with('/')) continue;
    fewest = smaller(fewest, allowed_up_to(controllers.empty() ? mount : mount + '/' + controllers, group));
  }
  return fewest;
}

}  // namespace control_groups
ISOBIT_NAMESPACE_END
