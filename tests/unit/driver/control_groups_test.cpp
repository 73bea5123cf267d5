#include "driver/control_groups.hpp"

#include <filesystem>
#include <fstream>
#include <optional>

#include <unistd.h>

#include <gtest/gtest.h>

namespace isobit::test {
namespace {

using control_groups::processors_of_list;
using control_groups::processors_of_quota;

TEST(control_groups, quotas_are_rounded_up) {
  EXPECT_EQ(processors_of_quota("200000 100000"), 2u);
  EXPECT_EQ(processors_of_quota("150000 100000"), 2u);
  EXPECT_EQ(processors_of_quota("200001 100000"), 3u);
  EXPECT_EQ(processors_of_quota("1000 100000"), 1u);
  EXPECT_EQ(processors_of_quota("0 100000"), 1u);
  EXPECT_EQ(processors_of_quota("18446744073709551615 2"), std::size_t{1} << 63);
  for (auto const* none : {"max 100000", "-1 100000", "", " ", "100000", "100000 ", "100000 0", "x 1", "1 x",
                           "99999999999999999999 1"})
    EXPECT_EQ(processors_of_quota(none), std::nullopt) << none;
}

TEST(control_groups, sets_are_counted) {
  EXPECT_EQ(processors_of_list("0"), 1u);
  EXPECT_EQ(processors_of_list("0-3"), 4u);
  EXPECT_EQ(processors_of_list("0-3,8,10-11"), 7u);
  for (auto const* none : {"", "x", "3-1", "0-", "0,", ",0", "0-3,x"})
    EXPECT_EQ(processors_of_list(none), std::nullopt) << none;
}

class groups_of_a_process : public testing::Test {
protected:
  std::filesystem::path const folder =
      std::filesystem::temp_directory_path() / ("isobit_groups_" + std::to_string(getpid()));
  ~groups_of_a_process() override { std::filesystem::remove_all(folder); }
  void write(std::string const& file, std::string const& text) const {
    auto const path = folder / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text << '\n';
  }
  [[nodiscard]] std::optional<std::size_t> processors() const {
    return control_groups::processors(folder / "self", folder / "mount");
  }
};

TEST_F(groups_of_a_process, without_files_set_no_limit) {
  EXPECT_EQ(processors(), std::nullopt);
  write("self", "0::/user.slice\nnonsense\n1:cpu\n2:cpu:\n0::relative");
  EXPECT_EQ(processors(), std::nullopt);
}

TEST_F(groups_of_a_process, the_smallest_quota_on_the_way_up_counts) {
  write("self", "0::/outer/middle/inner");
  write("mount/outer/middle/inner/cpu.max", "600000 100000");
  EXPECT_EQ(processors(), 6u);
  write("mount/outer/middle/cpu.max", "300000 100000");
  EXPECT_EQ(processors(), 3u);
  write("mount/outer/cpu.max", "400000 100000");
  EXPECT_EQ(processors(), 3u);
  write("mount/outer/cpu.max", "200000 100000");
  EXPECT_EQ(processors(), 2u);
  write("mount/outer/middle/inner/cpu.max", "max 100000");
  EXPECT_EQ(processors(), 2u);
  write("mount/outer/other/cpu.max", "100000 100000");  // not ours
  EXPECT_EQ(processors(), 2u);
  write("mount/cpu.max", "100000 100000");  // a container sees its own group as the mount
  EXPECT_EQ(processors(), 1u);
}

TEST_F(groups_of_a_process, a_set_counts_as_a_quota_does) {
  write("self", "0::/job");
  write("mount/cpuset.cpus.effective", "0-63");
  write("mount/job/cpuset.cpus.effective", "8-15");
  EXPECT_EQ(processors(), 8u);
  write("mount/job/cpu.max", "300000 100000");
  EXPECT_EQ(processors(), 3u);
}

TEST_F(groups_of_a_process, of_version_1_lie_under_their_controllers) {
  write("self", "4:cpu,cpuacct:/docker/1234\n3:cpuset:/job\n2:memory:/\n0::/");
  write("mount/cpu,cpuacct/cpu.cfs_quota_us", "500000");  // the path is the host's: hidden in a container
  write("mount/cpu,cpuacct/cpu.cfs_period_us", "100000");
  EXPECT_EQ(processors(), 5u);
  write("mount/cpuset/job/cpuset.effective_cpus", "0,2,4");
  EXPECT_EQ(processors(), 3u);
  write("mount/cpu,cpuacct/docker/1234/cpu.cfs_quota_us", "-1");
  write("mount/cpu,cpuacct/docker/1234/cpu.cfs_period_us", "100000");
  EXPECT_EQ(processors(), 3u);
  write("mount/cpu,cpuacct/docker/1234/cpu.cfs_quota_us", "120000");
  EXPECT_EQ(processors(), 2u);
}

}  // namespace
}  // namespace isobit::test
