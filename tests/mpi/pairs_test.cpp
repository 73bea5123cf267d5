#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/mpi.hpp>

#include "support.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"

namespace {

/// How often two ranks swap words, how many this one sent last, and how often all ranks reduce.
int sends = 0, words = 0, reductions = 0;
int copies = 0, frees = 0;

}  // namespace

// The profiling interface: these stand before MPI's own.
extern "C" int MPI_Isend(void const* data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                         MPI_Request* request) {
  ++sends;
  words = n;
  return PMPI_Isend(data, n, type, to, tag, comm, request);
}
extern "C" int MPI_Allreduce(void const* in, void* out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  ++reductions;
  return PMPI_Allreduce(in, out, n, type, op, comm);
}
extern "C" int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* copy) {
  ++copies;
  return PMPI_Comm_dup(comm, copy);
}
extern "C" int MPI_Comm_free(MPI_Comm* comm) {
  ++frees;
  return PMPI_Comm_free(comm);
}

// Two ranks swap windows where more reduce them. That the bits are right is also what the other tests find, which have
// communicators of two ranks among others.
namespace isobit::test {
namespace {

MPI_Comm const world = MPI_COMM_WORLD;

/// The sum over both ranks, after which `words` were sent and so many reductions followed.
template <class Values> void expect_sum(double expected, Values const& mine, int sent, int then) {
  sends = reductions = 0;
  EXPECT_TRUE(same_bits(expected, mpi::sum(mine, world)));
  EXPECT_EQ(sends, 1);
  EXPECT_EQ(words, sent);
  EXPECT_EQ(reductions, then);
}

TEST(pairs, send_the_words_that_they_need) {
  using numbers = std::vector<double>;
  bool const first = rank_in(world) == 0;
  double const sign = first ? 1 : -1;
  expect_sum(0, numbers{}, 1, 0);
  expect_sum(3, numbers{first ? 1.0 : 2.0}, 1, 0);
  expect_sum(1, numbers{first ? 1.0 : 0.0}, 1, 0);
  expect_sum(0, numbers{sign * 0.1}, 1, 0);
  expect_sum(0.5, numbers{sign * 0x1p90, first ? 0.5 : 0.0}, first ? 4 : 1, 0);
  expect_sum(-0x1p-40, numbers{sign * 0x1p300, first ? 0.0 : -0x1p-40}, first ? 1 : 8, 0);
  expect_sum(0x1p-300, numbers{sign * 0x1p300, first ? 0.0 : 0x1p-300}, 1, 1);
  expect_sum(std::numeric_limits<double>::infinity(), numbers{first ? 1 : std::numeric_limits<double>::infinity()}, 1,
             0);
  expect_sum(-0.0, numbers{-0.0}, 1, 0);
  expect_sum(0, numbers{sign * 0x1p-1074}, 2, 0);
  expect_sum(3.5 + 0x1p-51, numbers{1.25, 0.5, 0x1p-52}, 1, 0);
  expect_sum(3, numbers{1.5, sign * 0x1p-60}, 3, 0);
  expect_sum(500, numbers(1000, 0.25), 1, 0);
}

// Two doubles are summed as such: also where no window takes both, and whatever their sum is.
TEST(pairs, of_doubles_need_no_window) {
  using numbers = std::vector<double>;
  bool const first = rank_in(world) == 0;
  double const infinity = std::numeric_limits<double>::infinity();
  expect_sum(0x1p300, numbers{first ? 0x1p300 : 0x1p-300}, 1, 0);
  expect_sum(0x1p300, first ? numbers{0x1p300} : numbers(20000, 0x1p-300), 1, 0);
  expect_sum(1, numbers{first ? 1.0 : 0x1p-53}, 1, 0);  // a tie
  expect_sum(1 + 0x1p-51, numbers{first ? 1 + 0x1p-52 : 0x1p-53}, 1, 0);
  expect_sum(infinity, numbers{0x1p1023}, 1, 0);
  expect_sum(0x1p-1074, numbers{first ? 0x1p-1022 + 0x1p-1074 : -0x1p-1022}, 1, 0);
  expect_sum(0, numbers{first ? 0.1 : -0.1}, 1, 0);
}

TEST(pairs, have_the_bits_of_one_machine) {
  random_source random(first_seed());  // the same on both
  for_each_data<double>(10, 40, [&](std::span<double const> all, random_source&) {
    std::size_t const cut = random.below(all.size() + 1);
    auto const mine = rank_in(world) == 0 ? all.first(cut) : all.subspan(cut);
    EXPECT_TRUE(same_bits(sum(all), mpi::sum(mine, world)));
    EXPECT_TRUE(same_bits(mean(all), mpi::mean(mine, world)));
    EXPECT_TRUE(same_bits(dot(all, all), mpi::dot(mine, mine, world)));
  });
}

TEST(pairs, do_not_take_the_messages_of_others) {
  double received = 0, sent = 7;
  MPI_Request request;
  int const other = 1 - rank_in(world);
  ASSERT_EQ(MPI_Irecv(&received, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, world, &request), MPI_SUCCESS);
  EXPECT_EQ(mpi::sum(std::vector<double>{1.5}, world), 3);
  EXPECT_EQ(received, 0);
  meet(world);
  EXPECT_EQ(MPI_Send(&sent, 1, MPI_DOUBLE, other, 0, world), MPI_SUCCESS);
  EXPECT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(received, 7);
}

// Handles come again, of ranks in another order.
TEST(pairs, leave_with_their_communicator) {
  int const rank = rank_in(world), rounds = 100;
  EXPECT_EQ(mpi::sum(std::vector<double>{0.25}, world), 0.5);
  copies = frees = 0;
  for (int round = 0; round < rounds; ++round) {
    MPI_Comm comm = MPI_COMM_NULL;
    ASSERT_EQ(MPI_Comm_split(world, 0, round % 2 == 0 ? rank : -rank, &comm), MPI_SUCCESS);
    for (int again = 0; again < 2; ++again)
      EXPECT_EQ(mpi::sum(std::vector<double>{round + 0.5 * rank_in(comm)}, comm), 2 * round + 0.5);
    if (round % 16 == 0) {
      EXPECT_EQ(mpi::sum(std::vector<double>{0.25}, world), 0.5);
    }
    ASSERT_EQ(MPI_Comm_free(&comm), MPI_SUCCESS);
  }
  EXPECT_EQ(copies, rounds);
  EXPECT_EQ(frees, 2 * rounds);
}

// Where one communicator goes and another one of its handle comes, nobody remembers the old one.
TEST(pairs, do_not_mistake_a_single_rank_for_two) {
  for (int round = 0; round < 4; ++round) {
    MPI_Comm comm = MPI_COMM_NULL;
    ASSERT_EQ(MPI_Comm_split(world, round % 2 == 0 ? 0 : rank_in(world), 0, &comm), MPI_SUCCESS);
    EXPECT_EQ(mpi::sum(std::vector<double>{0.25}, comm), round % 2 == 0 ? 0.5 : 0.25);
    ASSERT_EQ(MPI_Comm_free(&comm), MPI_SUCCESS);
  }
}

TEST(pairs, both_learn_that_one_failed) {
  bool const guilty = rank_in(world) == 1;
  std::vector<double> const x(10, 1.0), fewer(guilty ? 9 : 10, 1.0);
  try {
    (void)mpi::dot(x, fewer, world);
    ADD_FAILURE() << "nobody minds";
  } catch (error const& problem) {
    EXPECT_EQ(problem.code(), guilty ? status::invalid_argument : status::communication) << problem.what();
  }
  EXPECT_EQ(mpi::sum(x, world), 20);
}

}  // namespace
}  // namespace isobit::test
