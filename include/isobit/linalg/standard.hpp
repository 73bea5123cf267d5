#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <isobit/linalg/gemm.hpp>
#include <isobit/linalg/gemv.hpp>
#include <isobit/linalg/structured.hpp>
#include <isobit/linalg/triangular.hpp>
#include <isobit/linalg/updates.hpp>
#include <isobit/linalg/vector.hpp>
#include <isobit/sum/norm.hpp>

/// The names of C++26's std::linalg, over std::mdspan and whatever looks like one. The values are those of gemm, gemv,
/// ger, trsm, the dots, and so on. Every operand may be a view or an mdspan; `transposed`, `conjugated` and `adjoint`
/// take views. Where to compute is the last argument here too, not the first.
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
ISOBIT_API void structured_product(driver_ref const& on, T alpha, structured_view<T> const& a, matrix_view<T const> b,
                                   T gamma, matrix_view<T const> e, matrix_view<T> c);
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

// A matrix of which one half is read stands before that half. It has no factor, as that would not scale what is not
// stored; the other operand may be scaled.

namespace detail {
/// c = a*b, and c = e + a*b.
template <class T, class B, class C>
void multiply(structured_view<T> const& a, B const& b, C const& c, driver_ref const& on) {
  auto const factor = with_factor(b);
  linalg::gemm<T>(factor.alpha, a, factor.view, T(0), view_of(c), on);
}
template <class T, class B, class E, class C>
void multiply(structured_view<T> const& a, B const& b, E const& e, C const& c, driver_ref const& on) {
  auto const factor = with_factor(b);
  auto const addend = with_factor(e);
  structured_product<T>(on, factor.alpha, a, factor.view, addend.alpha, addend.view, view_of(c));
}

/// c = b*a, and c = e + b*a, transposed.
template <class V> constexpr auto turned(V const& v) {
  auto operand = with_factor(v);
  operand.view = linalg::transposed(operand.view);
  return operand;
}
template <class T, class B, class C>
void multiply_right(structured_view<T> const& a, B const& b, C const& c, driver_ref const& on) {
  multiply(transposed(a), turned(b), linalg::transposed(view_of(c)), on);
}
template <class T, class B, class E, class C>
void multiply_right(structured_view<T> const& a, B const& b, E const& e, C const& c, driver_ref const& on) {
  multiply(transposed(a), turned(b), turned(e), linalg::transposed(view_of(c)), on);
}

template <viewable A> [[nodiscard]] auto symmetric_of(A const& a, triangle half) {
  return symmetric(triangular(half, view_of(a)));
}
template <viewable A> [[nodiscard]] auto hermitian_of(A const& a, triangle half) {
  return hermitian(triangular(half, view_of(a)));
}
template <viewable A> [[nodiscard]] auto triangular_of(A const& a, triangle half, diagonal kind) {
  return triangular(half, view_of(a), kind);
}
}  // namespace detail

/// c = a*b, c = b*a, c = e + a*b and c = e + b*a for a symmetric or a Hermitian a; e may be c.
template <viewable A, class B, viewable C>
void symmetric_matrix_product(A const& a, triangle half, B const& b, C const& c, driver_ref const& on = {}) {
  detail::multiply(detail::symmetric_of(a, half), b, c, on);
}
template <class B, viewable A, viewable C>
void symmetric_matrix_product(B const& b, A const& a, triangle half, C const& c, driver_ref const& on = {}) {
  detail::multiply_right(detail::symmetric_of(a, half), b, c, on);
}
template <viewable A, class B, class E, viewable C>
void symmetric_matrix_product(A const& a, triangle half, B const& b, E const& e, C const& c,
                              driver_ref const& on = {}) {
  detail::multiply(detail::symmetric_of(a, half), b, e, c, on);
}
template <class B, viewable A, class E, viewable C>
void symmetric_matrix_product(B const& b, A const& a, triangle half, E const& e, C const& c,
                              driver_ref const& on = {}) {
  detail::multiply_right(detail::symmetric_of(a, half), b, e, c, on);
}
template <viewable A, class B, viewable C>
void hermitian_matrix_product(A const& a, triangle half, B const& b, C const& c, driver_ref const& on = {}) {
  detail::multiply(detail::hermitian_of(a, half), b, c, on);
}
template <class B, viewable A, viewable C>
void hermitian_matrix_product(B const& b, A const& a, triangle half, C const& c, driver_ref const& on = {}) {
  detail::multiply_right(detail::hermitian_of(a, half), b, c, on);
}
template <viewable A, class B, class E, viewable C>
void hermitian_matrix_product(A const& a, triangle half, B const& b, E const& e, C const& c,
                              driver_ref const& on = {}) {
  detail::multiply(detail::hermitian_of(a, half), b, e, c, on);
}
template <class B, viewable A, class E, viewable C>
void hermitian_matrix_product(B const& b, A const& a, triangle half, E const& e, C const& c,
                              driver_ref const& on = {}) {
  detail::multiply_right(detail::hermitian_of(a, half), b, e, c, on);
}

