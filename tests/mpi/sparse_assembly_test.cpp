// Matrices and vectors from contributions of all ranks: those of the library on one process and of exact sums, whoever
// contributed what, wherever the rows are, on one thread or two.
#include <complex>
#include <vector>

#include <gtest/gtest.h>

#include "sparse_support.hpp"

namespace isobit::test {
namespace {

template <class T> class sparse_assembly : public testing::Test {};
using numbers = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(sparse_assembly, numbers);

TYPED_TEST(sparse_assembly, has_the_bits_of_one_process) {
  using T = TypeParam;
  for_some_sizes([](MPI_Comm comm) {
    int const rank = rank_in(comm), ranks = size_of(comm);
    int turn = ranks;
    for_each_case<T>(1, [&](random_source& random, data_class<real_of<T>> const& kind) {
      if (++turn % 3 != 0) return;  // the others have their turn with other numbers of ranks
      std::int64_t const rows = random.between(1, 40), columns = random.between(1, 30);
      auto const all = random_contributions<T>(random, rows, columns, kind, random.between(0, 300));
      auto const expected = by_definition(all, rows, columns);
      std::vector<reference::entry<T>> entries(static_cast<std::size_t>(rows));
      for (std::size_t k = 0; k < all.i.size(); ++k) entries[static_cast<std::size_t>(all.i[k])].add(all.values[k]);
      std::vector<T> sums;
      for (auto const& one : entries) sums.push_back(one.round());

      auto const of_columns = distributions_of(columns, ranks, random);
      std::size_t next = 0;
      for (auto const& of_rows : distributions_of(rows, ranks, random)) {
        auto const& of_column = of_columns[next++];
        auto const mine = all.part(rank, ranks, random);
        threads const on(1 + random.below(2));
        auto const a = ms::from_triplets<T>(of_rows, of_column, mine.i, mine.j, mine.values, comm, on);
        EXPECT_TRUE(has_rows_of(expected, a));

        // As they come, with little room.
        std::size_t const room = random.below(60);
        ms::assembler<T> matrix(of_rows, of_column, comm, room);
        ms::vector_assembler<T> vector(of_rows, comm, room);
        for (std::size_t k = 0; k < mine.i.size(); ++k) {
          matrix.add(mine.i[k], mine.j[k], mine.values[k]);
          vector.add(mine.i[k], mine.values[k]);
        }
        EXPECT_TRUE(has_rows_of(expected, matrix.finish(on)));
        EXPECT_TRUE(has_elements_of(sums, of_rows, comm, vector.finish(on)));
        EXPECT_TRUE(has_elements_of(sums, of_rows, comm, ms::scatter_add<T>(of_rows, mine.i, mine.values, comm, on)));

        // Other values first.
        ms::coo_pattern const pattern(of_rows, of_column, mine.i, mine.j, comm, on);
        std::vector<T> const ones(mine.values.size(), T(1));
        auto b = pattern.template assemble<T>(ones, on);
        pattern.template set_values<T>(mine.values, b, on);
        EXPECT_TRUE(has_rows_of(expected, b));
      }
    });
  });
}

// What every rank adds up for itself, rounded, and the owner then adds up: another matrix for every number of ranks.
TEST(sparse_assembly_control, plain_sums_differ) {
  random_source random(first_seed());
  contributions<double> all;
  for (int k = 0; k < 2000; ++k) all.add(0, k % 20, random.between(1, 1000000) * 1e-3);
  int differ = 0;
  for_some_sizes([&](MPI_Comm comm) {
    random_source again(first_seed());
    auto const mine = all.part(rank_in(comm), size_of(comm), again);
    std::vector<double> plain(20), sums(20);
    for (std::size_t k = 0; k < mine.values.size(); ++k) plain[static_cast<std::size_t>(mine.j[k])] += mine.values[k];
    MPI_Allreduce(plain.data(), sums.data(), 20, MPI_DOUBLE, MPI_SUM, comm);
    auto const exact = sparse::from_triplets<double, std::int64_t>(1, 20, all.i, all.j, all.values).values;
    for (std::size_t j = 0; j < 20; ++j) differ += bits_of(sums[j]) != bits_of(exact[j]);
  });
  // Ranks that took part in few of them have seen few.
  MPI_Allreduce(MPI_IN_PLACE, &differ, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  EXPECT_GT(differ, 0);
}

TEST(sparse_assembly_blocks, leave_out_negative_rows_and_columns) {
  for_some_sizes([](MPI_Comm comm) {
    auto const rows = ms::row_distribution::even(4, size_of(comm));
    ms::assembler<double> matrix(rows, comm);
    ms::vector_assembler<double> vector(rows, comm);
    double const block[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    std::vector<std::int64_t> const dofs{2, -1, 0};
    matrix.add(dofs, row_major(block, 3, 3)), matrix.add(-1, 3, 5.0), matrix.add(3, -1, 5.0);
    vector.add(dofs, std::vector<double>{1, 2, 3}), vector.add(-5, 1.0);
    double const ranks = size_of(comm);
    whole_matrix<double> const expected{
        4, 4, {0, 2, 2, 4, 4}, {0, 2, 0, 2}, {9 * ranks, 7 * ranks, 3 * ranks, 1 * ranks}};
    EXPECT_TRUE(has_rows_of(expected, matrix.finish()));
    EXPECT_TRUE(has_elements_of({3 * ranks, 0, 1 * ranks, 0}, rows, comm, vector.finish()));
  });
}

TEST(sparse_assembly_blocks, may_be_none) {
  for_some_sizes([](MPI_Comm comm) {
    auto const none = ms::row_distribution::even(0, size_of(comm));
    std::vector<std::int64_t> const nothing;
    auto const a = ms::from_triplets<double>(none, nothing, nothing, std::vector<double>(), comm);
    EXPECT_EQ(a.rows(), 0);
    EXPECT_EQ(a.entries(), 0);
    EXPECT_TRUE(ms::vector_assembler<float>(none, comm).finish().empty());
  });
}

}  // namespace
}  // namespace isobit::test
