// Sparse matrices: whatever the order of contributions and of threads, every entry of a result is rounded once.
#include <isobit/sparse.hpp>

#include <algorithm>
#include <vector>

#include "expect.hpp"

using namespace isobit::sparse;

int main() {
  // A chain of springs: each contributes four numbers. Two orders, one matrix.
  int const n = 1000;
  std::vector<int> i, j;
  std::vector<double> values;
  for (int spring = 0; spring + 1 < n; ++spring) {
    double const stiffness = 0.1 * (spring % 7 + 1);
    for (int row : {spring, spring + 1})
      for (int column : {spring, spring + 1}) {
        i.push_back(row), j.push_back(column);
        values.push_back(row == column ? stiffness : -stiffness);
      }
  }
  auto const a = from_triplets<double, int>(n, n, i, j, values);
  for (auto* one : {&i, &j}) std::reverse(one->begin(), one->end());
  std::reverse(values.begin(), values.end());
  auto const b = from_triplets<double, int>(n, n, i, j, values, isobit::threads(3));
  expect("the same matrix", a.values == b.values && a.indices == b.indices && a.offsets == b.offsets);
  expect("of three diagonals", a.entries(), index{3 * n - 2});

  std::vector<double> x(n), y(n), z(n);
  for (int k = 0; k < n; ++k) x[static_cast<std::size_t>(k)] = 1.0 / (k + 1);
  multiply(a, x, isobit::vector_view<double>(y));
  multiply(1.0, b, x, 0.0, isobit::vector_view<double>(z), isobit::threads(2));
  expect("the same product", y == z);
  // y - a*x is what the rounding of y left: alpha and beta are within the one rounding.
  multiply(-1.0, a, x, 1.0, isobit::vector_view<double>(y));
  expect("less than half a last place", std::abs(y[1]) <= std::abs(z[1]) * 0x1p-53 && y[1] != 0);

  // Matrices of matrices: the same on any number of threads, and in any layout.
  auto const square = product(a, b, isobit::threads(2));
  expect("of five diagonals", square.entries(), index{5 * n - 6});
  auto const nothing = add(1.0, square, -1.0, product(b, a));
  expect("a times a", std::all_of(nothing.values.begin(), nothing.values.end(), [](double one) { return one == 0; }));
  multiply(1.0, to_sell(a, 8, 64), x, 0.0, isobit::vector_view<double>(y));
  expect("the same product in chunks", y == z);
  multiply_transposed(1.0, a, x, 0.0, y);
  expect("a is symmetric", y == z);
}
