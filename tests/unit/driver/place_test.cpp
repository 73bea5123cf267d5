#include "driver/place.hpp"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include <isobit/driver/threads.hpp>

#include "support/processes.hpp"

namespace isobit::test {
namespace {

constexpr std::size_t huge = std::size_t{1} << 40;

std::map<std::string, char const*> variables;
place::environment environment_of(std::map<std::string, char const*> given) {
  variables = std::move(given);
  return place::read_environment([](char const* name) -> char const* {
    auto const found = variables.find(name);
    return found == variables.end() ? nullptr : found->second;
  });
}

TEST(place, the_environment_limits_threads) {
  EXPECT_EQ(environment_of({}).wanted, std::nullopt);
  EXPECT_EQ(environment_of({}).limit, std::nullopt);
  EXPECT_EQ(environment_of({{"OMP_NUM_THREADS", "8"}}).wanted, 8u);
  EXPECT_EQ(environment_of({{"OMP_NUM_THREADS", " 4,2"}}).wanted, 4u);
  EXPECT_EQ(environment_of({{"OMP_NUM_THREADS", "8"}, {"ISOBIT_NUM_THREADS", "3"}}).wanted, 3u);
  EXPECT_EQ(environment_of({{"OMP_NUM_THREADS", "8"}, {"ISOBIT_NUM_THREADS", ""}}).wanted, 8u);
  EXPECT_EQ(environment_of({{"OMP_THREAD_LIMIT", "5"}}).limit, 5u);
  for (auto const* nothing : {"", "0", "-1", "all", "99999999999999999999"})
    EXPECT_EQ(environment_of({{"OMP_NUM_THREADS", nothing}}).wanted, std::nullopt) << nothing;
}

TEST(place, launchers_say_how_many_ranks_are_here) {
  EXPECT_EQ(environment_of({}).ranks, 1u);
  for (auto const* name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "MV2_COMM_WORLD_LOCAL_SIZE",
                           "MVP_COMM_WORLD_LOCAL_SIZE", "PALS_LOCAL_SIZE"}) {
    EXPECT_EQ(environment_of({{name, "64"}}).ranks, 64u) << name;
    EXPECT_EQ(environment_of({{name, "0"}}).ranks, 1u) << name;
  }
  EXPECT_EQ(environment_of({{"SLURM_STEP_TASKS_PER_NODE", "4(x2),3"}, {"SLURM_NODEID", "2"}}).ranks, 3u);
  EXPECT_EQ(environment_of({{"SLURM_STEP_TASKS_PER_NODE", "4(x2),3"}}).ranks, 1u);
  EXPECT_EQ(environment_of({{"SLURM_STEP_TASKS_PER_NODE", "1"},
                            {"SLURM_NODEID", "0"},
                            {"OMPI_COMM_WORLD_LOCAL_SIZE", "16"}})
                .ranks,
            16u);
}

TEST(place, tasks_of_nodes_are_expanded) {
  using place::tasks_of_node;
  EXPECT_EQ(tasks_of_node("8", 0), 8u);
  EXPECT_EQ(tasks_of_node("8", 1), std::nullopt);
  EXPECT_EQ(tasks_of_node("4(x2),3,7(x3)", 0), 4u);
  EXPECT_EQ(tasks_of_node("4(x2),3,7(x3)", 1), 4u);
  EXPECT_EQ(tasks_of_node("4(x2),3,7(x3)", 2), 3u);
  EXPECT_EQ(tasks_of_node("4(x2),3,7(x3)", 5), 7u);
  EXPECT_EQ(tasks_of_node("4(x2),3,7(x3)", 6), std::nullopt);
  EXPECT_EQ(tasks_of_node("", 0), std::nullopt);
  EXPECT_EQ(tasks_of_node("x", 0), std::nullopt);
}

TEST(place, ranks_share_what_they_were_given) {
  auto const with = [](std::size_t ranks) { return place::environment{std::nullopt, std::nullopt, ranks}; };
  EXPECT_EQ(place::threads(64, 64, with(1)), 64u);
  EXPECT_EQ(place::threads(1, 64, with(64)), 1u);   // each bound to a processor of its own
  EXPECT_EQ(place::threads(4, 64, with(16)), 4u);   // each to four
  EXPECT_EQ(place::threads(64, 64, with(64)), 1u);  // not bound
  EXPECT_EQ(place::threads(32, 64, with(64)), 1u);  // each to one of two sockets, which 32 of them share
  EXPECT_EQ(place::threads(64, 64, with(3)), 21u);
  EXPECT_EQ(place::threads(2, 2, with(64)), 1u);
  EXPECT_EQ(place::threads(64, 2, with(1)), 2u);  // a quota
}

TEST(place, what_is_wanted_is_given_as_far_as_there_is) {
  EXPECT_EQ(place::threads(64, 64, {8, {}, 1}), 8u);
  EXPECT_EQ(place::threads(64, 64, {8, {}, 64}), 8u);  // said for every rank
  EXPECT_EQ(place::threads(4, 64, {8, {}, 1}), 4u);
  EXPECT_EQ(place::threads(64, 2, {8, {}, 1}), 2u);
  EXPECT_EQ(place::threads(64, 64, {8, 3, 1}), 3u);
  EXPECT_EQ(place::threads(64, 64, {{}, 3, 1}), 3u);
  EXPECT_EQ(place::threads(2, 64, {{}, 3, 1}), 2u);
}

TEST(threads_driver, stays_on_the_processors_of_its_thread) {
  auto const all = processors_here();
  EXPECT_LE(threads().parts(huge), all.size());
  EXPECT_EQ(threads().parts(huge), threads().count());
  threads const made_before;
  bind_to({all.front()});
  EXPECT_EQ(threads().parts(huge), 1u);
  EXPECT_EQ(threads().count(), 1u);
  EXPECT_EQ(made_before.parts(huge), 1u);
  EXPECT_EQ(automatic().parts(huge), 1u);
  EXPECT_EQ(threads(5).parts(huge), 5u);  // the caller's word
  bind_to(all);
}

}  // namespace
}  // namespace isobit::test
