#pragma once

#include <utility>

#include <isobit/driver/threads.hpp>
#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace linalg {

/// What a matrix is where nothing of it is stored: zero, or what its other half says.
enum class elsewhere { zero, mirrored, conjugated };

/// A matrix of which less is stored than it has entries: triangular, symmetric, Hermitian, banded, packed. Only to be
/// read. The functions below make one.
template <class T> struct structured_view {
  /// Where (i, j) is: at data[i * row_stride + j * column_stride], or one half of a square matrix without gaps.
  enum class order { strided, packed_columns, packed_rows };

  T const* data = nullptr;
  index rows = 0;
  index columns = 0;
  index row_stride = 1;
  index column_stride = 0;
  order stored = order::strided;
  index below = 0;  ///< (i, j) is stored where i - j <= below and j - i <= above
  index above = 0;
  elsewhere rest = elsewhere::zero;
  bool ones = false;       ///< the diagonal is of ones, and not read
  bool conjugate = false;  ///< all of it is read as conjugated

  /// Where a stored (i, j) is.
  [[nodiscard]] constexpr index place(index i, index j) const noexcept {
    switch (stored) {
    case order::packed_columns:
      return packed_place(i, j, above == 0);
    case order::packed_rows:
      return packed_place(j, i, below == 0);
    default:
      return i * row_stride + j * column_stride;
    }
  }

private:
  [[nodiscard]] constexpr index packed_place(index i, index j, bool lower) const noexcept {
    return i + (lower ? j * (2 * rows - j - 1) / 2 : j * (j + 1) / 2);
  }
};

namespace detail {
template <class T> structured_view<T> strided(T const* data, index rows, index columns, index leading) {
  structured_view<T> s;
  s.data = data, s.rows = rows, s.columns = columns, s.column_stride = leading;
  return s;
}
[[noreturn]] ISOBIT_API void refuse_structure(char const* message);
}  // namespace detail

/// A triangular matrix: one half of a square one.
///
///     using namespace isobit::linalg;
///     gemv(1.0, triangular(triangle::upper, row_major(a, n, n)), x, 0.0, vector_view<double>(y));
template <class T>
[[nodiscard]] structured_view<std::remove_const_t<T>> triangular(triangle half, matrix_view<T> a,
                                                                 diagonal kind = diagonal::stored) {
  if (a.rows != a.columns) detail::refuse_structure("one half of a matrix that is not square");
  structured_view<std::remove_const_t<T>> s;
  s.data = a.data, s.rows = a.rows, s.columns = a.columns;
  s.row_stride = a.row_stride, s.column_stride = a.column_stride;
  (half == triangle::lower ? s.below : s.above) = a.rows > 0 ? a.rows - 1 : 0;
  s.ones = kind == diagonal::ones, s.conjugate = a.conjugate;
  return s;
}

/// A triangular matrix of n rows whose columns lie one after another without gaps, as BLAS packs it. That of rows is
/// transposed(packed(other half, data, n)).
template <class T>
[[nodiscard]] structured_view<std::remove_const_t<T>> packed(triangle half, T* data, index n,
                                                             diagonal kind = diagonal::stored) {
  if (n < 0 || (n > 0 && data == nullptr)) detail::refuse_structure("a packed matrix at null, or of negative size");
  auto s = detail::strided<std::remove_const_t<T>>(data, n, n, 0);
  s.stored = structured_view<std::remove_const_t<T>>::order::packed_columns;
  (half == triangle::lower ? s.below : s.above) = n > 0 ? n - 1 : 0;
  s.ones = kind == diagonal::ones;
  return s;
}

/// A band of `below` diagonals under the main one and `above` over it, zeros elsewhere, as BLAS stores it: (i, j) at
/// data[above + i - j + j * leading]. By rows: transposed(banded(data, columns, rows, above, below, leading)).
template <class T>
[[nodiscard]] structured_view<std::remove_const_t<T>>
banded(T* data, index rows, index columns, index below, index above, index leading, diagonal kind = diagonal::stored) {
  if (rows < 0 || columns < 0 || below < 0 || above < 0) detail::refuse_structure("a band of negative size");
  if (leading <= below || leading - below <= above)
    detail::refuse_structure("a band whose leading dimension is less than its number of diagonals");
  if (rows > 0 && columns > 0 && data == nullptr) detail::refuse_structure("a band at a null pointer");
  auto s = detail::strided<std::remove_const_t<T>>(data, rows, columns, leading - 1);
  if (data != nullptr) s.data += above;
  s.below = below, s.above = above, s.ones = kind == diagonal::ones;
  return s;
}

