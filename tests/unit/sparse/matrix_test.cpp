// Sparse matrices as they are stored: what is refused, and what becomes of them.
#include <complex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/sparse.hpp>

#include "support/check.hpp"
#include "support/random.hpp"

namespace isobit::test {
namespace {

using sparse::index;

template <class Call> std::string message_of(Call call) {
  try {
    call();
  } catch (error const& problem) {
    return problem.what();
  }
  return "nothing was wrong";
}

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
