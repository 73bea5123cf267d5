// Compares hashes of matrix products, factors and solutions of the functions for C with the reference's, which
// matrices.txt holds.
#include <cstdio>

#include <isobit/linalg.h>

#include "matrix_hashes.hpp"
#include "support/forced_set.hpp"

namespace {

using isobit::linalg::matrix_view;

void require(isobit_status status) {
  if (status == ISOBIT_OK || status == ISOBIT_SINGULAR) return;
  std::printf("%s\n", isobit_last_error());
  std::exit(1);
}

/// A number as C takes it.
inline float number(float x) { return x; }
inline double number(double x) { return x; }
template <class T> void const* number(std::complex<T> const& z) { return &z; }

/// The left factor lies by rows, all else by columns.
struct by_c {
#define ISOBIT_OVERLOADS(letter, T)                                                                                  \
  void gemm(T const& alpha, matrix_view<T const> a, matrix_view<T const> b, T const& beta, matrix_view<T> c) const { \
    require(isobit_##letter##gemm(ISOBIT_COLUMN_MAJOR, ISOBIT_TRANSPOSE, ISOBIT_NO_TRANSPOSE, c.rows, c.columns,     \
                                  a.columns, number(alpha), a.data, a.columns, b.data, b.rows, number(beta), c.data, \
                                  c.rows, 2));                                                                       \
  }                                                                                                                  \
  std::ptrdiff_t lu(matrix_view<T> a, std::span<std::ptrdiff_t> pivots) const {                                      \
    std::ptrdiff_t info = 0;                                                                                         \
    require(isobit_##letter##lu(ISOBIT_COLUMN_MAJOR, a.rows, a.columns, a.data, a.rows, pivots.data(), 2, &info));   \
    return info;                                                                                                     \
  }                                                                                                                  \
  void trsm(isobit::linalg::triangle, isobit::linalg::diagonal, T const& alpha, matrix_view<T const> a,              \
            matrix_view<T> b) const {                                                                                \
    require(isobit_##letter##trsm(ISOBIT_COLUMN_MAJOR, ISOBIT_LEFT, ISOBIT_UPPER, ISOBIT_NO_TRANSPOSE,               \
                                  ISOBIT_STORED_DIAGONAL, b.rows, b.columns, number(alpha), a.data, a.rows, b.data,  \
                                  b.rows, 2));                                                                       \
  }                                                                                                                  \
  std::ptrdiff_t cholesky(isobit::linalg::triangle, matrix_view<T> a) const {                                        \
    std::ptrdiff_t info = 0;                                                                                         \
    require(isobit_##letter##cholesky(ISOBIT_COLUMN_MAJOR, ISOBIT_LOWER, a.rows, a.data, a.rows, 2, &info));         \
    return info;                                                                                                     \
  }
  ISOBIT_OVERLOADS(s, float)
  ISOBIT_OVERLOADS(d, double)
  ISOBIT_OVERLOADS(c, std::complex<float>)
  ISOBIT_OVERLOADS(z, std::complex<double>)
};

}  // namespace

int main() {
  using namespace isobit;
  if (int const status = test::status_of_forced_set(); status != 0) return status;
  return golden::compare_matrices(by_c{}, ISOBIT_GOLDEN_FOLDER "/matrices.txt");
}
