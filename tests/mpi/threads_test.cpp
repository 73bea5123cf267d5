#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/driver/threads.hpp>
#include <isobit/sum/sum.hpp>

#include "support.hpp"
#include "support/processes.hpp"

namespace isobit::test {
namespace {

// Together the ranks of a machine keep no more threads busy than it has processors, but one each.
TEST(threads_of_ranks, are_no_more_than_each_was_given) {
  MPI_Comm here;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  int ranks = 0;
  MPI_Comm_size(here, &ranks);
  MPI_Comm_free(&here);
  std::vector<double> const ones(std::size_t{1} << 20, 1.0);
  std::size_t const before = threads_here();
  EXPECT_EQ(sum(ones), 0x1p20);
  std::size_t const used = 1 + threads_here() - before;
  std::size_t const machine = std::max(1L, sysconf(_SC_NPROCESSORS_ONLN));
  EXPECT_LE(used, processors_here().size());
  EXPECT_LE(used, std::max<std::size_t>(1, machine / static_cast<std::size_t>(ranks)));
}

}  // namespace
}  // namespace isobit::test
