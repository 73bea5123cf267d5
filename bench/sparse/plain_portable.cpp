#include "plain.hpp"

namespace bench::sparse {

void multiply_portable(matrix const& a, double const* x, double* y) {
  for (std::ptrdiff_t row = 0; row < a.rows; ++row) {
    double sum = 0;
    for (auto k = a.offsets[static_cast<std::size_t>(row)]; k < a.offsets[static_cast<std::size_t>(row) + 1]; ++k)
      sum += a.values[static_cast<std::size_t>(k)] * x[a.indices[static_cast<std::size_t>(k)]];
    y[row] = sum;
  }
}

}  // namespace bench::sparse
