// A complex product is a real one of the lines that kernels read: needs no GPU.
#include <gtest/gtest.h>

#include <vector>

#include "cuda/gemm/layout.hpp"
#include "linalg/number.hpp"

namespace isobit::test {
namespace {

using complex = std::complex<double>;
constexpr int rows = 3, columns = 4, depth = 5;

/// Small integers, so that all sums are exact.
std::vector<complex> numbers(int count, int seed) {
  std::vector<complex> result;
  for (int i = 0; i < count; ++i) result.emplace_back((i * 7 + seed) % 19 - 9, (i * 5 + 3 * seed) % 17 - 8);
  return result;
}

cuda::factor<complex> rows_of(matrix_view<complex const> const& m) {
  return {linalg::parts_at(m.data),
          2 * m.row_stride,
          2 * m.column_stride,
          static_cast<int>(m.rows),
          2 * static_cast<int>(m.columns),
          0,
          m.conjugate};
}
/// Each column as two lines.
cuda::factor<complex> columns_of(matrix_view<complex const> const& m) {
  auto result = rows_of(linalg::transposed(m));
  result.of_column = 1, result.lines *= 2;
  return result;
}

void expect_product(cuda::product_task<complex> const& task, matrix_view<complex const> const& a,
                    matrix_view<complex const> const& b, int first_row, int first_column) {
  for (int i = 0; i < task.left.lines; ++i)
    for (int j = 0; j < task.right.lines; ++j) {
      double sum = 0;
      for (int d = 0; d < task.left.depth; ++d) sum += task.left.at(i, d) * task.right.at(j, d);
      complex expected = 0;
      for (int d = 0; d < depth; ++d)
        expected += linalg::element(a, first_row + i, d) * linalg::element(b, d, first_column + j / 2);
      EXPECT_EQ(sum, j % 2 == 0 ? expected.real() : expected.imag()) << i << ", " << j;
    }
}

TEST(cuda_host_complex_lines, multiply_to_parts_of_entries) {
  auto const x = numbers(rows * depth, 1), y = numbers(depth * columns, 2);
  auto c = numbers(rows * columns, 3);
  for (int way = 0; way < 16; ++way) {
    matrix_view<complex const> a =
        way % 2 == 0 ? column_major(x.data(), rows, depth) : row_major(x.data(), rows, depth);
    matrix_view<complex const> b =
        way / 2 % 2 == 0 ? column_major(y.data(), depth, columns) : row_major(y.data(), depth, columns);
    if (way / 4 % 2 != 0) a = linalg::conjugated(a);
    if (way / 8 != 0) b = linalg::conjugated(b);
    SCOPED_TRACE(way);
    cuda::product_task<complex> const task = {rows_of(a), columns_of(b), linalg::parts_at(c.data()), 2, 2 * rows, 1, 0};
    ASSERT_EQ(task.left.depth, task.right.depth);
    expect_product(task, a, b, 0, 0);
    // Parts of it, as where there is little memory.
    expect_product(task.rows(1, 2), a, b, 1, 0);
    expect_product(task.columns(2, 4), a, b, 0, 1);
    expect_product(task.rows(2, 1).columns(4, 4), a, b, 2, 2);
  }
}

TEST(cuda_host_complex_lines, entries_lie_where_the_matrix_has_them) {
  auto c = numbers(rows * columns, 3);
  cuda::product_task<complex> task = {};
  task.c = linalg::parts_at(c.data()), task.row_stride = 2, task.column_stride = 2 * rows;
  task.left.lines = rows, task.right.lines = 2 * columns, task.right.of_column = 1;
  auto const expect_entries = [&](cuda::product_task<complex> const& part, int first_row, int first_column) {
    for (int i = 0; i < part.left.lines; ++i)
      for (int j = 0; j < part.right.lines; ++j) {
        auto const* const entry =
            linalg::parts_at(&c[static_cast<std::size_t>((first_column + j / 2) * rows + first_row + i)]);
        EXPECT_EQ(&part.entry(i, j), entry + j % 2) << i << ", " << j;
      }
  };
  expect_entries(task, 0, 0);
  expect_entries(task.rows(1, 2), 1, 0);
  expect_entries(task.columns(2, 6), 0, 1);
}

}  // namespace
}  // namespace isobit::test
