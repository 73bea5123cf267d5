#include <isobit/mpi/communicator.hpp>

#include <gtest/gtest.h>

#include "support.hpp"

namespace isobit::test {
namespace {

TEST(communicator, knows_rank_and_size) {
  int next = 1;
  for_each_size([&](MPI_Comm comm) {
    mpi::detail::communicator const all(comm, "test");
    EXPECT_EQ(all.size(), size_of(comm));
    EXPECT_EQ(all.rank(), rank_in(MPI_COMM_WORLD));
    next = all.size() + 1;
  });
  EXPECT_EQ(next, size_of(MPI_COMM_WORLD) + 1);
}

TEST(communicator, refuses_what_it_cannot_use) {
  EXPECT_THROW(mpi::detail::communicator(MPI_COMM_NULL, "test"), error);
  mpi::detail::communicator const all(MPI_COMM_WORLD, "test");
  EXPECT_THROW(mpi::root{all.size()}.require(all, "test"), error);
  EXPECT_THROW(mpi::root{-1}.require(all, "test"), error);
  EXPECT_NO_THROW(mpi::root{all.size() - 1}.require(all, "test"));
}

}  // namespace
}  // namespace isobit::test
