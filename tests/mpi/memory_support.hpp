#pragma once

// Memory that a rank lacks. Programs that ask for that have memory_support.cpp's operators.

#include <atomic>
#include <string>

#include <gtest/gtest.h>
#include <mpi.h>

#include <isobit/mpi/communicator.hpp>

#include "support.hpp"

namespace isobit::test {

/// How many more pieces of memory can be had before one cannot; negative: all can.
extern std::atomic<int> pieces_left;

/// Denies rank 1 its first piece of memory, in the next call its second, and so on, until body() succeeds. Then all
/// ranks must have thrown in all calls but the last; how many. A rank that waits for ever fails the test too.
template <class Body> int deny_memory(Body body) {
  int const rank = rank_in(MPI_COMM_WORLD);
  for (int calls = 0;; ++calls) {
    std::string said;
    try {
      if (rank == 1) pieces_left = calls;
      body();
      pieces_left = -1;
    } catch (std::exception const& problem) {
      said = problem.what();
    }
    int const failed = !said.empty();
    int all = 0;
    mpi::detail::check(MPI_Allreduce(&failed, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), "MPI_Allreduce");
    EXPECT_TRUE(all == 0 || all == size_of(MPI_COMM_WORLD)) << "only some ranks threw: " << said;
    if (all == 0) return calls;
    auto const says = [&](char const* part) { return said.find(part) != std::string::npos; };
    EXPECT_TRUE(rank == 1 ? says("bad_alloc") : says("rank 1 of") || says("another rank")) << said;
  }
}

}  // namespace isobit::test
