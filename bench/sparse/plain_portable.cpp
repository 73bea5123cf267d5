#include "plain.hpp"

#include <algorithm>
#include <vector>

namespace bench::sparse {

void multiply_portable(matrix const& a, double const* x, double* y) {
  for (std::ptrdiff_t row = 0; row < a.rows; ++row) {
    double sum = 0;
    for (auto k = a.offsets[static_cast<std::size_t>(row)]; k < a.offsets[static_cast<std::size_t>(row) + 1]; ++k)
      sum += a.values[static_cast<std::size_t>(k)] * x[a.indices[static_cast<std::size_t>(k)]];
    y[row] = sum;
  }
}

matrix product(matrix const& a, matrix const& b) {
  matrix c;
  c.rows = a.rows, c.columns = b.columns;
  std::vector<int> row_of_sum(static_cast<std::size_t>(b.columns), -1), columns;
  std::vector<double> sums(static_cast<std::size_t>(b.columns));
  for (int row = 0; row < a.rows; ++row) {
    columns.clear();
    for (int k = a.offsets[static_cast<std::size_t>(row)]; k < a.offsets[static_cast<std::size_t>(row) + 1]; ++k) {
      double const factor = a.values[static_cast<std::size_t>(k)];
      auto const other = static_cast<std::size_t>(a.indices[static_cast<std::size_t>(k)]);
      for (int l = b.offsets[other]; l < b.offsets[other + 1]; ++l) {
        auto const column = static_cast<std::size_t>(b.indices[static_cast<std::size_t>(l)]);
        if (row_of_sum[column] != row) {
          row_of_sum[column] = row;
          columns.push_back(static_cast<int>(column));
          sums[column] = 0;
        }
        sums[column] += factor * b.values[static_cast<std::size_t>(l)];
      }
    }
    std::sort(columns.begin(), columns.end());
    c.indices.insert(c.indices.end(), columns.begin(), columns.end());
    for (int const column : columns) c.values.push_back(sums[static_cast<std::size_t>(column)]);
    c.offsets.push_back(static_cast<int>(c.indices.size()));
  }
  return c;
}

void multiply(isobit::sparse::csr_matrix<std::complex<double>> const& a, std::complex<double> const* x,
              std::complex<double>* y) {
  for (std::ptrdiff_t row = 0; row < a.rows; ++row) {
    double real = 0, imaginary = 0;
    for (auto k = a.offsets[static_cast<std::size_t>(row)]; k < a.offsets[static_cast<std::size_t>(row) + 1]; ++k) {
      auto const left = a.values[static_cast<std::size_t>(k)], right = x[a.indices[static_cast<std::size_t>(k)]];
      real += left.real() * right.real() - left.imag() * right.imag();
      imaginary += left.real() * right.imag() + left.imag() * right.real();
    }
    y[row] = {real, imaginary};
  }
}

}  // namespace bench::sparse
