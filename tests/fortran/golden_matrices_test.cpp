// Compares hashes of matrix products and factors in Fortran with the reference's, which matrices.txt holds. What the
// modules have not, triangular solutions and Cholesky's factors, is the library's.

#include <isobit/linalg.hpp>

#include "golden/matrix_hashes.hpp"

#define ISOBIT_DECLARE(letter, T)                                                       \
  void golden_gemm_##letter(T const*, T const*, T const*, T const*, T*, int, int, int); \
  void golden_lu_##letter(T*, int);
extern "C" {
ISOBIT_DECLARE(s, float)
ISOBIT_DECLARE(d, double)
ISOBIT_DECLARE(c, std::complex<float>)
ISOBIT_DECLARE(z, std::complex<double>)
}

namespace {

using isobit::linalg::matrix_view;

#define ISOBIT_OVERLOAD(letter, T)                                                                 \
  void gemm_of(T const& alpha, T const* a, T const* b, T const& beta, T* c, int m, int k, int n) { \
    golden_gemm_##letter(&alpha, a, b, &beta, c, m, k, n);                                         \
  }                                                                                                \
  void lu_of(T* a, int order) { golden_lu_##letter(a, order); }
ISOBIT_OVERLOAD(s, float)
ISOBIT_OVERLOAD(d, double)
ISOBIT_OVERLOAD(c, std::complex<float>)
ISOBIT_OVERLOAD(z, std::complex<double>)

struct by_fortran {
  template <class T>
  void gemm(T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta, matrix_view<T> c) const {
    gemm_of(alpha, a.data, b.data, beta, c.data, static_cast<int>(c.rows), static_cast<int>(a.columns),
            static_cast<int>(c.columns));
  }
  template <class T> auto lu(matrix_view<T> a, std::span<std::ptrdiff_t>) const {
    lu_of(a.data, static_cast<int>(a.rows));
    return 0;
  }
  void trsm(auto half, auto kind, auto alpha, auto a, auto b) const { isobit::linalg::trsm(half, kind, alpha, a, b); }
  auto cholesky(auto half, auto a) const { return isobit::linalg::cholesky(half, a); }
};

}  // namespace

int main() { return isobit::golden::compare_matrices(by_fortran{}, ISOBIT_GOLDEN_FOLDER "/matrices.txt"); }
