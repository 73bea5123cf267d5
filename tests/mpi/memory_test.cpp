#include <array>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/mpi.hpp>

#include "memory_support.hpp"

namespace isobit::test {
namespace {

MPI_Comm const world = MPI_COMM_WORLD;

/// Numbers too far apart for a window: their sums need a second message.
std::vector<double> const wide = {1e300, 1.0, 1e-300, -1e300};

TEST(memory, that_one_rank_lacks_leaves_no_other_waiting_in_a_sum) {
  if (size_of(world) < 2) GTEST_SKIP() << "needs two ranks";
  double const ranks = size_of(world);
  std::vector<mpi::field<double>> const fields(4, mpi::field<double>(wide));
  std::vector<double> const sums(4, ranks), ones(4, 1.0);
  // What is made once and kept is not part of this.
  EXPECT_EQ(mpi::sum(wide, world), ranks);
  EXPECT_EQ(mpi::sum(fields, world), sums);
  double sum = 0, dot = 0, norm = 0;
  std::vector<double> of_fields;
  deny_memory([&] { sum = mpi::sum(wide, world); });
  deny_memory([&] { dot = mpi::dot(wide, ones, world); });
  deny_memory([&] { norm = mpi::asum(wide, world); });
  EXPECT_EQ(sum, ranks);
  EXPECT_EQ(dot, ranks);
  EXPECT_EQ(norm, mpi::asum(wide, world));
  deny_memory([&] { of_fields = mpi::sum(fields, world); });
  EXPECT_EQ(of_fields, sums);
}

}  // namespace
}  // namespace isobit::test
