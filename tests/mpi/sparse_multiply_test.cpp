// A matrix that is spread over ranks times a vector: the bits of the library on one process.
#include <complex>
#include <vector>

#include <gtest/gtest.h>

#include "sparse_support.hpp"

namespace isobit::test {
namespace {

/// A grid's neighbours, so that some rows read nothing of other ranks; values as they come.
template <class T> contributions<T> grid_of(index width, index height, std::vector<T> const& values) {
  contributions<T> c;
  std::size_t next = 0;
  auto const add = [&](index row, index column) { c.add(row, column, values[next++ % values.size()]); };
  for (index y = 0; y < height; ++y)
    for (index x = 0; x < width; ++x) {
      index const row = y * width + x;
      if (row % 50 == 7) continue;  // nothing in this row
      add(row, row);
      if (x > 0) add(row, row - 1);
      if (x + 1 < width) add(row, row + 1);
      if (y > 0) add(row, row - width);
      if (y + 1 < height) add(row, row + width);
    }
  return c;
}

template <class T> class sparse_multiply : public testing::Test {};
using numbers = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(sparse_multiply, numbers);

TYPED_TEST(sparse_multiply, has_the_bits_of_one_process) {
  using T = TypeParam;
  for_some_sizes([](MPI_Comm comm) {
    int const rank = rank_in(comm), ranks = size_of(comm);
    for_each_case<T>(1, [&](random_source& random, data_class<real_of<T>> const& kind) {
      index const width = random.between(1, 30), height = random.between(1, 40), rows = width * height;
      auto const all = random.one_in(8) ? contributions<T>() : grid_of(width, height, elements<T>(kind, random, 100));
      auto const whole = sparse::from_triplets<T, std::int64_t>(rows, rows, all.i, all.j, all.values);
      auto const x = elements<T>(kind, random, rows);
      auto y = elements<T>(kind, random, rows);
      for (std::size_t i = 0; i < y.size(); i += 5) y[i] = make<T>(-real_of<T>(0), -real_of<T>(0));
      T const factors[] = {T(1), T(0), T(-1), make<T>(real_of<T>(0.7), real_of<T>(-3))};
      T const alpha = factors[random.below(4)], beta = factors[random.below(4)];
      auto expected = y;
      sparse::multiply(alpha, whole, x, beta, vector_view<T>(expected));

      for (auto const& of_rows : distributions_of(rows, ranks, random)) {
        auto const part = all.part(rank, ranks, random);
        auto const a = ms::from_triplets<T>(of_rows, part.i, part.j, part.values, comm);
        auto const my_x = ms::part_of<T>(of_rows, rank, x);
        auto mine = ms::part_of<T>(of_rows, rank, y);
        threads const on(1 + random.below(2));
        ms::multiply(alpha, a, my_x, beta, vector_view<T>(mine), on);
        EXPECT_TRUE(has_elements_of(expected, of_rows, comm, mine)) << alpha << ' ' << beta;

        // Vectors with strides.
        auto const old = ms::part_of<T>(of_rows, rank, y);
        auto const n = static_cast<index>(mine.size());
        std::vector<T> wide_x(2 * mine.size() + 1), wide_y(3 * mine.size() + 1);
        for (std::size_t i = 0; i < mine.size(); ++i) wide_x[2 * i] = my_x[i], wide_y[3 * i] = old[i];
        ms::multiply(alpha, a, vector_view<T const>(wide_x.data(), n, 2), beta, vector_view<T>(wide_y.data(), n, 3));
        for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = wide_y[3 * i];
        EXPECT_TRUE(has_elements_of(expected, of_rows, comm, mine)) << "strided";
      }
    });
  });
}

TYPED_TEST(sparse_multiply, takes_matrices_that_are_not_square) {
  using T = TypeParam;
  for_some_sizes([](MPI_Comm comm) {
    int const rank = rank_in(comm), ranks = size_of(comm);
    for_each_case<T>(1, [&](random_source& random, data_class<real_of<T>> const& kind) {
      index const rows = random.between(0, 60), columns = random.between(0, 60);
      auto const all = random_contributions<T>(random, rows, columns, kind, random.between(0, 300));
      auto const whole = sparse::from_triplets<T, std::int64_t>(rows, columns, all.i, all.j, all.values);
      auto const x = elements<T>(kind, random, columns);
      std::vector<T> expected(static_cast<std::size_t>(rows));
      sparse::multiply(whole, x, vector_view<T>(expected));
      auto const of_rows = distributions_of(rows, ranks, random), of_columns = distributions_of(columns, ranks, random);
      for (std::size_t n = 0; n < 3; ++n) {
        auto const& of_column = of_columns[(n + 1) % 3];
        auto const part = all.part(rank, ranks, random);
        auto const a = ms::from_triplets<T>(of_rows[n], of_column, part.i, part.j, part.values, comm);
        std::vector<T> mine(static_cast<std::size_t>(of_rows[n].count(rank)), T(7));
        ms::multiply(a, ms::part_of<T>(of_column, rank, x), vector_view<T>(mine));
        EXPECT_TRUE(has_elements_of(expected, of_rows[n], comm, mine));
      }
    });
  });
}

/// What ranks are told of rows of others, one number a row and several.
TEST(sparse_halo, brings_the_elements_of_others) {
  for_some_sizes([](MPI_Comm comm) {
    int const rank = rank_in(comm), ranks = size_of(comm);
    random_source random(first_seed());
    std::int64_t const rows = 100;
    auto const value = [](std::int64_t row, index n) {
      return 1000.0 * static_cast<double>(row) + static_cast<double>(n);
    };
    for (auto const& of_rows : distributions_of(rows, ranks, random)) {
      std::vector<std::int64_t> owned, ghosts;
      random_source own(first_seed() + static_cast<std::uint64_t>(rank));
      for (std::int64_t row = 0; row < rows; ++row)
        if (of_rows.owner(row) == rank)
          owned.push_back(row);
        else if (own.one_in(3))
          ghosts.push_back(row);
      own.shuffle(std::span(ghosts));
      ms::halo const known(of_rows, ghosts, comm), found(owned, ghosts, rows, comm);
      for (auto const* const plan : {&known, &found}) {
        EXPECT_EQ(plan->owned(), static_cast<index>(owned.size()));
        EXPECT_EQ(plan->ghosts(), static_cast<index>(ghosts.size()));
        std::vector<double> x, several;
        std::vector<index> offsets{0};
        for (std::int64_t const row : plan->rows()) {
          x.push_back(x.size() < owned.size() ? value(row, 0) : -1);
          for (index n = 0; n < row % 4; ++n) several.push_back(offsets.size() <= owned.size() ? value(row, n) : -1);
          offsets.push_back(static_cast<index>(several.size()));
        }
        // In short messages too.
        std::vector<std::complex<double>> pieces(x.begin(), x.end()), several_pieces(several.begin(), several.end());
        ms::halo_exchange<std::complex<double>>(*plan, pieces, 3).finish(pieces);
        ms::halo_exchange<std::complex<double>>(*plan, offsets, several_pieces, 2).finish(offsets, several_pieces);
        plan->update<double>(x);
        plan->update<double>(offsets, several);
        EXPECT_EQ(pieces, std::vector<std::complex<double>>(x.begin(), x.end()));
        EXPECT_EQ(several_pieces, std::vector<std::complex<double>>(several.begin(), several.end()));
        for (std::size_t i = 0; i < x.size(); ++i) {
          EXPECT_EQ(x[i], value(plan->rows()[i], 0));
          for (index k = offsets[i]; k < offsets[i + 1]; ++k)
            EXPECT_EQ(several[static_cast<std::size_t>(k)], value(plan->rows()[i], k - offsets[i]));
        }
      }
    }
  });
}

TEST(sparse_distribution, knows_who_has_what) {
  random_source random(first_seed());
  for (int const ranks : {1, 2, 7})
    for (std::int64_t const rows : {0, 1, 5, 100})
      for (auto const& one : distributions_of(rows, ranks, random)) {
        std::int64_t all = 0;
        for (int rank = 0; rank < ranks; ++rank) {
          std::int64_t last = -1;
          for (index i = 0; i < one.count(rank); ++i, ++all) {
            std::int64_t const row = one.global(i, rank);
            EXPECT_GT(row, last);
            EXPECT_EQ(one.owner(row), rank);
            EXPECT_EQ(one.local(row), i);
            last = row;
          }
        }
        EXPECT_EQ(all, rows);
        EXPECT_EQ(one.rows(), rows);
        EXPECT_EQ(one.ranks(), ranks);
      }
  EXPECT_EQ(ms::row_distribution::even(7, 3).count(0), 3);
  EXPECT_EQ(ms::row_distribution().rows(), 0);
  EXPECT_NE(ms::row_distribution::even(7, 3).hash(), ms::row_distribution::even(7, 2).hash());
  EXPECT_THROW(static_cast<void>(ms::row_distribution::even(-1, 3)), error);
  EXPECT_THROW(static_cast<void>(ms::row_distribution::even(1, 0)), error);
  EXPECT_THROW(static_cast<void>(ms::row_distribution::blocks(std::vector{3, -1})), error);
  EXPECT_THROW(static_cast<void>(ms::row_distribution::cyclic(3, 0, 2)), error);
  EXPECT_THROW(static_cast<void>(ms::row_distribution::list(std::vector{0, 2}, 2)), error);
}

}  // namespace
}  // namespace isobit::test
