#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "linalg_support.hpp"
#include "memory_support.hpp"

namespace isobit::test {
namespace {

MPI_Comm const world = MPI_COMM_WORLD;

/// 1 + second + third in every entry, the terms on ranks 0, 1 and 2. How many pieces of memory each operation takes.
std::array<int, 4> expect_all_throw(double second, double third) {
  int const ranks = size_of(world), rank = rank_in(world);
  std::vector<double> terms(static_cast<std::size_t>(ranks));
  terms[0] = 1, terms[1] = second, terms[2] = third;
  std::vector<double> const column(2, terms[static_cast<std::size_t>(rank)]), ones(2 * terms.size(), 1.0);
  auto const my_ones = linalg::column_major(ones.data(), 1, 2);
  mla::distributed_matrix<double const> const left{{2, ranks, 1, 1, 1, ranks}, column.data(), 2},
      right{{ranks, 2, 1, 1, 1, ranks}, ones.data(), ranks};
  // Two entries: merge_exact takes no memory for few.
  std::vector<double> const expected(2, third > 0 ? 1 + 0x1p-52 : 1.0), unset(2, 7.0);
  std::vector<double> c;
  std::array<int, 4> pieces;

  c = unset;
  pieces[0] = deny_memory([&] {
    mla::gemm_split_k(1.0, linalg::column_major<double const>(column.data(), 2, 1), my_ones.block(0, 0, 1, 1), 0.0,
                      linalg::column_major(c.data(), 2, 1), world);
  });
  EXPECT_TRUE(same_numbers(expected, c)) << "gemm_split_k";
  c = unset;
  pieces[1] = deny_memory([&] {
    mla::gemv(1.0, left, vector_view<double const>(ones.data(), ranks), 0.0, vector_view<double>(c.data(), 2), world);
  });
  EXPECT_TRUE(same_numbers(expected, c)) << "gemv";
  c = unset;
  pieces[2] = deny_memory([&] {
    mla::gemm(1.0, left, right, 0.0, mla::distributed_matrix<double>{{2, 2, 1, 1, 1, ranks}, c.data(), 2}, world);
  });
  EXPECT_TRUE(same_numbers(rank < 2 ? expected : unset, c)) << "gemm";
  c = unset;
  pieces[3] = deny_memory([&] {
    mla::gemm_row_blocks(1.0, linalg::row_major<double const>(terms.data(), 1, ranks), my_ones, 0.0,
                         linalg::column_major(c.data(), 1, 2), world);
  });
  EXPECT_TRUE(same_numbers(expected, c)) << "gemm_row_blocks";
  return pieces;
}

TEST(linalg_memory, that_one_rank_lacks_is_heard_of_by_all) {
  if (size_of(world) < 3) GTEST_SKIP() << "needs three ranks";
  // What is made once and kept is not part of this.
  EXPECT_EQ(mpi::sum(std::vector<double>(3, 1.0), world), 3.0 * size_of(world));
  expect_all_throw(0, 0);
  auto const certain = expect_all_throw(0, 0), open = expect_all_throw(0x1p-53, 0x1p-110);
  for (std::size_t operation = 0; operation < 4; ++operation) {
    EXPECT_GT(certain[operation], 0);
    if (operation == 3) continue;  // rows are gathered, and no sums travel
    EXPECT_GT(open[operation], certain[operation]) << "exact sums take memory";
  }
}

}  // namespace
}  // namespace isobit::test
