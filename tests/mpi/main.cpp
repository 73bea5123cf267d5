#include <cstdio>

#include <gtest/gtest.h>

#include "support.hpp"

namespace {

/// What the ranks but the first print: failures only.
class failures : public testing::EmptyTestEventListener {
public:
  explicit failures(int rank) : rank_(rank) {}

private:
  void OnTestPartResult(testing::TestPartResult const& result) override {
    if (!result.failed()) return;
    std::printf("rank %d: %s:%d: %s\n", rank_, result.file_name() != nullptr ? result.file_name() : "",
                result.line_number(), result.message());
    std::fflush(stdout);
  }
  int rank_;
};

}  // namespace

// Runs the tests on all ranks; where one fails, all do. Where every test was skipped, so is the program.
int main(int argc, char** argv) {
  int provided = 0;
  isobit::mpi::detail::check(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  testing::InitGoogleTest(&argc, argv);
  int const rank = isobit::test::rank_in(MPI_COMM_WORLD);
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  if (rank != 0) {
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new failures(rank));
  }
  int result = RUN_ALL_TESTS();
  isobit::mpi::detail::check(MPI_Allreduce(MPI_IN_PLACE, &result, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD),
                             "MPI_Allreduce");
  if (rank == 0 && result != 0) std::printf("failed on some rank\n");
  auto const& tests = *testing::UnitTest::GetInstance();
  if (result == 0 && tests.test_to_run_count() != 0 && tests.skipped_test_count() == tests.test_to_run_count())
    result = 77;
  isobit::mpi::detail::check(MPI_Finalize(), "MPI_Finalize");
  return result;
}