/// The symmetric, and the Hermitian matrix of which one half is stored, as triangular, packed or banded. The imaginary
/// parts of a Hermitian matrix's diagonal are not read.
///
///     using namespace isobit::linalg;
///     gemm(1.0, symmetric(triangular(triangle::lower, column_major(a, n, n))), column_major(b, n, k), 0.0,
///          column_major(c, n, k));
template <class T> [[nodiscard]] structured_view<T> symmetric(structured_view<T> half) {
  if (half.rows != half.columns || (half.below > 0 && half.above > 0))
    detail::refuse_structure("a symmetric matrix is made of one half of a square one");
  half.rest = elsewhere::mirrored;
  return half;
}
template <class T> [[nodiscard]] structured_view<T> hermitian(structured_view<T> half) {
  half = symmetric(half);
  half.rest = elsewhere::conjugated;
  return half;
}

template <class T> [[nodiscard]] structured_view<T> transposed(structured_view<T> s) noexcept {
  using order = typename structured_view<T>::order;
  std::swap(s.rows, s.columns);
  std::swap(s.row_stride, s.column_stride);
  std::swap(s.below, s.above);
  if (s.stored != order::strided)
    s.stored = s.stored == order::packed_columns ? order::packed_rows : order::packed_columns;
  return s;
}
template <class T> [[nodiscard]] structured_view<T> conjugated(structured_view<T> s) noexcept {
  s.conjugate = !s.conjugate;
  return s;
}
template <class T> [[nodiscard]] structured_view<T> adjoint(structured_view<T> s) noexcept {
  return conjugated(transposed(s));
}

namespace detail {
template <class T>
ISOBIT_API void gemm(driver_ref const& on, T alpha, structured_view<T> const& a, matrix_view<T const> b, T beta,
                     matrix_view<T> c);
template <class T>
ISOBIT_API void gemv(driver_ref const& on, T alpha, structured_view<T> const& a, vector_view<T const> x, T beta,
                     vector_view<T> y);
template <class T> ISOBIT_API void trmm(driver_ref const& on, T alpha, structured_view<T> const& a, matrix_view<T> b);
template <class T> ISOBIT_API void trmv(driver_ref const& on, structured_view<T> const& a, vector_view<T> x);
template <class T> ISOBIT_API void trsv(driver_ref const& on, structured_view<T> const& a, vector_view<T> x);
}  // namespace detail

/// c = alpha*a*b + beta*c, every entry rounded once. What is zero because nothing is stored there is no product: it
/// does not turn an infinity of b into a NaN. BLAS's symm, hemm, and what it has not.
template <scalar T>
void gemm(std::type_identity_t<T> alpha, structured_view<T> const& a, input_matrix<T> b, std::type_identity_t<T> beta,
          matrix_view<T> c, driver_ref const& on = {}) {
  detail::gemm<T>(on, alpha, a, b, beta, c);
}
/// The structured factor from the right.
template <scalar T>
void gemm(std::type_identity_t<T> alpha, input_matrix<T> a, structured_view<T> const& b, std::type_identity_t<T> beta,
          matrix_view<T> c, driver_ref const& on = {}) {
  detail::gemm<T>(on, alpha, transposed(b), transposed(a), beta, transposed(c));
}

/// y = alpha*a*x + beta*y: BLAS's symv, hemv, gbmv, sbmv, hbmv, spmv, hpmv.
template <scalar T>
void gemv(std::type_identity_t<T> alpha, structured_view<T> const& a, input_vector<T> x, std::type_identity_t<T> beta,
          vector_view<T> y, driver_ref const& on = {}) {
  detail::gemv<T>(on, alpha, a, x, beta, y);
}

/// b = alpha*a*b for a triangular a, in place. From the right: trmm(alpha, transposed(a), transposed(b)).
template <scalar T>
void trmm(std::type_identity_t<T> alpha, structured_view<T> const& a, matrix_view<T> b, driver_ref const& on = {}) {
  detail::trmm<T>(on, alpha, a, b);
}
/// x = a*x for a triangular a: BLAS's trmv, tbmv, tpmv.
template <scalar T> void trmv(structured_view<T> const& a, vector_view<T> x, driver_ref const& on = {}) {
  detail::trmv<T>(on, a, x);
}

/// x = inverse(a)*x for a triangular a, as `trsv` of a whole matrix: BLAS's tbsv, tpsv.
template <scalar T> void trsv(structured_view<T> const& a, vector_view<T> x, driver_ref const& on = {}) {
  detail::trsv<T>(on, a, x);
}

}  // namespace linalg

ISOBIT_NAMESPACE_END
