#include <isobit/sparse/convert.hpp>
#include <isobit/sparse/multiply.hpp>

#include "sparse/instantiate.hpp"
#include "sparse/multiply_strips.hpp"
#include "sparse/row_source.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

namespace {

template <class T, class Index>
void multiply_source(driver_ref const& driver, T alpha, row_source<T, Index> const& a, matrix_view<T const> const& x,
                     T beta, matrix_view<T> const& y) {
  check_multiplication(a.rows, a.columns, x, y);
  check_apart(y, a.values, a.stored);
  if (y.rows == 0 || y.columns == 0) return;
  if (linalg::is_zero(alpha) || !a.has_entries()) return scale_only(beta, y);
  std::size_t const parts = std::min(isobit::detail::part_count(driver, static_cast<std::size_t>(a.stored * y.columns)),
                                     static_cast<std::size_t>(a.rows));
  std::vector<index> first;
  for (std::size_t part = 0; part <= parts; ++part)
    first.push_back(static_cast<index>(static_cast<std::size_t>(a.rows) / parts * part +
                                       std::min(part, static_cast<std::size_t>(a.rows) % parts)));
  multiply_strips<T, Index, std::int64_t>(driver, alpha, strips_of_source<T, Index>{a}, first, x, beta, y);
}

}  // namespace

namespace detail {

template <class T, class Index, class Offset>
void multiply(driver_ref const& driver, T alpha, csc_view<T, Index, Offset> const& a, matrix_view<T const> x, T beta,
              matrix_view<T> y) {
  check_multiplication(a.rows, a.columns, x, y);
  auto const t = a.transposed();
  if (t.entries() != 0) check_apart(y, t.values + t.offsets[0], t.entries());
  if (linalg::is_zero(alpha)) return scale_only(beta, y);
  multiply(driver, alpha, to_csr(a).view(), x, beta, y);
}
template <class T, class Index>
void multiply(driver_ref const& driver, T alpha, bsr_view<T, Index> const& a, matrix_view<T const> x, T beta,
              matrix_view<T> y) {
  multiply_source(driver, alpha, bsr_rows(a), x, beta, y);
}
template <class T, class Index>
void multiply(driver_ref const& driver, T alpha, ell_view<T, Index> const& a, matrix_view<T const> x, T beta,
              matrix_view<T> y) {
  multiply_source(driver, alpha, ell_rows(a), x, beta, y);
}
template <class T, class Index>
void multiply(driver_ref const& driver, T alpha, sell_view<T, Index> const& a, matrix_view<T const> x, T beta,
              matrix_view<T> y) {
  multiply_source(driver, alpha, sell_rows(a), x, beta, y);
}

#define ISOBIT_INSTANTIATE_CSC(T, Index, Offset)                                                                      \
  template ISOBIT_API void multiply(driver_ref const&, T, csc_view<T, Index, Offset> const&, matrix_view<T const>, T, \
                                    matrix_view<T>);
#define ISOBIT_INSTANTIATE_OF(Layout, T, Index)                                                             \
  template ISOBIT_API void multiply(driver_ref const&, T, Layout<T, Index> const&, matrix_view<T const>, T, \
                                    matrix_view<T>);
#define ISOBIT_INSTANTIATE(T, Index)        \
  ISOBIT_INSTANTIATE_OF(bsr_view, T, Index) \
  ISOBIT_INSTANTIATE_OF(ell_view, T, Index) \
  ISOBIT_INSTANTIATE_OF(sell_view, T, Index)
#define ISOBIT_INSTANTIATE_ALL(T)                   \
  ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE_CSC, T) \
  ISOBIT_FOR_BOTH_INDICES(ISOBIT_INSTANTIATE, T)
ISOBIT_INSTANTIATE_ALL(float)
ISOBIT_INSTANTIATE_ALL(double)
ISOBIT_INSTANTIATE_ALL(std::complex<float>)
ISOBIT_INSTANTIATE_ALL(std::complex<double>)

}  // namespace detail
}  // namespace sparse
ISOBIT_NAMESPACE_END
