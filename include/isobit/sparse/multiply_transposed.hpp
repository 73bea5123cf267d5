#pragma once

#include <isobit/driver/threads.hpp>
#include <isobit/sparse/operand.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace sparse {

namespace detail {
template <class T, class Index, class Offset>
ISOBIT_API void multiply_transposed(driver_ref const& on, bool conjugate, T alpha, csr_view<T, Index, Offset> const& a,
                                    vector_view<T const> x, T beta, vector_view<T> y);
}  // namespace detail

/// y = alpha*transposed(a)*x + beta*y: every entry rounded once, as by `multiply`. Takes up to twice as long; several
/// times where alpha is not 1, beta not 0 or numbers are complex, for then the matrix is transposed on the way: where
/// it comes again, keep `transposed(a)`. Throws `error` for sizes that do not fit and where y shares memory with
/// the others.
///
///     isobit::sparse::multiply_transposed(1.0, a, x, 0.0, y, isobit::threads());
template <csr_operand A>
void multiply_transposed(std::type_identity_t<element_of<A>> alpha, A const& a, linalg::input_vector<element_of<A>> x,
                         std::type_identity_t<element_of<A>> beta, std::type_identity_t<vector_view<element_of<A>>> y,
                         driver_ref const& on = {}) {
  detail::multiply_transposed<element_of<A>>(on, false, alpha, detail::operand_of(a), x, beta, y);
}

/// The same with the conjugate transpose: y = alpha*adjoint(a)*x + beta*y.
///
///     isobit::sparse::multiply_adjoint(1.0, a, x, 0.0, y);
template <csr_operand A>
void multiply_adjoint(std::type_identity_t<element_of<A>> alpha, A const& a, linalg::input_vector<element_of<A>> x,
                      std::type_identity_t<element_of<A>> beta, std::type_identity_t<vector_view<element_of<A>>> y,
                      driver_ref const& on = {}) {
  detail::multiply_transposed<element_of<A>>(on, true, alpha, detail::operand_of(a), x, beta, y);
}

}  // namespace sparse

ISOBIT_NAMESPACE_END
