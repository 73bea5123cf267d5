#pragma once

#include <isobit/sparse/csr.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace sparse {

namespace detail {

template <class T, class Index, class Offset>
constexpr csr_view<T, Index, Offset> operand_of(csr_view<T, Index, Offset> const& a) noexcept {
  return a;
}
template <class T, class Index, class Offset>
csr_view<T, Index, Offset> operand_of(csr_matrix<T, Index, Offset> const& a) noexcept {
  return a.view();
}

}  // namespace detail

/// What operations on sparse matrices read: a csr_view or a csr_matrix.
template <class A>
concept csr_operand = requires(A const& a) {
  detail::operand_of(a);
};

namespace detail {

template <class View> struct parts_of_csr;
template <class T, class Index, class Offset> struct parts_of_csr<csr_view<T, Index, Offset>> {
  using element = T;
  using index = Index;
  using matrix = csr_matrix<T, Index, Offset>;
};
template <class A> using parts_of_operand = parts_of_csr<decltype(operand_of(std::declval<A const&>()))>;

}  // namespace detail

/// The types of its elements and indices, and the matrix of the same types.
template <csr_operand A> using element_of = typename detail::parts_of_operand<A>::element;
template <csr_operand A> using index_of = typename detail::parts_of_operand<A>::index;
template <csr_operand A> using matrix_of = typename detail::parts_of_operand<A>::matrix;

}  // namespace sparse

ISOBIT_NAMESPACE_END
