#include <isobit/sparse/multiply_transposed.hpp>

#include <isobit/sparse/multiply.hpp>
#include <isobit/sparse/transpose.hpp>

#include "sparse/instantiate.hpp"
#include "sparse/multiply_strips.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse::detail {

template <class T, class Index, class Offset>
void multiply_transposed(driver_ref const& driver, bool conjugate, T alpha, csr_view<T, Index, Offset> const& a,
                         vector_view<T const> x, T beta, vector_view<T> y) {
  check_multiplication(a.columns, a.rows, x, y);
  if (a.entries() != 0) check_apart(y, a.values + a.offsets[0], a.entries());
  if (linalg::is_zero(alpha)) return scale_only(beta, as_column(y));
  auto t = transposed(a);
  if (conjugate)
    for (T& value : t.values) value = linalg::conjugated(value);
  multiply(driver, alpha, t.view(), x, beta, y);
}

#define ISOBIT_INSTANTIATE(T, Index, Offset)                                                                  \
  template ISOBIT_API void multiply_transposed(driver_ref const&, bool, T, csr_view<T, Index, Offset> const&, \
                                               vector_view<T const>, T, vector_view<T>);
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, float)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, double)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<float>)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<double>)

}  // namespace sparse::detail
ISOBIT_NAMESPACE_END
