#include <isobit/sparse/multiply.hpp>

#include <algorithm>

#include "sparse/cut_rows.hpp"
#include "sparse/instantiate.hpp"
#include "sparse/multiply_strips.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

namespace {

/// Of arguments that were checked.
template <class T, class Index, class Offset>
void multiply_rows(driver_ref const& driver, T alpha, csr_view<T, Index, Offset> const& a,
                   matrix_view<T const> const& x, T beta, matrix_view<T> const& y) {
  if (y.rows == 0 || y.columns == 0) return;
  if (linalg::is_zero(alpha) || a.entries() == 0) return scale_only(beta, y);
  std::size_t const parts =
      std::min(isobit::detail::part_count(driver, static_cast<std::size_t>(a.entries() * y.columns)),
               static_cast<std::size_t>(a.rows));
  strips_of_csr<T, Index, Offset> strips{a};
  if (y.columns == 1 && strip_product<T, Index, Offset>::is_direct(alpha, beta, y.column(0)))
    strips.most_rows = direct_rows, strips.most_entries = direct_entries;
  multiply_strips<T, Index, Offset>(driver, alpha, strips, cut_rows(a.offsets, a.rows, parts), x, beta, y);
}

template <class T, class Index, class Offset, class View>
void check(csr_view<T, Index, Offset> const& a, View const& y) {
  if (a.entries() != 0) check_apart(y, a.values + a.offsets[0], a.entries());
}

}  // namespace

namespace detail {

template <class T, class Index, class Offset>
void multiply(driver_ref const& driver, T alpha, csr_view<T, Index, Offset> const& a, vector_view<T const> x, T beta,
              vector_view<T> y) {
  check_multiplication(a.rows, a.columns, x, y);
  check(a, y);
  multiply_rows(driver, alpha, a, as_column(x), beta, as_column(y));
}

template <class T, class Index, class Offset>
void multiply(driver_ref const& driver, T alpha, csr_view<T, Index, Offset> const& a, matrix_view<T const> x, T beta,
              matrix_view<T> y) {
  check_multiplication(a.rows, a.columns, x, y);
  check(a, y);
  multiply_rows(driver, alpha, a, x, beta, y);
}

#define ISOBIT_INSTANTIATE(T, Index, Offset)                                                                          \
  template ISOBIT_API void multiply(driver_ref const&, T, csr_view<T, Index, Offset> const&, vector_view<T const>, T, \
                                    vector_view<T>);                                                                  \
  template ISOBIT_API void multiply(driver_ref const&, T, csr_view<T, Index, Offset> const&, matrix_view<T const>, T, \
                                    matrix_view<T>);
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, float)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, double)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<float>)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<double>)

}  // namespace detail
}  // namespace sparse
ISOBIT_NAMESPACE_END
