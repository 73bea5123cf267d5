#pragma once

#include <complex>
#include <cstddef>
#include <string>

#include <isobit/sparse.hpp>

/// What others do: a matrix times a vector, and contributions added up, in plain arithmetic.
namespace bench::sparse {

using matrix = isobit::sparse::csr_matrix<double>;

/// y[row] for the rows [first, last) of a times x. With vectors in the layout of isobit's kernel: lanes of a row, rows
/// folded together; else one FMA after another.
using row_product = void (*)(matrix const& a, std::ptrdiff_t first, std::ptrdiff_t last, double const* x, double* y);
void multiply_portable(matrix const& a, std::ptrdiff_t first, std::ptrdiff_t last, double const* x, double* y);
void multiply_avx2(matrix const& a, std::ptrdiff_t first, std::ptrdiff_t last, double const* x, double* y);
void multiply_avx512(matrix const& a, std::ptrdiff_t first, std::ptrdiff_t last, double const* x, double* y);

/// a*b, row by row into a sum for every column, columns ascending (Gustavson).
matrix product(matrix const& a, matrix const& b);
/// Complex numbers, one product after another.
void multiply_complex(isobit::sparse::csr_matrix<std::complex<double>> const& a, std::complex<double> const* x,
                      std::complex<double>* y);

/// That of the name avx512, avx2 or portable, as far as this machine has it; the widest for any other.
inline row_product find_product(std::string const& name) {
#if defined(__x86_64__)
  bool const has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"),
             has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (has_avx512 && name != "avx2" && name != "portable") return multiply_avx512;
  if (has_avx2 && name != "portable") return multiply_avx2;
#endif
  static_cast<void>(name);
  return multiply_portable;
}

}  // namespace bench::sparse
