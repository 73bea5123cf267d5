#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/mpi.hpp>

#include "support.hpp"

namespace {

/// What every reduction returns instead of being done; the profiling interface lets us stand before MPI's own.
int broken = MPI_SUCCESS;

}  // namespace

extern "C" int MPI_Allreduce(void const* in, void* out, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
  return broken != MPI_SUCCESS ? broken : PMPI_Allreduce(in, out, count, type, operation, comm);
}
extern "C" int MPI_Iallreduce(void const* in, void* out, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm,
                              MPI_Request* request) {
  return broken != MPI_SUCCESS ? broken : PMPI_Iallreduce(in, out, count, type, operation, comm, request);
}
extern "C" int MPI_Allgather(void const* in, int n, MPI_Datatype type, void* out, int m, MPI_Datatype out_type,
                             MPI_Comm comm) {
  return broken != MPI_SUCCESS ? broken : PMPI_Allgather(in, n, type, out, m, out_type, comm);
}

namespace isobit::test {
namespace {

MPI_Comm const world = MPI_COMM_WORLD;

/// What body() throws, as text; empty if nothing. Another status than the expected fails.
template <class Body> std::string problem_of(status expected, Body body) {
  try {
    (void)body();
  } catch (error const& problem) {
    EXPECT_EQ(problem.code(), expected) << problem.what();
    return problem.what();
  }
  return "";
}

#define EXPECT_SAYS(text, problem) EXPECT_PRED2(contains, std::string(problem), std::string(text))
bool contains(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

std::vector<double> const numbers(1000, 1.25);

/// Every rank can still reduce: nobody is left behind in an older call.
void expect_all_well() { EXPECT_EQ(mpi::sum(numbers, world), 1250.0 * size_of(world)); }

TEST(errors, come_before_anything_is_sent_for_communicators_that_are_none) {
  for (auto const& problem :
       {problem_of(status::invalid_argument, [] { return mpi::sum(numbers, MPI_COMM_NULL); }),
        problem_of(status::invalid_argument, [] { return mpi::dot(numbers, numbers, MPI_COMM_NULL); }),
        problem_of(status::invalid_argument, [] { return mpi::isum(numbers, MPI_COMM_NULL).get(); }),
        problem_of(status::invalid_argument, [] { return mpi::sum<binned<double, 2>>(numbers, MPI_COMM_NULL); }),
        problem_of(status::invalid_argument, [] { return mpi::merge(exact(), MPI_COMM_NULL); })})
    EXPECT_SAYS("MPI_COMM_NULL", problem);
  expect_all_well();
}

TEST(errors, come_for_intercommunicators) {
  int const rank = rank_in(world), half = size_of(world) / 2;
  MPI_Comm part, between;
  ASSERT_EQ(MPI_Comm_split(world, rank < half, rank, &part), MPI_SUCCESS);
  ASSERT_EQ(MPI_Intercomm_create(part, 0, world, rank < half ? half : 0, 4, &between), MPI_SUCCESS);
  EXPECT_SAYS("MPI_Intercomm_merge", problem_of(status::invalid_argument, [&] { return mpi::sum(numbers, between); }));
  auto out = numbers;
  EXPECT_SAYS("isobit::mpi::allreduce: this is an intercommunicator",
              problem_of(status::invalid_argument, [&] { return mpi::allreduce(numbers, out, between), 0; }));
  MPI_Comm_free(&between);
  MPI_Comm_free(&part);
  expect_all_well();
}

TEST(errors, come_for_a_root_that_is_not_there) {
  int const size = size_of(world);
  for (int const root : {-1, size}) {
    std::string const text = "no rank " + std::to_string(root) + " in a communicator of " + std::to_string(size);
    mpi::root const to{root};
    EXPECT_SAYS(text, problem_of(status::invalid_argument, [&] { return mpi::sum(numbers, world, to); }));
    EXPECT_SAYS(text, problem_of(status::invalid_argument, [&] { return mpi::nrm2(numbers, world, to); }));
    EXPECT_SAYS(text,
                problem_of(status::invalid_argument, [&] { return mpi::sum<binned<double, 2>>(numbers, world, to); }));
    auto out = numbers;
    EXPECT_SAYS(text, problem_of(status::invalid_argument, [&] { return mpi::reduce(numbers, out, world, to), 0; }));
  }
  expect_all_well();
}

TEST(errors, of_one_root_that_is_not_there_leave_nobody_waiting) {
  bool const mistaken = rank_in(world) == 1;
  auto const problem =
      problem_of(status::invalid_argument, [&] { return mpi::sum(numbers, world, mpi::root{mistaken ? 1000 : 0}); });
  EXPECT_EQ(!problem.empty(), mistaken) << problem;
  expect_all_well();
}

/// body() is wrong on rank 1 only: it says `text` there, and the others that rank 1 failed.
template <class Body> void expect_blame(std::string const& text, Body body, bool named = true) {
  bool const guilty = rank_in(world) == 1;
  auto const problem = problem_of(guilty ? status::invalid_argument : status::communication, body);
  EXPECT_SAYS(guilty ? text : named ? "rank 1 of " + std::to_string(size_of(world)) : "another rank of", problem);
  expect_all_well();
}

TEST(errors, of_one_rank_reach_all) {
  std::vector<double> const fewer(rank_in(world) == 1 ? 999 : 1000, 1.0);
  std::vector<unsigned char> const mask(fewer.size(), 1);
  std::vector<int> const keys(fewer.size(), 3);
  using bins = binned<double, 2>;
  expect_blame("999", [&] { return mpi::dot(numbers, fewer, world); });
  expect_blame("999", [&] { return mpi::dot(numbers, fewer, world, mpi::root{0}); });
  expect_blame("999", [&] { return mpi::dot<bins>(numbers, fewer, world); });
  mpi::field<double> const field(numbers);
  expect_blame("1000 values and 999 weights", [&] { return mpi::sum({field, field.weighted_by(fewer)}, world); });
  expect_blame("999 mask entries", [&] { return mpi::sum({field.where(mask)}, world); });
  expect_blame("999 keys and 1000 values", [&] { return mpi::sum_by_key(keys, numbers, world); });
  expect_blame(
      "999 weights", [&] { return mpi::isum({field.weighted_by(fewer)}, world).get(); }, false);
}

TEST(errors, of_elementwise_sizes_on_one_rank_reach_all) {
  bool const guilty = rank_in(world) == 1;
  auto const size = static_cast<std::size_t>(size_of(world));
  // Gathered at once, transposed, and transposed in pieces.
  for (std::size_t const count : {10, 1000, 600000}) {
    std::string const n = std::to_string(count), fewer = std::to_string(count - 1), more = std::to_string(count + 1);
    std::vector<double> const values(count, 1.0), many(count * size, 1.0);
    std::vector<double> out(guilty ? count - 1 : count), block(guilty ? count + 1 : count);
    expect_blame(n + " numbers in and " + fewer + " out", [&] { return mpi::allreduce(values, out, world), 0; });
    expect_blame(fewer + " out", [&] { return mpi::reduce(values, out, world, mpi::root{1}), 0; });
    expect_blame(fewer + " out", [&] { return mpi::scan(values, out, world), 0; });
    expect_blame(fewer + " out", [&] { return mpi::exscan(values, out, world), 0; });
    expect_blame(more + " out; with ", [&] { return mpi::reduce_scatter(many, block, world), 0; });
    // What does not divide among the ranks.
    std::vector<double> const odd(guilty ? count * size + 1 : count * size, 1.0);
    std::vector<double> share(count);
    expect_blame(n + " out; with ", [&] { return mpi::reduce_scatter(odd, share, world), 0; });
  }
  // A rank that wants nothing need not have room for it.
  std::vector<double> here(rank_in(world) == 0 ? 1000 : 0);
  EXPECT_NO_THROW(mpi::reduce(numbers, here, world, mpi::root{0}));
}

/// Cuts in two, and fails from the `left`-th run on.
struct failing_driver {
  int* left;
  [[nodiscard]] std::size_t parts(std::size_t) const { return 2; }
  void run(std::size_t parts, task_ref body) const {
    if ((*left)-- == 0) throw std::runtime_error("out of threads");
    for (std::size_t i = 0; i < parts; ++i) body(i);
  }
};

template <class Body> void expect_failing_driver_reaches_all(int runs, Body body) {
  bool const guilty = rank_in(world) == 1;
  int left = guilty ? runs : 1000;
  failing_driver const driver{&left};
  try {
    (void)body(driver);
    ADD_FAILURE() << "nothing thrown";
  } catch (error const& problem) {
    EXPECT_FALSE(guilty) << problem.what();
    EXPECT_EQ(problem.code(), status::communication);
  } catch (std::runtime_error const& problem) {
    EXPECT_TRUE(guilty);
    EXPECT_STREQ(problem.what(), "out of threads");
  }
  expect_all_well();
}

TEST(errors, of_a_driver_on_one_rank_reach_all) {
  std::vector<double> const many(100000, 1.1);
  expect_failing_driver_reaches_all(0, [&](auto driver) { return mpi::sum(many, world, driver); });
  expect_failing_driver_reaches_all(0, [&](auto driver) { return mpi::mean(many, world, mpi::root{0}, driver); });
  expect_failing_driver_reaches_all(0, [&](auto driver) { return mpi::nrm2(many, world, driver); });
  expect_failing_driver_reaches_all(0, [&](auto driver) { return mpi::isum(many, world, driver).get(); });
  expect_failing_driver_reaches_all(0, [&](auto driver) { return mpi::sum<binned<double, 2>>(many, world, driver); });
  expect_failing_driver_reaches_all(
      0, [&](auto driver) { return mpi::sum<double_sweep<double, 2>>(many, world, driver); });
  // The largest magnitude is found, the sum is not.
  expect_failing_driver_reaches_all(
      1, [&](auto driver) { return mpi::sum<double_sweep<double, 2>>(many, world, driver); });
}

TEST(errors, of_a_driver_in_the_second_exchange_reach_all) {
  std::vector<double> wide(100000, 0x1p400);
  wide[77777] = 0x1p-400;
  int runs = 1000;
  (void)isobit::sum(wide, failing_driver{&runs});
  int const runs_of_a_sum = 1000 - runs;
  ASSERT_GT(runs_of_a_sum, 0);
  expect_failing_driver_reaches_all(runs_of_a_sum, [&](auto driver) { return mpi::sum(wide, world, driver); });
}

TEST(errors, come_for_states_that_do_not_belong_together) {
  double_sweep<double, 2> const mine(1000, rank_in(world) == 1 ? 64.0 : 1.0);
  EXPECT_SAYS("do not belong together", problem_of(status::invalid_argument, [&] { return mpi::merge(mine, world); }));
  expect_all_well();
}

TEST(errors, of_mpi_are_told_in_its_own_words) {
  MPI_Comm comm;
  ASSERT_EQ(MPI_Comm_dup(world, &comm), MPI_SUCCESS);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  auto out = numbers;
  std::vector<double> const few(10, 1.25);
  auto few_out = few;
  broken = MPI_ERR_OTHER;
  std::vector<std::string> const problems = {
      problem_of(status::communication, [&] { return mpi::sum(numbers, comm); }),
      problem_of(status::communication, [&] { return mpi::mean(numbers, comm); }),
      problem_of(status::communication, [&] { return mpi::sum<binned<double, 2>>(numbers, comm); }),
      problem_of(status::communication, [&] { return mpi::merge(exact(), comm); }),
      problem_of(status::communication, [&] { return mpi::allreduce(few, few_out, comm), 0; }),
      problem_of(status::communication, [&] { return mpi::allreduce(numbers, out, comm), 0; }),
      problem_of(status::communication, [&] { return mpi::isum(numbers, comm).get(); })};
  broken = MPI_SUCCESS;
  for (auto const& problem : problems) EXPECT_SAYS(" failed: ", problem);
  EXPECT_SAYS("isobit::mpi: MPI_Iallreduce failed", problems.back());
  MPI_Comm_free(&comm);
  expect_all_well();
}

TEST(errors, come_for_results_taken_twice) {
  auto request = mpi::isum(numbers, world);
  EXPECT_EQ(request.get(), 1250.0 * size_of(world));
  EXPECT_TRUE(request.ready());
  EXPECT_SAYS("already taken", problem_of(status::invalid_argument, [&] { return request.get(); }));
}

TEST(errors, do_not_come_for_results_nobody_wants) {
  {
    auto const forgotten = mpi::isum(numbers, world);
    auto moved = mpi::isum(numbers, world);
    auto const to = std::move(moved);
  }
  if (rank_in(world) == 0) {
    auto const forgotten_here = mpi::isum(numbers, world);
  } else {
    EXPECT_EQ(mpi::isum(numbers, world).get(), 1250.0 * size_of(world));
  }
  expect_all_well();
}

}  // namespace
}  // namespace isobit::test
