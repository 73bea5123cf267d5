#pragma once

#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <isobit/mpi/communicator.hpp>

namespace isobit::test {

inline int rank_in(MPI_Comm comm) {
  int rank = 0;
  mpi::detail::check(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  return rank;
}

inline int size_of(MPI_Comm comm) {
  int size = 0;
  mpi::detail::check(MPI_Comm_size(comm, &size), "MPI_Comm_size");
  return size;
}

/// Waits for all ranks, asleep: spinning would take the cores from those that still work.
inline void meet(MPI_Comm comm) {
  MPI_Request request;
  mpi::detail::check(MPI_Ibarrier(comm, &request), "MPI_Ibarrier");
  for (int done = 0; !done; std::this_thread::sleep_for(std::chrono::microseconds(200)))
    mpi::detail::check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
}

/// Calls body(comm) with a communicator of so many ranks, or of all if they are fewer, on those that belong to it.
template <class Body> void with_ranks(int size, Body body) {
  int const rank = rank_in(MPI_COMM_WORLD);
  MPI_Comm comm = MPI_COMM_NULL;
  mpi::detail::check(MPI_Comm_split(MPI_COMM_WORLD, rank < size ? 0 : MPI_UNDEFINED, rank, &comm), "MPI_Comm_split");
  if (comm != MPI_COMM_NULL) {
    SCOPED_TRACE("rank " + std::to_string(rank) + " of " + std::to_string(size));
    body(comm);
    mpi::detail::check(MPI_Comm_free(&comm), "MPI_Comm_free");
  }
  meet(MPI_COMM_WORLD);
}

/// Calls body(comm) with communicators of 1, 2, ... ranks up to all, on the ranks that belong to each. A test is
/// collective: every rank makes the same calls, so use EXPECT_, which goes on, and not ASSERT_, where others would
/// wait.
template <class Body> void for_each_size(Body body) {
  for (int size = 1; size <= size_of(MPI_COMM_WORLD); ++size) with_ranks(size, body);
}

}  // namespace isobit::test
