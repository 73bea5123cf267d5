#include <isobit/linalg/triangular.hpp>

#include "linalg/check.hpp"
#include "linalg/lower_solve.hpp"
#include "linalg/number.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {
namespace {

/// The same elements, last row and last column first. An upper triangular matrix becomes a lower one.
template <class T> matrix_view<T> reversed_rows(matrix_view<T> m) noexcept {
  if (m.rows > 0 && m.columns > 0) m.data += (m.rows - 1) * m.row_stride;
  m.row_stride = -m.row_stride;
  return m;
}

}  // namespace

namespace detail {

template <class T>
void trsm(driver_ref const& driver, triangle half, diagonal kind, T alpha, matrix_view<T const> a, matrix_view<T> b) {
  constexpr char const* name = "trsm";
  require_equal(name, a.rows, "rows of a", a.columns, "columns of a");
  require_equal(name, a.columns, "columns of a", b.rows, "rows of b");
  require_output(name, "b", b);
  require_disjoint(name, "b", b, "a", a);
  if (b.rows == 0 || b.columns == 0) return;
  if (is_zero(alpha)) {
    for (index j = 0; j < b.columns; ++j)
      for (index i = 0; i < b.rows; ++i) b.at(i, j) = T{};
    return;
  }
  in_standard_rounding([&] {
    if (half == triangle::lower)
      lower_solve(driver, kind, alpha, a, b);
    else
      lower_solve(driver, kind, alpha, transposed(reversed_rows(transposed(reversed_rows(a)))), reversed_rows(b));
  });
}

template void trsm(driver_ref const&, triangle, diagonal, float, matrix_view<float const>, matrix_view<float>);
template void trsm(driver_ref const&, triangle, diagonal, double, matrix_view<double const>, matrix_view<double>);
template void trsm(driver_ref const&, triangle, diagonal, std::complex<float>, matrix_view<std::complex<float> const>,
                   matrix_view<std::complex<float>>);
template void trsm(driver_ref const&, triangle, diagonal, std::complex<double>, matrix_view<std::complex<double> const>,
                   matrix_view<std::complex<double>>);

}  // namespace detail
}  // namespace linalg
ISOBIT_NAMESPACE_END
