#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "errors_support.hpp"
#include "linalg_support.hpp"

namespace isobit::test {
namespace {

class linalg_errors : public testing::Test {
protected:
  std::vector<double> a = std::vector<double>(16, 1.5), b = a, c = a, before = c;

  matrix_view<double const> square(std::vector<double> const& m, index size = 4) const {
    return linalg::column_major(m.data(), size, size);
  }
  matrix_view<double> result(index size = 4) { return linalg::column_major(c.data(), size, size); }

  void TearDown() override {
    EXPECT_TRUE(same_numbers(before, c)) << "c must be untouched";
    // Nobody is left behind in an older call.
    EXPECT_EQ(mpi::sum(std::vector<double>(3, 1.0), world), 3.0 * size_of(world));
  }
};

TEST_F(linalg_errors, of_one_rank_are_heard_by_all) {
  auto const wrong = text_of([&] {
    mla::gemm_split_k(1.0, square(a), on_rank(2) ? square(b).block(0, 0, 3, 4) : square(b), 0.0, result(), world);
  });
  EXPECT_SAYS(on_rank(2) ? "columns of a is 4 and rows of b is 3" : "rank 2 of", wrong);
  auto const alias = text_of([&] {
    mla::gemm_split_k(1.0, on_rank(1) ? matrix_view<double const>(result()) : square(a), square(b), 0.0, result(),
                      world);
  });
  EXPECT_SAYS(on_rank(1) ? "isobit::linalg::gemm_split_k: c" : "rank 1 of", alias);
  auto const rows =
      text_of([&] { mla::gemm_row_blocks(1.0, square(a), square(b), 0.0, on_rank(3) ? result(3) : result(), world); });
  EXPECT_SAYS(on_rank(3) ? "rows of c is 3 and rows of a is 4" : "rank 3 of", rows);
}

TEST_F(linalg_errors, of_ranks_that_differ_are_heard_by_all) {
  index const size = on_rank(1) ? 3 : 4;
  EXPECT_SAYS("differ in the rows of a",
              text_of([&] { mla::gemm_split_k(1.0, square(a, size), square(b, size), 0.0, result(size), world); }));
  EXPECT_SAYS("differ in the beta",
              text_of([&] { mla::gemm_split_k(1.0, square(a), square(b), on_rank(2) ? 1.0 : 0.0, result(), world); }));
  EXPECT_SAYS("differ in the root", text_of([&] {
                mla::gemm_split_k(1.0, square(a), square(b), 0.0, result(), world, mpi::root{on_rank(2) ? 1 : 0});
              }));
  EXPECT_SAYS("rows of b on all ranks",
              text_of([&] { mla::gemm_row_blocks(1.0, square(a), square(b), 0.0, result(), world); }));
}

TEST_F(linalg_errors, of_a_root_that_is_not_there_are_heard_by_all) {
  EXPECT_SAYS(on_rank(0) ? "there is no rank 99" : "rank 0 of", text_of([&] {
                mla::gemm_split_k(1.0, square(a), square(b), 0.0, result(), world, mpi::root{on_rank(0) ? 99 : 0});
              }));
}

TEST_F(linalg_errors, of_a_driver_are_heard_by_all) {
  auto const product = [&](auto const& driver) {
    mla::gemm_split_k(1.0, square(a), square(b), 0.0, result(), world, driver);
  };
  EXPECT_SAYS(on_rank(1) ? "no threads today" : "another rank", text_of([&] {
                if (on_rank(1))
                  product(broken_driver());
                else
                  product(serial());
              }));
}

TEST_F(linalg_errors, of_layouts_are_heard_by_all) {
  int const ranks = size_of(world);
  using mla::distributed_matrix;
  auto const with = [&](mla::block_cyclic const& a_layout, index leading, distributed_matrix<double> const& output) {
    distributed_matrix<double const> const left{a_layout, a.data(), leading};
    distributed_matrix<double const> const right{{4, 4, 2, 2, 1, ranks}, b.data(), 4};
    return text_of([&] { mla::gemm(1.0, left, right, 0.0, output, world); });
  };
  mla::block_cyclic const good{4, 4, 2, 2, 1, ranks};
  distributed_matrix<double> const good_output{good, c.data(), 4};
  EXPECT_SAYS("for a grid of 2 x ", with({4, 4, 2, 2, 2, ranks}, 4, good_output));
  EXPECT_SAYS("blocks of size 0", with({4, 4, 2, 0, 1, ranks}, 4, good_output));
  EXPECT_SAYS("different grids", with({4, 4, 2, 2, ranks, 1}, 4, good_output));
  EXPECT_SAYS("columns of a is 5 and rows of b is 4", with({4, 5, 2, 2, 1, ranks}, 4, good_output));
  EXPECT_SAYS("c is transposed", with(good, 4, transposed(good_output)));
  EXPECT_SAYS(on_rank(1) ? "leading dimension of a is 3" : "rank 1 of", with(good, on_rank(1) ? 3 : 4, good_output));
  EXPECT_SAYS("differ in the layout of a", with({4, 4, on_rank(0) ? 1 : 2, 2, 1, ranks}, 4, good_output));
  EXPECT_SAYS(on_rank(0) ? "null pointer" : "rank 0 of", with(good, 4, {good, on_rank(0) ? nullptr : c.data(), 4}));
}

}  // namespace
}  // namespace isobit::test
