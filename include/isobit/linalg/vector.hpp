#pragma once

#include <isobit/linalg/view.hpp>
#include <isobit/sum/dot.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace linalg {

namespace detail {
template <class T> ISOBIT_API void axpy(T alpha, vector_view<T const> x, vector_view<T> y);
template <class T> ISOBIT_API void axpby(T alpha, vector_view<T const> x, T beta, vector_view<T> y);
template <class T> ISOBIT_API void scal(T alpha, vector_view<T> x);
template <class T> ISOBIT_API void rot(vector_view<T> x, vector_view<T> y, real_of<T> c, T s);
}  // namespace detail

// Each part of each result is a sum of real products, rounded once; an exact zero has the sign that IEEE's sum has.
// What would meet a factor (a part of alpha, c or s) that is zero is left out, so it may be infinite or NaN. All throw
// `error` for sizes that differ and for outputs that share elements with another operand. BITS.md#linear-algebra

/// y[i] = alpha*x[i] + y[i], rounded once: for real numbers one fused multiply-add each. Leaves y alone for alpha = 0.
/// x may be y itself.
///
///     isobit::linalg::axpy(2.0, x, isobit::vector_view<double>(y));
template <scalar T> void axpy(std::type_identity_t<T> alpha, input_vector<T> x, vector_view<T> y) {
  detail::axpy<T>(alpha, x, y);
}

/// y[i] = alpha*x[i] + beta*y[i], rounded once; with beta = 0 y is not read, with alpha = 0 x is not. An exact zero is
/// +0.
template <scalar T>
void axpby(std::type_identity_t<T> alpha, input_vector<T> x, std::type_identity_t<T> beta, vector_view<T> y) {
  detail::axpby<T>(alpha, x, beta, y);
}

/// x[i] = alpha*x[i], rounded once (each part of a complex number); +0 for alpha = 0.
template <scalar T> void scal(std::type_identity_t<T> alpha, vector_view<T> x) { detail::scal<T>(alpha, x); }

/// The plane rotation x[i], y[i] = c*x[i] + s*y[i], c*y[i] - conj(s)*x[i], each rounded once.
template <scalar T>
void rot(vector_view<T> x, vector_view<T> y, std::type_identity_t<real_of<T>> c, std::type_identity_t<T> s) {
  detail::rot<T>(x, y, c, s);
}

/// The sum of x[i]*y[i], and of conj(x[i])*y[i], rounded once: isobit::dot by the names of BLAS.
///
///     double d = isobit::linalg::dotu(x, y);
template <isobit::detail::viewable X, isobit::detail::viewable Y>
[[nodiscard]] auto dotu(X const& x, Y const& y, driver_ref const& on = {}) {
  return isobit::dot(x, y, on);
}
template <isobit::detail::viewable X, isobit::detail::viewable Y>
[[nodiscard]] auto dotc(X const& x, Y const& y, driver_ref const& on = {}) {
  return isobit::dot(conjugated(isobit::view_of(x)), y, on);
}

}  // namespace linalg

ISOBIT_NAMESPACE_END
