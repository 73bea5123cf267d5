// What is wrong on one rank is heard by all, and nobody is left waiting.
#include <exception>
#include <stdexcept>

#include <gtest/gtest.h>

#include <isobit/mpi.h>
#include <isobit/mpi/solver.hpp>

#include "errors_support.hpp"
#include "sparse_support.hpp"

namespace isobit::test {
namespace {

class sparse_errors : public testing::Test {
protected:
  ms::row_distribution rows = ms::row_distribution::even(20, size_of(world));
  std::vector<std::int64_t> i, j;
  std::vector<double> values;

  void SetUp() override {
    for (int row = 0; row < 20; ++row) {
      i.insert(i.end(), {row, row}), j.insert(j.end(), {row, (row + 7) % 20});
      values.insert(values.end(), {4, 1});
    }
  }
  void TearDown() override {
    // Nobody is left behind in an older call.
    EXPECT_EQ(mpi::sum(std::vector<double>(3, 1.0), world), 3.0 * size_of(world));
  }
};

TEST_F(sparse_errors, of_contributions) {
  auto const from = [&](auto const& rows_, auto const& i_, auto const& values_) {
    return text_of([&] { static_cast<void>(ms::from_triplets<double>(rows_, i_, j, values_, world)); });
  };
  auto bad = i;
  if (on_rank(1)) bad[3] = 20;
  EXPECT_SAYS(on_rank(1) ? "contribution 3 is for row 20, and there are 20" : "rank 1 of", from(rows, bad, values));
  bad = i;
  if (on_rank(2)) bad[0] = -1;
  EXPECT_SAYS(on_rank(2) ? "contribution 0 is for row -1" : "rank 2 of", from(rows, bad, values));
  auto fewer = values;
  if (on_rank(3)) fewer.pop_back();
  EXPECT_SAYS(on_rank(3) ? "40 rows, 40 columns and 39 values" : "rank 3 of", from(rows, i, fewer));
  EXPECT_SAYS("differ in the distribution of rows",
              from(on_rank(1) ? ms::row_distribution::cyclic(20, 1, size_of(world)) : rows, i, values));
  EXPECT_SAYS("rows on 3 ranks, and the communicator has 4", from(ms::row_distribution::even(20, 3), i, values));
  EXPECT_SAYS(on_rank(1) ? "contribution 3" : "rank 1 of", text_of([&] {
                auto wrong = i;
                if (on_rank(1)) wrong[3] = 99;
                static_cast<void>(ms::scatter_add<double>(rows, wrong, values, world));
              }));
}

TEST_F(sparse_errors, of_patterns) {
  auto bad = j;
  if (on_rank(0)) bad[5] = 77;
  EXPECT_SAYS(on_rank(0) ? "contribution 5 is for column 77" : "rank 0 of",
              text_of([&] { ms::coo_pattern(rows, i, bad, world); }));
  ms::coo_pattern const pattern(rows, i, j, world);
  auto a = pattern.assemble<double>(values);
  auto fewer = values;
  if (on_rank(2)) fewer.pop_back();
  EXPECT_SAYS(on_rank(2) ? "39 values for a pattern of 40" : "rank 2 of",
              text_of([&] { pattern.set_values<double>(fewer, a); }));
  std::vector<std::int64_t> const first{0};
  auto other = ms::from_triplets<double>(rows, first, first, std::vector<double>{1}, world);
  EXPECT_SAYS("that has another pattern", text_of([&] { pattern.set_values<double>(values, other); }));
}

TEST_F(sparse_errors, of_products) {
  auto const a = ms::from_triplets<double>(rows, i, j, values, world);
  auto const n = static_cast<std::size_t>(rows.count(rank_in(world)));
  std::vector<double> x(n, 1), y(n, 7), longer(n + 1);
  auto const before = y;
  auto const multiply = [&](std::vector<double> const& from, vector_view<double> to, double alpha, auto const& on) {
    return text_of([&] { ms::multiply(alpha, a, from, 0.0, to, on); });
  };
  EXPECT_SAYS(on_rank(1) ? "elements of x is" : "rank 1 of", multiply(on_rank(1) ? longer : x, y, 1, serial()));
  EXPECT_SAYS(on_rank(2) ? "elements of y is" : "rank 2 of",
              multiply(x, on_rank(2) ? vector_view<double>(longer) : vector_view<double>(y), 1, serial()));
  EXPECT_SAYS(on_rank(3) ? "y" : "rank 3 of",
              multiply(x, on_rank(3) ? vector_view<double>(x) : vector_view<double>(y), 1, serial()));
  EXPECT_SAYS("differ in the alpha", multiply(x, y, on_rank(0) ? 2 : 1, serial()));
  EXPECT_EQ(before, y);
  EXPECT_SAYS(on_rank(1) ? "no threads today" : "rank 1 of",
              on_rank(1) ? multiply(x, y, 1, broken_driver()) : multiply(x, y, 1, serial()));
}

TEST_F(sparse_errors, of_matrices) {
  sparse::csr_matrix<double, std::int64_t> mine;
  mine.rows = rows.count(rank_in(world)), mine.columns = on_rank(1) ? 21 : 20;
  mine.offsets.assign(static_cast<std::size_t>(mine.rows) + 1, 0);
  EXPECT_SAYS(on_rank(1) ? "a part of 5 rows and 21 columns" : "rank 1 of",
              text_of([&] { ms::distributed_matrix<double>(rows, rows, mine, world); }));
  // Who was asked knows: the one that keeps track of rows 5 to 9.
  std::vector<std::int64_t> const owned(1, rank_in(world)), ghosts(1, on_rank(0) ? 5 : (rank_in(world) + 1) % 4);
  EXPECT_SAYS(on_rank(1) ? "no rank owns row 5" : "rank 1 of", text_of([&] { ms::halo(owned, ghosts, 20, world); }));
}

TEST_F(sparse_errors, of_distributions_that_differ) {
  // Rank 0 takes row 9 for the eighth of rank 1, which has five.
  auto const mistaken = ms::row_distribution::blocks(std::vector<std::int64_t>{2, 8, 5, 5});
  std::vector<std::int64_t> ghosts;
  if (on_rank(0)) ghosts.push_back(9);
  EXPECT_SAYS(on_rank(1) ? "the ranks differ in the distribution of rows" : "rank 1 of",
              text_of([&] { ms::halo(on_rank(0) ? mistaken : rows, ghosts, world); }));
  std::vector<std::int64_t> const owned(1, rank_in(world));
  EXPECT_SAYS("the ranks differ in the number of all rows",
              text_of([&] { ms::halo(owned, ghosts, on_rank(2) ? 21 : 20, world); }));
}

TEST_F(sparse_errors, of_null_in_c) {
  isobit_mpi_rows* all = nullptr;
  ASSERT_EQ(isobit_mpi_rows_even(20, size_of(world), &all), ISOBIT_OK);
  isobit_mpi_matrix* a = nullptr;
  isobit_mpi_coo_pattern* pattern = nullptr;
  std::vector<double> sums(static_cast<std::size_t>(rows.count(rank_in(world))));
  auto const* const of_most = on_rank(1) ? nullptr : all;
  auto const from_triplets = [&](isobit_mpi_rows const* of, isobit_mpi_matrix** result) {
    return isobit_mpi_dfrom_triplets(of, nullptr, i.size(), i.data(), j.data(), values.data(), world, 0, result);
  };
  auto const create = [&](isobit_mpi_rows const* of, isobit_mpi_coo_pattern** result) {
    return isobit_mpi_coo_pattern_create(of, nullptr, i.size(), i.data(), j.data(), world, 0, result);
  };
  auto const refused = on_rank(1) ? ISOBIT_INVALID_ARGUMENT : ISOBIT_COMMUNICATION;
  EXPECT_EQ(from_triplets(of_most, &a), refused);
  EXPECT_SAYS(on_rank(1) ? "rows on 0 ranks" : "rank 1 of", isobit_last_error());
  EXPECT_EQ(create(of_most, &pattern), refused);
  EXPECT_EQ(isobit_mpi_dscatter_add(of_most, i.size(), i.data(), values.data(), world, 0, sums.size(), sums.data()),
            refused);
  // Where there is no place for the result, the others have theirs.
  auto const status = on_rank(2) ? ISOBIT_INVALID_ARGUMENT : ISOBIT_OK;
  EXPECT_EQ(from_triplets(all, on_rank(2) ? nullptr : &a), status);
  EXPECT_EQ(create(all, &pattern), ISOBIT_OK);
  isobit_mpi_matrix* b = nullptr;
  EXPECT_EQ(isobit_mpi_dcoo_assemble(pattern, i.size(), values.data(), 0, on_rank(2) ? nullptr : &b), status);
  isobit_mpi_matrix_destroy(a);
  isobit_mpi_matrix_destroy(b);
  isobit_mpi_coo_pattern_destroy(pattern);
  isobit_mpi_rows_destroy(all);
}

TEST_F(sparse_errors, of_solvers) {
  namespace mso = mpi::solver;
  auto const a = ms::from_triplets<double>(rows, i, j, values, world);
  auto const n = static_cast<std::size_t>(rows.count(rank_in(world)));
  std::vector<double> b(n, 1), x(n), longer(n + 1, 1);
  EXPECT_NE(text_of([&] { mso::bicgstab(a, on_rank(1) ? longer : b, x); }), "nothing was thrown");
  EXPECT_EQ(x, std::vector<double>(n));
  auto const solve = [&](auto const& on) { return text_of([&] { mso::bicgstab(a, b, x, nullptr, {}, on); }); };
  EXPECT_SAYS(on_rank(2) ? "no threads today" : "rank 2 of", on_rank(2) ? solve(broken_driver()) : solve(serial()));
  auto const nothing = [](std::span<double const>, std::span<double>) {};
  EXPECT_NE(text_of([&] { mso::refine(a, on_rank(1) ? longer : b, x, nothing); }), "nothing was thrown");
  EXPECT_NE(text_of([&] { mso::refine(a, b, x, on_rank(1) ? mso::correction<double>() : nothing); }),
            "nothing was thrown");
  auto const other = ms::from_triplets<double>(rows, ms::row_distribution::cyclic(20, 1, 4), i, j, values, world);
  EXPECT_SAYS("not spread as its rows", text_of([&] { mso::rank_space<double>{other}; }));
}

TEST_F(sparse_errors, are_told_once) {
  auto const a = ms::from_triplets<double>(rows, i, j, values, world);
  mpi::solver::rank_space<double> const space(a);
  auto const note = [&] {
    if (on_rank(1)) space.note(std::make_exception_ptr(std::runtime_error("not today")));
  };
  std::vector<double> const x(static_cast<std::size_t>(space.owned()), 1);
  std::vector<solver::factors<double>> const of{{x, x}};
  std::vector<double> result(1);
  note();
  EXPECT_SAYS(on_rank(1) ? "not today" : "rank 1 of", text_of([&] { static_cast<void>(space.largest(0)); }));
  EXPECT_EQ(space.largest(rank_in(world)), size_of(world) - 1);
  note();
  EXPECT_SAYS(on_rank(1) ? "not today" : "rank 1 of", text_of([&] { space.dots(of, result); }));
  space.dots(of, result);
  EXPECT_EQ(result[0], 20.0);
}

}  // namespace
}  // namespace isobit::test
