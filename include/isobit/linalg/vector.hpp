#pragma once

#include <isobit/linalg/view.hpp>
#include <isobit/view/elements.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace linalg {

namespace detail {
template <scalar T> ISOBIT_API void axpy(T alpha, vector_view<T const> x, vector_view<T> y);
template <scalar T> ISOBIT_API void scal(T alpha, vector_view<T> x);
template <scalar T> ISOBIT_API void rot(vector_view<T> x, vector_view<T> y, real_of<T> c, T s);
template <scalar T> ISOBIT_API T dot(vector_view<T const> x, vector_view<T const> y, bool conjugate_x);

/// The elements as reductions take them, from the lowest address on. A conjugated view is not conjugated here.
template <scalar T> [[nodiscard]] strided<T> strided_from_lowest(vector_view<T const> v) {
  T const* const lowest = v.stride < 0 && v.size > 0 ? v.data + (v.size - 1) * v.stride : v.data;
  return {lowest, static_cast<std::size_t>(v.size), v.size > 1 ? v.stride : 1};
}
}  // namespace detail

// Each part of each result is a sum of real products, rounded once; an exact zero has the sign that IEEE's sum has.
// What would meet a factor (a part of alpha, c or s) that is zero is left out, so it may be infinite or NaN. All throw
// `error` for sizes that differ and for outputs that share elements with another operand. BITS.md#linear-algebra

/// y[i] = alpha*x[i] + y[i], rounded once: for real numbers one fused multiply-add each. Leaves y alone for alpha = 0.
/// x may be y itself.
template <scalar T> void axpy(std::type_identity_t<T> alpha, input_vector<T> x, vector_view<T> y) {
  detail::axpy<T>(alpha, x, y);
}

/// x[i] = alpha*x[i], rounded once (each part of a complex number); +0 for alpha = 0.
template <scalar T> void scal(std::type_identity_t<T> alpha, vector_view<T> x) { detail::scal<T>(alpha, x); }

/// The plane rotation x[i], y[i] = c*x[i] + s*y[i], c*y[i] - conj(s)*x[i], each rounded once.
template <scalar T>
void rot(vector_view<T> x, vector_view<T> y, std::type_identity_t<real_of<T>> c, std::type_identity_t<T> s) {
  detail::rot<T>(x, y, c, s);
}

/// The sum of x[i]*y[i], and of conj(x[i])*y[i], rounded once. For real elements isobit::dot is the same.
template <class T> [[nodiscard]] auto dotu(vector_view<T> x, input_vector<std::remove_const_t<T>> y) {
  return detail::dot<std::remove_const_t<T>>(x, y, false);
}
template <class T> [[nodiscard]] auto dotc(vector_view<T> x, input_vector<std::remove_const_t<T>> y) {
  return detail::dot<std::remove_const_t<T>>(x, y, true);
}

}  // namespace linalg

ISOBIT_NAMESPACE_END
