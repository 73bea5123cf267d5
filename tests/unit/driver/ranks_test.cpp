// What a process was given is read once, so each case is a child, and nothing here asks in the parent.
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/driver/threads.hpp>
#include <isobit/sum/sum.hpp>

#include "support/processes.hpp"

namespace isobit::test {
namespace {

std::vector<double> const& numbers() {
  static std::vector<double> const ones(std::size_t{1} << 20, 1.0);
  return ones;
}

/// How many threads add(), which gives 2^20, uses: the caller's, and those it starts and keeps. 99 where it is wrong.
template <class Add> int threads_used_by(Add add) {
  std::size_t const before = threads_here();
  return add() == 0x1p20 ? static_cast<int>(1 + threads_here() - before) : 99;
}
int threads_of_a_sum() {
  return threads_used_by([] { return sum(numbers()); });
}

int threads_with(char const* name, char const* value) {
  return status_of(start_child([=] {
    setenv(name, value, 1);
    return threads_of_a_sum();
  }));
}

bool is_limited() {
  for (auto const* name : {"ISOBIT_NUM_THREADS", "OMP_NUM_THREADS", "OMP_THREAD_LIMIT", "OMPI_COMM_WORLD_LOCAL_SIZE",
                           "MPI_LOCALNRANKS", "SLURM_STEP_TASKS_PER_NODE"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

// The thread sanitizer starts a thread of its own beside the first of the program's, which would be counted.
#if defined(__SANITIZE_THREAD__)
constexpr bool others_start_threads = true;
#else
constexpr bool others_start_threads = false;
#endif

// Else the tests below would pass with a library that never starts one.
TEST(process, alone_uses_several_threads) {
  if (others_start_threads) GTEST_SKIP() << "the sanitizer's thread would be counted";
  int const alone = status_of(start_child(threads_of_a_sum));
  EXPECT_LE(alone, static_cast<int>(processors_here().size()));
  if (processors_here().size() < 2 || is_limited()) GTEST_SKIP() << "one processor, or a limit in the environment";
  int const allowed = status_of(start_child([] { return static_cast<int>(threads().count()); }));
  if (allowed < 2) GTEST_SKIP() << "the control group allows one processor";
  EXPECT_GE(alone, 2);
}

TEST(process, obeys_its_environment) {
  for (auto const* name : {"ISOBIT_NUM_THREADS", "OMP_NUM_THREADS", "OMP_THREAD_LIMIT"})
    EXPECT_EQ(threads_with(name, "1"), 1) << name;
}

TEST(process, does_as_it_is_told_by_its_caller) {
  if (others_start_threads) GTEST_SKIP() << "the sanitizer's thread would be counted";
  EXPECT_EQ(status_of(start_child([] {
              bind_to({processors_here().front()});
              setenv("OMP_NUM_THREADS", "1", 1);
              return threads_used_by([] { return sum(numbers(), threads(3)); });
            })),
            3);
}

/// The most threads of 64 processes at a time, set up as a launcher of so many ranks sets up its own.
template <class SetUp> int most_threads_of_64_ranks(SetUp set_up) {
  std::vector<pid_t> ranks;
  static_cast<void>(numbers());  // once for all of them
  for (int rank = 0; rank < 64; ++rank)
    ranks.push_back(start_child([&, rank] {
      set_up(rank);
      return threads_of_a_sum();
    }));
  int most = 0;
  for (pid_t const rank : ranks) {
    int const count = status_of(rank);
    EXPECT_GE(count, 1);
    most = std::max(most, count);
  }
  return most;
}

TEST(ranks, that_are_bound_start_no_threads) {
  auto const processors = processors_here();
  EXPECT_EQ(most_threads_of_64_ranks([&](int rank) {
              bind_to({processors[static_cast<std::size_t>(rank) % processors.size()]});
            }),
            1);
}

TEST(ranks, that_are_not_bound_share_the_machine) {
  int const share = std::max(1, static_cast<int>(processors_here().size()) / 64);
  for (auto const* name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"})
    EXPECT_LE(most_threads_of_64_ranks([&](int) { setenv(name, "64", 1); }), share) << name;
}

}  // namespace
}  // namespace isobit::test
