#include "plain.hpp"

#include <algorithm>
#include <vector>

namespace bench::sparse {

void multiply_portable(matrix const& a, std::ptrdiff_t first, std::ptrdiff_t last, double const* x, double* y) {
  for (std::ptrdiff_t row = first; row < last; ++row) {
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

void multiply_complex(isobit::sparse::csr_matrix<std::complex<double>> const& a, std::complex<double> const* x,
                      std::complex<double>* y) {
  auto const* const values = reinterpret_cast<double const*>(a.values.data());
  auto const* const parts = reinterpret_cast<double const*>(x);
  for (std::ptrdiff_t row = 0; row < a.rows; ++row) {
    double sums[4] = {};
    for (auto k = a.offsets[static_cast<std::size_t>(row)]; k < a.offsets[static_cast<std::size_t>(row) + 1]; ++k) {
      double const* const left = values + 2 * std::ptrdiff_t{k};
      double const* const right = parts + 2 * std::ptrdiff_t{a.indices[static_cast<std::size_t>(k)]};
      sums[0] += left[0] * right[0], sums[1] += left[1] * right[1];
      sums[2] += left[0] * right[1], sums[3] += left[1] * right[0];
    }
    y[row] = {sums[0] - sums[1], sums[2] + sums[3]};
  }
}

}  // namespace bench::sparse