/// The same for a triangular a; and in place, c = a*c and c = c*a.
template <viewable A, class B, viewable C>
void triangular_matrix_product(A const& a, triangle half, diagonal kind, B const& b, C const& c,
                               driver_ref const& on = {}) {
  detail::multiply(detail::triangular_of(a, half, kind), b, c, on);
}
template <class B, viewable A, viewable C>
void triangular_matrix_product(B const& b, A const& a, triangle half, diagonal kind, C const& c,
                               driver_ref const& on = {}) {
  detail::multiply_right(detail::triangular_of(a, half, kind), b, c, on);
}
template <viewable A, class B, class E, viewable C>
void triangular_matrix_product(A const& a, triangle half, diagonal kind, B const& b, E const& e, C const& c,
                               driver_ref const& on = {}) {
  detail::multiply(detail::triangular_of(a, half, kind), b, e, c, on);
}
template <class B, viewable A, class E, viewable C>
void triangular_matrix_product(B const& b, A const& a, triangle half, diagonal kind, E const& e, C const& c,
                               driver_ref const& on = {}) {
  detail::multiply_right(detail::triangular_of(a, half, kind), b, e, c, on);
}
template <viewable A, viewable C>
void triangular_matrix_left_product(A const& a, triangle half, diagonal kind, C const& c, driver_ref const& on = {}) {
  using T = detail::scalar_type<C>;
  trmm<T>(T(1), detail::triangular_of(a, half, kind), view_of(c), on);
}
template <viewable A, viewable C>
void triangular_matrix_right_product(A const& a, triangle half, diagonal kind, C const& c, driver_ref const& on = {}) {
  using T = detail::scalar_type<C>;
  trmm<T>(T(1), transposed(detail::triangular_of(a, half, kind)), transposed(view_of(c)), on);
}

