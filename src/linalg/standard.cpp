#include <isobit/linalg/standard.hpp>

#include "linalg/check.hpp"
#include "linalg/copy.hpp"
#include "linalg/extent.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::detail {

namespace {

template <class T> bool same_place(matrix_view<T const> const& a, matrix_view<T> const& b) noexcept {
  return a.data == b.data && (a.row_stride == b.row_stride || a.rows <= 1) &&
         (a.column_stride == b.column_stride || a.columns <= 1);
}

template <class T>
void require_copyable(char const* operation, char const* from_name, matrix_view<T const> const& from,
                      char const* to_name, matrix_view<T> const& to) {
  std::string const rows = "the number of rows of ", columns = "the number of columns of ";
  require_equal(operation, from.rows, (rows + from_name).c_str(), to.rows, (rows + to_name).c_str());
  require_equal(operation, from.columns, (columns + from_name).c_str(), to.columns, (columns + to_name).c_str());
  linalg::require_output(operation, to_name, to);
  if (!same_place(from, to)) linalg::require_disjoint(operation, to_name, to, from_name, from);
}

}  // namespace

namespace {

/// What both kinds of products have in common; `a_lies_at` is where a is.
template <class T, class A>
void add_product(driver_ref const& on, T alpha, A const& a, footprint const& a_lies_at, matrix_view<T const> b, T gamma,
                 matrix_view<T const> e, matrix_view<T> c) {
  constexpr auto operation = "matrix_product";
  require_equal(operation, a.rows, "the number of rows of a", c.rows, "the number of rows of c");
  require_equal(operation, a.columns, "the number of columns of a", b.rows, "the number of rows of b");
  require_equal(operation, b.columns, "the number of columns of b", c.columns, "the number of columns of c");
  require_copyable(operation, "e", e, "c", c);
  require_apart(operation, "c", footprint_of(c), "a", a_lies_at);
  linalg::require_disjoint(operation, "c", c, "b", b);
  if (!same_place(e, c) || e.conjugate) copy_to(c, e);
  linalg::gemm<T>(alpha, a, b, gamma, c, on);
}

}  // namespace

template <class T>
void matrix_product(driver_ref const& on, T alpha, matrix_view<T const> a, matrix_view<T const> b, T gamma,
                    matrix_view<T const> e, matrix_view<T> c) {
  add_product(on, alpha, a, footprint_of(a), b, gamma, e, c);
}
template <class T>
void structured_product(driver_ref const& on, T alpha, structured_view<T> const& a, matrix_view<T const> b, T gamma,
                        matrix_view<T const> e, matrix_view<T> c) {
  add_product(on, alpha, a, extent_of(a), b, gamma, e, c);
}

template <class T>
void triangular_solve(driver_ref const& on, triangle half, diagonal kind, matrix_view<T const> a,
                      matrix_view<T const> b, matrix_view<T> x) {
  constexpr auto operation = "triangular_solve";
  require_equal(operation, a.rows, "the number of rows of a", a.columns, "the number of columns of a");
  require_equal(operation, a.rows, "the number of rows of a", x.rows, "the number of rows of x");
  require_copyable(operation, "b", b, "x", x);
  linalg::require_disjoint(operation, "x", x, "a", a);
  if (!same_place(b, x) || b.conjugate) copy_to(x, b);
  linalg::trsm<T>(half, kind, T(1), a, x, on);
}

#define ISOBIT_INSTANTIATE(T)                                                                                       \
  template void matrix_product(driver_ref const&, T, matrix_view<T const>, matrix_view<T const>, T,                 \
                               matrix_view<T const>, matrix_view<T>);                                               \
  template void structured_product(driver_ref const&, T, structured_view<T> const&, matrix_view<T const>, T,        \
                                   matrix_view<T const>, matrix_view<T>);                                           \
  template void triangular_solve(driver_ref const&, triangle, diagonal, matrix_view<T const>, matrix_view<T const>, \
                                 matrix_view<T>);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace linalg::detail
ISOBIT_NAMESPACE_END
