// Sparse matrices as they are stored: what is refused, and what becomes of them.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/sparse.hpp>

#include "sparse/finished_rows.hpp"
#include "support/check.hpp"
#include "support/message.hpp"
#include "support/random.hpp"

namespace isobit::test {
namespace {

using sparse::index;

TEST(sparse_matrices, refuse_contributions_beside_them) {
  std::vector<int> i{0, 1}, j{0, 5}, negative{0, -1}, three{0, 0, 0};
  std::vector<double> v{1, 2};
  auto const assemble = [&](index rows, index columns, std::vector<int> const& at, std::vector<int> const& to) {
    return message_of([&] { return sparse::from_triplets<double, int>(rows, columns, at, to, v); });
  };
  EXPECT_EQ(assemble(2, 5, i, j), "isobit::sparse: contribution 1 is for column 5, and there are 5, numbered from 0");
  EXPECT_EQ(assemble(2, 6, negative, j),
            "isobit::sparse: contribution 1 is for row -1, and there are 2, numbered from 0");
  EXPECT_EQ(assemble(0, 6, i, j), "isobit::sparse: contribution 0 is for row 0, and there are 0, numbered from 0");
  EXPECT_EQ(assemble(-2, 6, i, j), "isobit::sparse: a matrix of -2 rows and 6 columns");
  EXPECT_EQ(assemble(2, 6, i, three), "isobit::sparse: contributions of 2 rows, 3 columns and 2 values");
  std::vector<double> y{7};
  EXPECT_EQ(message_of([&] { sparse::scatter_add<double, int>(i, v, y); }),
            "isobit::sparse: contribution 1 is for element 1, and there are 1, numbered from 0");
  EXPECT_EQ(y[0], 7);
  EXPECT_EQ(message_of([&] { sparse::scatter_add<double, int>(i, v, v); }),
            "isobit::sparse: the sums share memory with the values; give them memory of their own");
}

TEST(sparse_matrices, are_checked) {
  std::vector<double> v{1, 2};
  auto const make = [&](index rows, index columns, std::vector<int> const& offsets, std::vector<int> const& indices) {
    return message_of([&] { return sparse::csr_view<double>(rows, columns, offsets, indices, v); });
  };
  EXPECT_EQ(make(1, 2, {0, 2}, {1, 0}), "nothing was wrong");
  EXPECT_EQ(make(0, 0, {0}, {1, 0}), "nothing was wrong");
  EXPECT_EQ(make(-1, 2, {}, {1, 0}), "isobit::sparse: a matrix of -1 rows and 2 columns");
  EXPECT_EQ(make(2, 2, {0, 2}, {1, 0}), "isobit::sparse: 2 rows need 3 offsets, and there are 2");
  EXPECT_EQ(make(1, 2, {0, 2}, {1}), "isobit::sparse: there are 1 indices and 2 values");
  EXPECT_EQ(make(1, 2, {-1, 2}, {1, 0}), "isobit::sparse: the first offset is negative");
  EXPECT_EQ(make(2, 2, {0, 2, 1}, {1, 0}), "isobit::sparse: row 1 ends before it begins");
  EXPECT_EQ(make(1, 2, {0, 3}, {1, 0}), "isobit::sparse: the last offset is 3, and there are only 2 entries");
  EXPECT_EQ(make(1, 2, {0, 2}, {1, 2}),
            "isobit::sparse: row 0 has an entry in column 2, and there are 2 columns, numbered from 0");
  EXPECT_EQ(make(1, 2, {0, 2}, {1, -1}),
            "isobit::sparse: row 0 has an entry in column -1, and there are 2 columns, numbered from 0");
}

TEST(sparse_matrices, refuse_vectors_that_do_not_fit) {
  auto const a = sparse::from_triplets<double, int>(2, 3, std::vector{0, 1}, std::vector{0, 2}, std::vector{1.0, 2.0});
  std::vector<double> x(3), y(2), four(4);
  auto const multiply = [&](vector_view<double const> from, vector_view<double> to) {
    return message_of([&] { sparse::multiply(a, from, to); });
  };
  EXPECT_EQ(multiply(x, y), "nothing was wrong");
  EXPECT_EQ(multiply(y, y), "isobit::sparse: a matrix of 3 columns times a vector of 2");
  EXPECT_EQ(multiply(x, x), "isobit::sparse: a product of 2 rows into a vector of 3");
  EXPECT_NE(multiply(vector_view<double>(four.data(), 3), vector_view<double>(four.data() + 2, 2)),
            "nothing was wrong");
}

TEST(sparse_matrices, refuse_factors_that_do_not_fit) {
  auto const a = sparse::from_triplets<double, int>(2, 3, std::vector{0, 1}, std::vector{0, 2}, std::vector{1.0, 2.0});
  EXPECT_EQ(message_of([&] { return sparse::product(a, a); }),
            "isobit::sparse: a matrix of 3 columns times one of 2 rows");
  EXPECT_EQ(message_of([&] { return sparse::add(1.0, a, 1.0, sparse::transposed(a)); }),
            "isobit::sparse: a matrix of 2 rows and 3 columns plus one of 3 and 2");
  std::vector<double> x(6), y(4, 7.0);
  auto const multiply = [&](matrix_view<double const> from, matrix_view<double> to) {
    return message_of([&] { sparse::multiply(1.0, a, from, 0.0, to); });
  };
  EXPECT_EQ(multiply(column_major(x.data(), 3, 2), column_major(y.data(), 2, 2)), "nothing was wrong");
  EXPECT_EQ(multiply(column_major(x.data(), 2, 2), column_major(y.data(), 2, 2)),
            "isobit::sparse: a matrix of 3 columns times a matrix of 2 rows");
  EXPECT_EQ(multiply(column_major(x.data(), 3, 2), column_major(y.data(), 2, 1)),
            "isobit::sparse: a product of 2 rows and 2 columns into a matrix of 2 and 1");
  EXPECT_NE(multiply(column_major(x.data(), 3, 2), column_major(x.data(), 2, 2)), "nothing was wrong");
  std::vector<double> two(2), three(3, 7.0);
  EXPECT_EQ(message_of([&] { sparse::multiply_transposed(1.0, a, three, 0.0, two); }),
            "isobit::sparse: a matrix of 2 columns times a vector of 3");
  EXPECT_NE(message_of([&] { sparse::multiply_adjoint(1.0, a, vector_view<double>(three.data(), 2), 0.0, three); }),
            "nothing was wrong");
  EXPECT_EQ(three[2], 7);
  EXPECT_EQ(message_of([&] { return sparse::scaled(two, a, two); }),
            "isobit::sparse: a matrix of 2 rows and 3 columns, scaled by 2 and 2 numbers");
}

TEST(sparse_matrices, refuse_what_is_no_permutation) {
  auto const a = sparse::from_triplets<double, int>(2, 3, std::vector{0, 1}, std::vector{0, 2}, std::vector{1.0, 2.0});
  auto const permute = [&](std::vector<int> const& rows, std::vector<int> const& columns) {
    return message_of([&] { return sparse::permuted(a, rows, columns); });
  };
  EXPECT_EQ(permute({1, 0}, {2, 0, 1}), "nothing was wrong");
  EXPECT_EQ(permute({1}, {2, 0, 1}), "isobit::sparse: a permutation of 1 rows, and there are 2");
  EXPECT_EQ(permute({1, 1}, {2, 0, 1}), "isobit::sparse: a permutation of rows that has number 1 twice");
  EXPECT_EQ(permute({1, 0}, {2, -1, 1}),
            "isobit::sparse: a permutation of columns with number -1, and there are 3, numbered from 0");
  EXPECT_EQ(permute({1, 0}, {2, 3, 1}),
            "isobit::sparse: a permutation of columns with number 3, and there are 3, numbered from 0");
  EXPECT_EQ(message_of([&] {
              return sparse::select_rows(a, std::vector{0, 2});
            }),
            "isobit::sparse: row 2 of a matrix, and there are 2, numbered from 0");
  EXPECT_EQ(sparse::select_rows(a, std::vector{1, 1, 0}).values, (std::vector{2.0, 2.0, 1.0}));
}

/// Before any of them is copied.
TEST(sparse_matrices, refuse_more_entries_than_offsets_can_count) {
  constexpr int most = std::numeric_limits<int>::max();
  std::string const refusal = "isobit::sparse: a matrix of more entries than its offsets can count; use 64-bit indices";
  std::vector<int> const offsets{0, 1 << 18}, indices(1 << 18), rows(1 << 13);
  std::vector<float> const values(1 << 18);
  sparse::csr_view<float> const a(1, 1, offsets, indices, values);
  EXPECT_EQ(message_of([&] { return sparse::select_rows(a, rows); }), refusal);
  std::vector<sparse::finished_rows<float, int>> parts(2);
  parts[0].lengths = {most, 0}, parts[1].lengths = {1};
  EXPECT_EQ(message_of([&] { return sparse::join_rows<int, float, int>(3, most, parts); }), refusal);
}

TEST(sparse_matrices, other_layouts_are_checked) {
  std::vector<double> const four{1, 2, 3, 4};
  auto const bsr = [&](index rows, index columns, index r, index c, std::vector<int> const& offsets,
                       std::vector<int> const& indices) {
    return message_of([&] { return sparse::bsr_view<double>(rows, columns, r, c, offsets, indices, four); });
  };
  EXPECT_EQ(bsr(2, 2, 2, 2, {0, 1}, {0}), "nothing was wrong");
  EXPECT_EQ(bsr(1, 1, 2, 2, {0, 1}, {0}), "nothing was wrong");
  EXPECT_EQ(bsr(2, 2, 0, 2, {0, 1}, {0}), "isobit::sparse: blocks of 0 rows and 2 columns");
  EXPECT_EQ(bsr(2, 2, 2, 1, {0, 1}, {0}), "isobit::sparse: there are 4 values, and there must be 2");
  EXPECT_EQ(bsr(2, 2, 2, 2, {0, 1}, {1}),
            "isobit::sparse: row 0 has an entry in column 1, and there are 1 columns, numbered from 0");
  auto const ell = [&](index rows, index columns, index width, std::vector<int> const& indices) {
    return message_of([&] { return sparse::ell_view<double>(rows, columns, width, indices, four); });
  };
  EXPECT_EQ(ell(2, 3, 2, {0, -1, 2, 1}), "nothing was wrong");
  EXPECT_EQ(ell(2, 3, 2, {0, -2, 2, 1}),
            "isobit::sparse: number 1 is for column -2, and there are 3, numbered from 0; -1 is for none");
  EXPECT_EQ(ell(2, 2, 2, {0, -1, 2, 1}),
            "isobit::sparse: number 2 is for column 2, and there are 2, numbered from 0; -1 is for none");
  EXPECT_EQ(ell(2, 3, 1, {0, 1, 2, 1}), "isobit::sparse: there are 4 indices, and there must be 2");
  EXPECT_EQ(ell(index{1} << 62, 3, 4, {0, 1, 2, 1}), "isobit::sparse: 4611686018427387904 rows of 4 entries");
  auto const sell = [&](index rows, index chunk, std::vector<int> const& slots, std::vector<int> const& offsets) {
    std::vector<int> const indices{0, 1, -1, 1};
    return message_of([&] { return sparse::sell_view<double>(rows, 2, chunk, slots, offsets, indices, four); });
  };
  EXPECT_EQ(sell(3, 2, {2, 0, 1}, {0, 2, 4}), "nothing was wrong");
  EXPECT_EQ(sell(3, 0, {2, 0, 1}, {0, 2, 4}), "isobit::sparse: chunks of 0 rows");
  EXPECT_EQ(sell(3, 2, {2, 0, 2}, {0, 2, 4}), "isobit::sparse: two rows are in slot 2");
  EXPECT_EQ(sell(3, 2, {2, 0, 4}, {0, 2, 4}), "isobit::sparse: a row is in slot 4, and there are 2 chunks of 2");
  EXPECT_EQ(sell(3, 2, {-1, 0, 1}, {0, 2, 4}), "isobit::sparse: a row is in slot -1, and there are 2 chunks of 2");
  EXPECT_EQ(sell(3, 2, {2, 0, 1}, {0, 1, 4}),
            "isobit::sparse: chunk 0 does not have a whole number of entries in each of its rows");
  EXPECT_EQ(sell(3, 2, {2, 0, 1}, {0, 2}), "isobit::sparse: there are 2 offsets, and there must be 3");
  EXPECT_EQ(sell(3, 2, {2, 0, 1}, {2, 2, 4}), "isobit::sparse: the first offset is 2, and must be 0");
  sparse::csr_matrix<double> const a;
  EXPECT_EQ(message_of([&] { return sparse::to_bsr(a, 2, 0); }), "isobit::sparse: blocks of 2 rows and 0 columns");
  EXPECT_EQ(message_of([&] { return sparse::to_sell(a, 0); }), "isobit::sparse: chunks of 0 rows, sorted among 1");
}

/// Where entries of one place occur twice, so does a block; other zeros fill it up.
TEST(sparse_matrices, become_blocks) {
  std::vector<int> const offsets{0, 3, 4, 5}, indices{1, 0, 1, 2, 2};
  std::vector<double> const values{1, 2, 3, 4, 5};
  auto const b = sparse::to_bsr(sparse::csr_view<double>(3, 3, offsets, indices, values), 2, 2);
  EXPECT_EQ(b.offsets, (std::vector{0, 3, 4}));
  EXPECT_EQ(b.indices, (std::vector{0, 0, 1, 1}));
  EXPECT_EQ(b.values, (std::vector<double>{2, 1, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 5, 0, 0, 0}));
}

TEST(sparse_matrices, may_be_empty) {
  for (index rows : {0, 3})
    for (index columns : {0, 4}) {
      sparse::csr_matrix<double> a, b;
      a.rows = rows, a.columns = columns, b.rows = columns, b.columns = 2;
      a.offsets.assign(static_cast<std::size_t>(rows) + 1, 0);
      b.offsets.assign(static_cast<std::size_t>(columns) + 1, 0);
      auto const c = sparse::product(a, b);
      EXPECT_EQ(c.offsets, std::vector(static_cast<std::size_t>(rows) + 1, 0));
      EXPECT_EQ(sparse::add(1.0, a, 2.0, a).offsets, a.offsets);
      std::vector<double> x(static_cast<std::size_t>(columns), 1), y(static_cast<std::size_t>(rows), -0.0);
      auto const check = [&](auto const& layout) {
        sparse::multiply(1.0, layout, x, 1.0, vector_view<double>(y));
        for (double one : y) EXPECT_TRUE(std::signbit(one)) << "nothing is touched";
        EXPECT_EQ(sparse::to_csr(layout).offsets, a.offsets);
      };
      check(sparse::to_csc(a)), check(sparse::to_bsr(a, 2, 3)), check(sparse::to_ell(a)), check(sparse::to_sell(a, 2));
      EXPECT_EQ(sparse::diagonal(a), std::vector<double>(static_cast<std::size_t>(std::min(rows, columns))));
      EXPECT_EQ(sparse::scaled(y, a, x).offsets, a.offsets);
    }
  sparse::csr_view<double> const none;
  EXPECT_EQ(sparse::product(none, none).rows, 0);
  EXPECT_EQ(sparse::to_csr(sparse::to_csc(none)).rows, 0);
  EXPECT_EQ(sparse::to_ell(none).width, 0);
}

TEST(sparse_matrices, are_transposed) {
  random_source random(first_seed());
  for (index rows : {0, 1, 7, 40})
    for (index columns : {0, 1, 5, 60}) {
      std::vector<std::int32_t> i, j;
      std::vector<double> v;
      for (int k = 0; k < 100 && rows * columns > 0; ++k) {
        i.push_back(static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(rows))));
        j.push_back(static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(columns))));
        v.push_back(random.between(-9, 9));
      }
      auto const a = sparse::from_triplets<double, std::int32_t>(rows, columns, i, j, v);
      auto const b = sparse::from_triplets<double, std::int32_t>(columns, rows, j, i, v), t = sparse::transposed(a);
      EXPECT_EQ(t.rows, columns);
      EXPECT_EQ(t.columns, rows);
      EXPECT_EQ(t.offsets, b.offsets);
      EXPECT_EQ(t.indices, b.indices);
      EXPECT_EQ(t.values, b.values);
    }
  sparse::csr_matrix<double> wide;
  wide.columns = index{1} << 40;
  EXPECT_NE(message_of([&] { return sparse::transposed(wide); }).find("use 64-bit indices"), std::string::npos);
  // Entries of one place stay apart, and some rows of a matrix are one, too.
  std::vector<std::int64_t> const offsets{1, 4}, indices{9, 1, 0, 1};
  std::vector<std::complex<float>> const values{9, {1, 2}, 3, 4};
  auto const t = sparse::transposed(sparse::csr_view<std::complex<float>, std::int64_t>(
      sparse::unchecked, 1, 2, offsets.data(), indices.data(), values.data()));
  EXPECT_EQ(t.offsets, (std::vector<std::int64_t>{0, 1, 3}));
  EXPECT_EQ(t.indices, (std::vector<std::int64_t>{0, 0, 0}));
  EXPECT_EQ(t.values, (std::vector<std::complex<float>>{3, {1, 2}, 4}));
}

}  // namespace
}  // namespace isobit::test
