// Dense linear algebra: every entry of a result is its sum of products, rounded once.
#include <isobit/linalg.hpp>

#include <vector>

#include <isobit/driver/threads.hpp>

#include "expect.hpp"

using namespace isobit::linalg;

int main() {
  // 1e16 + 1 - 1e16 is 1, in whatever order it is computed.
  std::vector<double> const a = {1e16, 1,   -1e16,  //
                                 0.1,  0.2, 0.3};
  std::vector<double> const b = {1, 2,  //
                                 1, 2,  //
                                 1, 2};
  std::vector<double> c(4);
  gemm(1.0, row_major(a.data(), 2, 3), row_major(b.data(), 3, 2), 0.0, row_major(c.data(), 2, 2));
  expect("1e16 + 1 - 1e16", c[0], 1.0);
  expect("0.1 + 0.2 + 0.3", c[2], 0.6);

  // alpha and beta are within the one rounding. Views say how a matrix lies; nothing is copied.
  gemm(-1.0, transposed(column_major(a.data(), 3, 2)), row_major(b.data(), 3, 2), 1.0, row_major(c.data(), 2, 2),
       isobit::threads(3));
  expect("c - a*b", c[0] == 0 && c[1] == 0);
  expect("what 0.6 lacks of 0.1 + 0.2 + 0.3", c[2], -0x1p-55);

  std::vector<double> x = {3, 2, 1}, y(2);
  gemv(1.0, row_major(a.data(), 2, 3), x, 0.0, vector_view<double>(y));
  expect("a*x", y[0], 2e16);
  gemv(1.0, row_major(a.data(), 2, 3).block(0, 1, 2, 2), std::vector<double>{5, 5}, 0.0, vector_view<double>(y));
  expect("its last two columns", y[1], 2.5);

  // An ill-conditioned matrix of integers, and a right-hand side for which the solution is all ones.
  index const n = 7;
  std::vector<double> matrix(n * n), ones(n, 1.0), solution(n);
  for (index i = 0; i < n; ++i)
    for (index j = 0; j < n; ++j)
      matrix[static_cast<std::size_t>(i * n + j)] = 360360.0 / static_cast<double>(i + j + 1);
  auto const system = row_major(matrix.data(), n, n);
  gemv(1.0, system, ones, 0.0, vector_view<double>(solution));
  solve(system, column_major(solution.data(), n, 1), refinement{10});
  expect("refined, every x is 1", solution == ones);
  expect("determinant", determinant(row_major(std::vector<double>{2, 1, 1, 3}.data(), 2, 2)), 5.0);

  // Block sizes and threads do not show in the factors.
  std::vector<double> one_by_one = matrix, at_once = matrix;
  std::vector<index> pivots(n), other_pivots(n);
  bool const regular = lu(row_major(one_by_one.data(), n, n), pivots, block_size{1}, isobit::threads(2)) == 0 &&
                       lu(row_major(at_once.data(), n, n), other_pivots, block_size{n}) == 0;
  expect("lu, block sizes 1 and n", regular && one_by_one == at_once && pivots == other_pivots);

  try {
    gemm(1.0, row_major(a.data(), 2, 3), row_major(a.data(), 2, 3), 0.0, row_major(c.data(), 2, 2));
    expect("shapes that do not fit are refused", false);
  } catch (isobit::error const& problem) {
    std::printf("%s\n", problem.what());
  }
  return failures;
}
