#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <isobit/linalg/gemm.hpp>
#include <isobit/linalg/gemv.hpp>
#include <isobit/linalg/triangular.hpp>
#include <isobit/linalg/vector.hpp>
#include <isobit/sum/norm.hpp>

/// The names of C++26's std::linalg, over std::mdspan and whatever looks like one. The values are those of gemm, gemv,
/// ger, trsm and the dots. Every operand may be a view or an mdspan; `transposed`, `conjugated` and `adjoint` take
/// views. Where to compute is the last argument here too, not the first.
///
///     isobit::linalg::matrix_product(a_view, b_view, c_view, isobit::threads(4));
ISOBIT_NAMESPACE_BEGIN

namespace linalg {

/// Whatever `view_of` takes.
template <class V>
concept viewable = requires(V const& v) {
  linalg::view_of(v);
};

/// alpha times what is viewed: not computed, but part of the one rounding of a product.
template <class T, class View> struct scaled_view {
  T alpha;
  View view;
};

namespace detail {

/// c = alpha*a*b + gamma*e, and x = inverse(a)*b: what is read at the place of the output is copied to it after all
/// checks, unless it is there already.
template <class T>
ISOBIT_API void matrix_product(driver_ref const& on, T alpha, matrix_view<T const> a, matrix_view<T const> b, T gamma,
                               matrix_view<T const> e, matrix_view<T> c);
template <class T>
ISOBIT_API void triangular_solve(driver_ref const& on, triangle half, diagonal kind, matrix_view<T const> a,
                                 matrix_view<T const> b, matrix_view<T> x);

template <class T> std::type_identity<std::remove_const_t<T>> scalar_of(vector_view<T>);
template <class T> std::type_identity<std::remove_const_t<T>> scalar_of(matrix_view<T>);
template <class V> using scalar_type = typename decltype(scalar_of(linalg::view_of(std::declval<V>())))::type;

template <class V> constexpr auto with_factor(V const& v) {
  auto const view = linalg::view_of(v);
  return scaled_view<scalar_type<V>, std::remove_const_t<decltype(view)>>{scalar_type<V>(1), view};
}
template <class T, class View> constexpr scaled_view<T, View> with_factor(scaled_view<T, View> const& s) { return s; }

template <class V> inline constexpr bool is_scaled = false;
template <class T, class View> inline constexpr bool is_scaled<scaled_view<T, View>> = true;

/// Of two operands the factor of the one that has one.
template <class A, class B> constexpr auto common_factor(A const& a, B const& b) {
  static_assert(!(is_scaled<A> && is_scaled<B>), "isobit: only one operand of a product can be scaled");
  if constexpr (is_scaled<A>)
    return a.alpha;
  else
    return with_factor(b).alpha;
}

}  // namespace detail

/// An operand with a factor, for the products and updates below.
template <viewable V> [[nodiscard]] constexpr auto scaled(detail::scalar_type<V> alpha, V const& v) {
  auto const view = view_of(v);
  return scaled_view<detail::scalar_type<V>, std::remove_const_t<decltype(view)>>{alpha, view};
}

/// c = a*b.
template <class A, class B, viewable C>
void matrix_product(A const& a, B const& b, C const& c, driver_ref const& on = {}) {
  using T = detail::scalar_type<C>;
  gemm<T>(detail::common_factor(a, b), detail::with_factor(a).view, detail::with_factor(b).view, T(0), view_of(c), on);
}
/// c = e + a*b, rounded once; e may be c.
template <class A, class B, class E, viewable C>
void matrix_product(A const& a, B const& b, E const& e, C const& c, driver_ref const& on = {}) {
  using T = detail::scalar_type<C>;
  auto const addend = detail::with_factor(e);
  detail::matrix_product<T>(on, detail::common_factor(a, b), detail::with_factor(a).view, detail::with_factor(b).view,
                            addend.alpha, addend.view, view_of(c));
}

/// y = a*x.
template <class A, class X, viewable Y>
void matrix_vector_product(A const& a, X const& x, Y const& y, driver_ref const& on = {}) {
  using T = detail::scalar_type<Y>;
  gemv<T>(detail::common_factor(a, x), detail::with_factor(a).view, detail::with_factor(x).view, T(0), view_of(y), on);
}

/// a = a + x * transposed(y), and with the conjugate of y.
template <class X, class Y, viewable A>
void matrix_rank_1_update(X const& x, Y const& y, A const& a, driver_ref const& on = {}) {
  using T = detail::scalar_type<A>;
  ger<T>(detail::common_factor(x, y), detail::with_factor(x).view, detail::with_factor(y).view, view_of(a), on);
}
template <class X, class Y, viewable A>
void matrix_rank_1_update_c(X const& x, Y const& y, A const& a, driver_ref const& on = {}) {
  using T = detail::scalar_type<A>;
  ger<T>(detail::common_factor(x, y), detail::with_factor(x).view, conjugated(detail::with_factor(y).view), view_of(a),
         on);
}

/// Solves a*x = b for a triangular a; x may be b.
template <viewable A, viewable B, viewable X>
void triangular_matrix_vector_solve(A const& a, triangle half, diagonal kind, B const& b, X const& x,
                                    driver_ref const& on = {}) {
  detail::triangular_solve<detail::scalar_type<X>>(on, half, kind, view_of(a), as_column(view_of(b)),
                                                   as_column(view_of(x)));
}
template <viewable A, viewable B, viewable X>
void triangular_matrix_matrix_left_solve(A const& a, triangle half, diagonal kind, B const& b, X const& x,
                                         driver_ref const& on = {}) {
  detail::triangular_solve<detail::scalar_type<X>>(on, half, kind, view_of(a), view_of(b), view_of(x));
}

/// The sum of x[i]*y[i]; that of conj(x[i])*y[i] is `dotc`.
using isobit::dot;

/// The Euclidean norm, correctly rounded.
template <viewable X> [[nodiscard]] auto vector_two_norm(X const& x, driver_ref const& on = {}) {
  return nrm2(view_of(x), on);
}

}  // namespace linalg

ISOBIT_NAMESPACE_END
