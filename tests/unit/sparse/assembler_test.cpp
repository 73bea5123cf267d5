// Matrices from contributions that stream in: how much memory they take, and what is left out or refused.
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/sparse.hpp>

#include "support/check.hpp"
#include "support/message.hpp"
#include "support/random.hpp"

namespace isobit::test {
namespace {

using sparse::index;

TEST(assembler, keeps_a_few_numbers_an_entry) {
  random_source random(first_seed());
  sparse::assembler<double> matrix(10, 10, 1000);
  sparse::vector_assembler<float> vector(10, 1000);
  exact sum, float_sum;
  for (int k = 0; k < 100000; ++k) {
    double const x = random.between(-1000000, 1000000) * 0x1p-40 + random.between(-9, 9) * 0x1p60;
    matrix.add(3, 4, x), sum.add(x);
    matrix.add(static_cast<int>(random.below(10)), 5, x);
    vector.add(7, static_cast<float>(x)), float_sum.add(static_cast<float>(x));
    ASSERT_LE(matrix.numbers(), 1000u);
    ASSERT_LE(vector.numbers(), 1000u);
  }
  auto const a = matrix.finish();
  EXPECT_EQ(a.entries(), 11);
  EXPECT_TRUE(same_bits(sum.round(), a.values[static_cast<std::size_t>(a.offsets[3])]));
  EXPECT_TRUE(same_bits(float_sum.round<float>(), vector.finish()[7]));
}

TEST(assembler, comes_back_from_beyond_the_range) {
  constexpr double largest = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
  sparse::assembler<std::complex<double>> matrix(2, 2, 10);
  auto const entry = [&](std::size_t n) { return matrix.finish().values[n]; };
  auto const add = [&](int count, double x) {
    for (int k = 0; k < count; ++k) matrix.add(0, 1, {x, -x}), matrix.add(1, 0, {1, 2});
    matrix.add(0, 1, {least, least});
    EXPECT_LE(matrix.numbers(), 30u);
  };
  add(500, largest);
  double const infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(entry(0), std::complex<double>(infinity, -infinity));
  add(501, -largest);
  EXPECT_EQ(entry(0), std::complex<double>(-largest, largest));
  add(1, largest);
  EXPECT_EQ(entry(0), std::complex<double>(3 * least, 3 * least));
  EXPECT_EQ(entry(1), std::complex<double>(1002, 2004));
  add(1, infinity);
  EXPECT_EQ(entry(0), std::complex<double>(infinity, -infinity));
  matrix.clear();
  EXPECT_EQ(matrix.finish().entries(), 0);
}

TEST(assembler, takes_element_matrices) {
  sparse::assembler<double> matrix(4, 3);
  double const block[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  matrix.add(std::vector<int>{2, -1, 0}, row_major(block, 3, 3));
  matrix.add(std::vector<int>{3, -7}, std::vector<int>{-1, 1, 1}, row_major(block, 2, 3));
  matrix.add(std::vector<int>{3}, std::vector<int>{1, 0}, transposed(row_major(block, 2, 1)));
  matrix.add(-1, 2, 5.0), matrix.add(2, -1, 5.0);
  auto const a = matrix.finish();
  EXPECT_EQ(a.offsets, (std::vector<int>{0, 2, 2, 4, 6}));
  EXPECT_EQ(a.indices, (std::vector<int>{0, 2, 0, 2, 0, 1}));
  EXPECT_EQ(a.values, (std::vector<double>{9, 7, 3, 1, 2, 2 + 3 + 1}));

  sparse::assembler<std::complex<float>> complex(2, 2);
  std::complex<float> const one[] = {{1, 2}};
  complex.add(std::vector<int>{1}, conjugated(row_major(one, 1, 1)));
  EXPECT_EQ(complex.finish().values, (std::vector<std::complex<float>>{{1, -2}}));
}

TEST(assembler, refuses_what_does_not_fit) {
  sparse::assembler<double> matrix(4, 3);
  sparse::vector_assembler<double> vector(4);
  double const block[] = {1, 2, 3, 4};
  std::vector<int> const good{0, 1}, bad{0, 3}, three{0, 1, 2};
  EXPECT_EQ(message_of([&] { matrix.add(4, 0, 1.0); }),
            "isobit::sparse: a contribution to row 4, and there are 4, numbered from 0");
  EXPECT_EQ(message_of([&] { matrix.add(good, bad, row_major(block, 2, 2)); }),
            "isobit::sparse: a contribution to column 3, and there are 3, numbered from 0");
  EXPECT_EQ(message_of([&] { matrix.add(three, row_major(block, 2, 2)); }),
            "isobit::sparse: a block of 2 rows and 2 columns for the numbers of 3 rows and 3 columns");
  EXPECT_EQ(message_of([&] {
              vector.add(three, std::vector<double>{1, 2});
            }),
            "isobit::sparse: a block of 2 rows and 1 columns for the numbers of 3 rows and 1 columns");
  EXPECT_EQ(message_of([] { sparse::assembler<double>(-1, 3); }), "isobit::sparse: a matrix of -1 rows and 3 columns");
  EXPECT_EQ(message_of([&] { matrix.merge(sparse::assembler<double>(4, 4)); }),
            "isobit::sparse: assemblers of matrices of different sizes");
  EXPECT_EQ(matrix.finish().entries(), 0);
  EXPECT_EQ(vector.finish(), std::vector<double>(4));
  vector.add(2, 1.5);
  vector.merge(vector);
  EXPECT_EQ(vector.finish(), (std::vector<double>{0, 0, 3, 0}));
  EXPECT_EQ(sparse::assembler<double>(0, 0).finish().offsets, std::vector<int>{0});
}

}  // namespace
}  // namespace isobit::test