/// y = a*x for a symmetric, a Hermitian or a triangular a; y = a*y in place for a triangular one.
template <viewable A, class X, viewable Y>
void symmetric_matrix_vector_product(A const& a, triangle half, X const& x, Y const& y, driver_ref const& on = {}) {
  using T = detail::scalar_type<Y>;
  auto const factor = detail::with_factor(x);
  gemv<T>(factor.alpha, detail::symmetric_of(a, half), factor.view, T(0), view_of(y), on);
}
template <viewable A, class X, viewable Y>
void hermitian_matrix_vector_product(A const& a, triangle half, X const& x, Y const& y, driver_ref const& on = {}) {
  using T = detail::scalar_type<Y>;
  auto const factor = detail::with_factor(x);
  gemv<T>(factor.alpha, detail::hermitian_of(a, half), factor.view, T(0), view_of(y), on);
}
template <viewable A, class X, viewable Y>
void triangular_matrix_vector_product(A const& a, triangle half, diagonal kind, X const& x, Y const& y,
                                      driver_ref const& on = {}) {
  using T = detail::scalar_type<Y>;
  auto const factor = detail::with_factor(x);
  gemv<T>(factor.alpha, detail::triangular_of(a, half, kind), factor.view, T(0), view_of(y), on);
}
template <viewable A, viewable Y>
void triangular_matrix_vector_product(A const& a, triangle half, diagonal kind, Y const& y, driver_ref const& on = {}) {
  trmv<detail::scalar_type<Y>>(detail::triangular_of(a, half, kind), view_of(y), on);
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

/// One half of a = a + alpha * x * transposed(x), and of a = a + alpha * x * adjoint(x) with a real alpha, which is 1
/// if left out.
template <viewable X, viewable A>
void symmetric_matrix_rank_1_update(detail::scalar_type<A> alpha, X const& x, A const& a, triangle half,
                                    driver_ref const& on = {}) {
  syr<detail::scalar_type<A>>(half, alpha, view_of(x), view_of(a), on);
}
template <viewable X, viewable A>
void symmetric_matrix_rank_1_update(X const& x, A const& a, triangle half, driver_ref const& on = {}) {
  symmetric_matrix_rank_1_update(detail::scalar_type<A>(1), x, a, half, on);
}
template <viewable X, viewable A>
void hermitian_matrix_rank_1_update(real_of<detail::scalar_type<A>> alpha, X const& x, A const& a, triangle half,
                                    driver_ref const& on = {}) {
  her<detail::scalar_type<A>>(half, alpha, view_of(x), view_of(a), on);
}
template <viewable X, viewable A>
void hermitian_matrix_rank_1_update(X const& x, A const& a, triangle half, driver_ref const& on = {}) {
  hermitian_matrix_rank_1_update(real_of<detail::scalar_type<A>>(1), x, a, half, on);
}

/// One half of a = a + x * transposed(y) + y * transposed(x), and of a = a + x * adjoint(y) + y * adjoint(x).
template <class X, class Y, viewable A>
void symmetric_matrix_rank_2_update(X const& x, Y const& y, A const& a, triangle half, driver_ref const& on = {}) {
  using T = detail::scalar_type<A>;
  syr2<T>(half, detail::common_factor(x, y), detail::with_factor(x).view, detail::with_factor(y).view, view_of(a), on);
}
template <class X, class Y, viewable A>
void hermitian_matrix_rank_2_update(X const& x, Y const& y, A const& a, triangle half, driver_ref const& on = {}) {
  // x * adjoint(y) has the conjugate of y's factor.
  if constexpr (detail::is_scaled<Y> && !detail::is_scaled<X>)
    hermitian_matrix_rank_2_update(y, x, a, half, on);
  else
    her2<detail::scalar_type<A>>(half, detail::common_factor(x, y), detail::with_factor(x).view,
                                 detail::with_factor(y).view, view_of(a), on);
}

/// The same for matrices: one half of c = c + alpha * a * transposed(a), c = c + alpha * a * adjoint(a),
/// c = c + a * transposed(b) + b * transposed(a), c = c + a * adjoint(b) + b * adjoint(a).
template <viewable A, viewable C>
void symmetric_matrix_rank_k_update(detail::scalar_type<C> alpha, A const& a, C const& c, triangle half,
                                    driver_ref const& on = {}) {
  using T = detail::scalar_type<C>;
  syrk<T>(half, alpha, view_of(a), T(1), view_of(c), on);
}
template <viewable A, viewable C>
void symmetric_matrix_rank_k_update(A const& a, C const& c, triangle half, driver_ref const& on = {}) {
  symmetric_matrix_rank_k_update(detail::scalar_type<C>(1), a, c, half, on);
}
template <viewable A, viewable C>
void hermitian_matrix_rank_k_update(real_of<detail::scalar_type<C>> alpha, A const& a, C const& c, triangle half,
                                    driver_ref const& on = {}) {
  using T = detail::scalar_type<C>;
  herk<T>(half, alpha, view_of(a), real_of<T>(1), view_of(c), on);
}
template <viewable A, viewable C>
void hermitian_matrix_rank_k_update(A const& a, C const& c, triangle half, driver_ref const& on = {}) {
  hermitian_matrix_rank_k_update(real_of<detail::scalar_type<C>>(1), a, c, half, on);
}
template <class A, class B, viewable C>
void symmetric_matrix_rank_2k_update(A const& a, B const& b, C const& c, triangle half, driver_ref const& on = {}) {
  using T = detail::scalar_type<C>;
  syr2k<T>(half, detail::common_factor(a, b), detail::with_factor(a).view, detail::with_factor(b).view, T(1),
           view_of(c), on);
}
template <class A, class B, viewable C>
void hermitian_matrix_rank_2k_update(A const& a, B const& b, C const& c, triangle half, driver_ref const& on = {}) {
  using T = detail::scalar_type<C>;
  if constexpr (detail::is_scaled<B> && !detail::is_scaled<A>)
    hermitian_matrix_rank_2k_update(b, a, c, half, on);
  else
    her2k<T>(half, detail::common_factor(a, b), detail::with_factor(a).view, detail::with_factor(b).view, real_of<T>(1),
             view_of(c), on);
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
