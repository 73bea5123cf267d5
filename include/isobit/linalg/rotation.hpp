#pragma once

#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace linalg {

/// The plane rotation that takes (a, b) to (r, 0): r = c*a + s*b, 0 = c*b - conj(s)*a.
template <class T> struct rotation {
  T r;
  real_of<T> c;
  T s;
  T z;  ///< for real numbers, from which c and s can be found again; else 0
};

/// A modified rotation, as `rotm` applies it, and what it makes of its operands.
template <class T> struct modified_rotation {
  T d1, d2, x1;
  T flag;  ///< -2: nothing is to be done, -1: all of h counts, 0: h11 = h22 = 1, 1: h12 = 1, h21 = -1
  T h11, h21, h12, h22;
};

namespace detail {
template <class T> [[nodiscard]] ISOBIT_API rotation<T> rotg(T a, T b);
template <class T> [[nodiscard]] ISOBIT_API modified_rotation<T> rotmg(T d1, T d2, T x1, T y1);
template <class T> ISOBIT_API void rotm(vector_view<T> x, vector_view<T> y, T h11, T h21, T h12, T h22);
}  // namespace detail

/// BLAS's rotg with each of its results, which are square roots of rational numbers, rounded once: r = ±sqrt(a² + b²)
/// with the sign of the larger operand, c = a/r, s = b/r, z = s if |a| > |b|, else 1/c, or 1 if c is 0. Complex: r has
/// a's direction, c = |a|/|r|, s = a*conj(b)/(|a||r|). All are NaN where a or b is not finite.
///
///     auto g = isobit::linalg::rotg(3.0, 4.0);  // g.r == 5, g.c == 0.6, g.s == 0.8
template <scalar T> [[nodiscard]] rotation<T> rotg(T a, std::type_identity_t<T> b) { return detail::rotg<T>(a, b); }

/// BLAS's rotmg for (sqrt(d1)*x1, sqrt(d2)*y1): its published steps, each operation rounded. Here a factor that was
/// scaled once is not set anew when it is scaled again.
template <std::floating_point T>
[[nodiscard]] modified_rotation<T> rotmg(T d1, std::type_identity_t<T> d2, std::type_identity_t<T> x1,
                                         std::type_identity_t<T> y1) {
  return detail::rotmg<T>(d1, d2, x1, y1);
}

/// x[i], y[i] = h11*x[i] + h12*y[i], h21*x[i] + h22*y[i], each rounded once; what meets a zero of h is left out.
template <std::floating_point T>
void rotm(vector_view<T> x, vector_view<T> y, std::type_identity_t<T> h11, std::type_identity_t<T> h21,
          std::type_identity_t<T> h12, std::type_identity_t<T> h22) {
  detail::rotm<T>(x, y, h11, h21, h12, h22);
}

}  // namespace linalg

ISOBIT_NAMESPACE_END
