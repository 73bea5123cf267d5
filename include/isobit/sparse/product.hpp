#pragma once

#include <isobit/driver/threads.hpp>
#include <isobit/sparse/operand.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace sparse {

namespace detail {
template <class T, class Index, class Offset>
ISOBIT_API csr_matrix<T, Index, Offset> product(driver_ref const& on, csr_view<T, Index, Offset> const& a,
                                                csr_view<T, Index, Offset> const& b);
template <class T, class Index, class Offset>
ISOBIT_API csr_matrix<T, Index, Offset> add(driver_ref const& on, T alpha, csr_view<T, Index, Offset> const& a, T beta,
                                            csr_view<T, Index, Offset> const& b);
}  // namespace detail

/// a*b ("SpGEMM"): every entry is the sum of its products, computed exactly and rounded once. Stored is each place that
/// has a product of stored entries; where they add up to zero, +0. Columns ascend. Throws `error` for sizes that do not
/// fit, and for more entries than offsets can count.
///
///     auto square = isobit::sparse::product(a, a, isobit::threads());
template <csr_operand A, csr_operand B>
  requires std::same_as<matrix_of<A>, matrix_of<B>>
[[nodiscard]] matrix_of<A> product(A const& a, B const& b, driver_ref const& on = {}) {
  return detail::product(on, detail::operand_of(a), detail::operand_of(b));
}

/// alpha*a + beta*b: every entry rounded once. Stored is each place that is stored in a or b. A factor that is zero, or
/// a part of one, leaves out what it would meet: no infinity becomes NaN. Throws `error` as `product` does.
///
///     auto sum = isobit::sparse::add(1.0, a, -0.5, square);
template <csr_operand A, csr_operand B>
  requires std::same_as<matrix_of<A>, matrix_of<B>>
[[nodiscard]] matrix_of<A> add(std::type_identity_t<element_of<A>> alpha, A const& a,
                               std::type_identity_t<element_of<A>> beta, B const& b, driver_ref const& on = {}) {
  return detail::add(on, alpha, detail::operand_of(a), beta, detail::operand_of(b));
}

}  // namespace sparse

ISOBIT_NAMESPACE_END
