#pragma once

#include <complex>
#include <cstddef>

#include <isobit/sparse.hpp>

/// What others do: a matrix times a vector, and contributions added up, in plain arithmetic.
namespace bench::sparse {

using matrix = isobit::sparse::csr_matrix<double>;

/// The same layout as isobit's kernel: lanes of a row, rows folded together; else one FMA after another.
void multiply_portable(matrix const& a, double const* x, double* y);
void multiply_avx512(matrix const& a, double const* x, double* y);

/// a*b, row by row into a sum for every column, columns ascending (Gustavson).
matrix product(matrix const& a, matrix const& b);
/// Complex numbers, one product after another.
void multiply(isobit::sparse::csr_matrix<std::complex<double>> const& a, std::complex<double> const* x,
              std::complex<double>* y);

inline void multiply(matrix const& a, double const* x, double* y) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) return multiply_avx512(a, x, y);
#endif
  multiply_portable(a, x, y);
}

}  // namespace bench::sparse
