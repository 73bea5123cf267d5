// Vectors. Increments of 0, which BLAS allows here, mean the same element again and again.

#include <isobit/linalg/vector.hpp>
#include <isobit/sum/dot.hpp>
#include <isobit/sum/norm.hpp>

#include "symbols.hpp"
#include "vectors.hpp"

namespace isobit::interpose::blas {

namespace {

/// The result of body(x, y), which may read `offset` too.
template <class T, class Body>
auto reduce(char const* stem, index n, T const* x, index x_step, T const* y, index y_step, Body body, T offset = {}) {
  auto const result = compute(stem, [&] { return body(reading<T>(x, n, x_step), reading<T>(y, n, y_step)); });
  return raising(result, elements(x, n, x_step), elements(y, n, y_step), offset);
}

template <class T> T dot(index n, T const* x, index x_step, T const* y, index y_step) {
  if (n <= 0) return 0;
  return reduce<T>("dot", n, x, x_step, y, y_step,
                   [](auto a, auto b) { return isobit::dot(a.view(), b.view(), wanted_threads()); });
}
template <class T> T complex_dot(index n, T const* x, index x_step, T const* y, index y_step, bool conjugate) {
  if (n <= 0) return T(0);
  return reduce<T>("dot", n, x, x_step, y, y_step, [&](auto a, auto b) {
    return conjugate ? linalg::dotc(a.view(), b.view()) : linalg::dotu(a.view(), b.view());
  });
}
/// offset + the sum of products of floats, rounded once.
template <class Result>
Result wide_dot(index n, float offset, float const* x, index x_step, float const* y, index y_step) {
  if (n <= 0) return static_cast<Result>(offset);
  return reduce<float>(
      "dot", n, x, x_step, y, y_step,
      [&](auto a, auto b) {
        auto state = isobit::exact_dot(a.view(), b.view(), wanted_threads());
        state.add(offset);
        return state.template round<Result>();
      },
      offset);
}
template <class T> real_of<T> norm(index n, T const* x, index step) {
  if (n <= 0) return 0;
  auto const result = compute("nrm2", [&] { return isobit::nrm2(reading<T>(x, n, step).view(), wanted_threads()); });
  return raising(result, elements(x, n, step));
}
template <class T> real_of<T> magnitudes(index n, T const* x, index step) {
  if (n <= 0 || step <= 0) return 0;
  auto const result = compute("asum", [&] { return isobit::asum(reading<T>(x, n, step).view(), wanted_threads()); });
  return raising(result, elements(x, n, step));
}

template <class T> void axpy(index n, T alpha, T const* x, index x_step, T* y, index y_step) {
  if (n <= 0 || is_zero(alpha)) return;
  auto const add = [&](auto vector, auto result) { linalg::axpy(alpha, vector, result); };
  update("axpy", n, x, x_step, true, y, y_step, true, add, alpha);
}

template <class T> void scale(index n, T alpha, T* x, index step) {
  if (n <= 0 || step <= 0) return;
  auto const vector = elements(x, n, step);
  raising_into(
      vector, true, [&] { compute("scal", [&] { linalg::scal(alpha, vector); }); }, alpha);
}
/// A real factor scales both parts alike.
template <class T> void scale_parts(index n, real_of<T> alpha, T* x, index step) {
  auto* const parts = reinterpret_cast<real_of<T>*>(x);
  if (step == 1) return scale(2 * n, alpha, parts, 1);
  scale(n, alpha, parts, 2 * step);
  scale(n, alpha, parts + 1, 2 * step);
}

template <class T> void rotate(index n, T* x, index x_step, T* y, index y_step, real_of<T> c, T s) {
  auto const turn = [&](auto left, auto right) { linalg::rot(left, right, c, s); };
  update_pairs("rot", n, x, x_step, y, y_step, true, turn, c, s);
}
template <class T> void rotate_parts(index n, T* x, index x_step, T* y, index y_step, real_of<T> c, real_of<T> s) {
  auto* const left = reinterpret_cast<real_of<T>*>(x);
  auto* const right = reinterpret_cast<real_of<T>*>(y);
  if (x_step == 1 && y_step == 1) return rotate(2 * n, left, 1, right, 1, c, s);
  rotate(n, left, 2 * x_step, right, 2 * y_step, c, s);
  rotate(n, left + 1, 2 * x_step, right + 1, 2 * y_step, c, s);
}

template <class T, class Int> T dot_(Int const* n, T const* x, Int const* x_step, T const* y, Int const* y_step) {
  return dot<T>(*n, x, *x_step, y, *y_step);
}
template <class T, class Int> T cblas_dot(Int n, T const* x, Int x_step, T const* y, Int y_step) {
  return dot<T>(n, x, x_step, y, y_step);
}

// gfortran returns complex numbers as C does.
#define ISOBIT_COMPLEX_DOT(stem, conjugate)                                                                   \
  template <class T, class Int>                                                                               \
  T stem##_(Int const* n, T const* x, Int const* x_step, T const* y, Int const* y_step) {                     \
    return complex_dot<T>(*n, x, *x_step, y, *y_step, conjugate);                                             \
  }                                                                                                           \
  template <class T, class Int> T cblas_##stem(Int n, void const* x, Int x_step, void const* y, Int y_step) { \
    return complex_dot<T>(n, static_cast<T const*>(x), x_step, static_cast<T const*>(y), y_step, conjugate);  \
  }                                                                                                           \
  template <class T, class Int>                                                                               \
  void cblas_##stem##_sub(Int n, void const* x, Int x_step, void const* y, Int y_step, void* result) {        \
    *static_cast<T*>(result) = cblas_##stem<T, Int>(n, x, x_step, y, y_step);                                 \
  }
ISOBIT_COMPLEX_DOT(dotu, false)
ISOBIT_COMPLEX_DOT(dotc, true)

template <class T, class Int>
T sdsdot_(Int const* n, T const* offset, T const* x, Int const* x_step, T const* y, Int const* y_step) {
  return wide_dot<float>(*n, *offset, x, *x_step, y, *y_step);
}
template <class T, class Int> T cblas_sdsdot(Int n, T offset, T const* x, Int x_step, T const* y, Int y_step) {
  return wide_dot<float>(n, offset, x, x_step, y, y_step);
}
template <class T, class Int>
double dsdot_(Int const* n, T const* x, Int const* x_step, T const* y, Int const* y_step) {
  return wide_dot<double>(*n, 0, x, *x_step, y, *y_step);
}
template <class T, class Int> double cblas_dsdot(Int n, T const* x, Int x_step, T const* y, Int y_step) {
  return wide_dot<double>(n, 0, x, x_step, y, y_step);
}

template <class T, class Int> real_of<T> nrm2_(Int const* n, T const* x, Int const* step) {
  return norm<T>(*n, x, *step);
}
template <class T, class Int> real_of<T> cblas_nrm2(Int n, c_array<T> const* x, Int step) {
  return norm<T>(n, static_cast<T const*>(x), step);
}
template <class T, class Int> real_of<T> asum_(Int const* n, T const* x, Int const* step) {
  return magnitudes<T>(*n, x, *step);
}
template <class T, class Int> real_of<T> cblas_asum(Int n, c_array<T> const* x, Int step) {
  return magnitudes<T>(n, static_cast<T const*>(x), step);
}

template <class T, class Int>
void axpy_(Int const* n, T const* alpha, T const* x, Int const* x_step, T* y, Int const* y_step) {
  axpy<T>(*n, *alpha, x, *x_step, y, *y_step);
}
template <class T, class Int>
void cblas_axpy(Int n, c_scalar<T> alpha, c_array<T> const* x, Int x_step, c_array<T>* y, Int y_step) {
  axpy<T>(n, value_of<T>(alpha), static_cast<T const*>(x), x_step, static_cast<T*>(y), y_step);
}

template <class T, class Int> void scal_(Int const* n, T const* alpha, T* x, Int const* step) {
  scale<T>(*n, *alpha, x, *step);
}
template <class T, class Int> void cblas_scal(Int n, c_scalar<T> alpha, c_array<T>* x, Int step) {
  scale<T>(n, value_of<T>(alpha), static_cast<T*>(x), step);
}
template <class T, class Int> void real_scal_(Int const* n, real_of<T> const* alpha, T* x, Int const* step) {
  scale_parts<T>(*n, *alpha, x, *step);
}
template <class T, class Int> void cblas_real_scal(Int n, real_of<T> alpha, void* x, Int step) {
  scale_parts<T>(n, alpha, static_cast<T*>(x), step);
}

template <class T, class Int>
void rot_(Int const* n, T* x, Int const* x_step, T* y, Int const* y_step, real_of<T> const* c, T const* s) {
  rotate<T>(*n, x, *x_step, y, *y_step, *c, *s);
}
template <class T, class Int> void cblas_rot(Int n, T* x, Int x_step, T* y, Int y_step, T c, T s) {
  rotate<T>(n, x, x_step, y, y_step, c, s);
}
template <class T, class Int>
void real_rot_(Int const* n, T* x, Int const* x_step, T* y, Int const* y_step, real_of<T> const* c,
               real_of<T> const* s) {
  rotate_parts<T>(*n, x, *x_step, y, *y_step, *c, *s);
}
template <class T, class Int>
void cblas_real_rot(Int n, void* x, Int x_step, void* y, Int y_step, real_of<T> c, real_of<T> s) {
  rotate_parts<T>(n, static_cast<T*>(x), x_step, static_cast<T*>(y), y_step, c, s);
}

}  // namespace

#define ISOBIT_BOTH_COMPLEX(stem)                                  \
  ISOBIT_BLAS_BOTH(c##stem, stem, single_complex)                  \
  ISOBIT_BLAS_C(c##stem##_sub, cblas_##stem##_sub, single_complex) \
  ISOBIT_BLAS_BOTH(z##stem, stem, double_complex)                  \
  ISOBIT_BLAS_C(z##stem##_sub, cblas_##stem##_sub, double_complex);

ISOBIT_BLAS_BOTH(sdot, dot, float);
ISOBIT_BLAS_BOTH(ddot, dot, double);
ISOBIT_BOTH_COMPLEX(dotu);
ISOBIT_BOTH_COMPLEX(dotc);
ISOBIT_BLAS_BOTH(sdsdot, sdsdot, float);
ISOBIT_BLAS_BOTH(dsdot, dsdot, float);
ISOBIT_BLAS_BOTH(snrm2, nrm2, float);
ISOBIT_BLAS_BOTH(dnrm2, nrm2, double);
ISOBIT_BLAS_BOTH(scnrm2, nrm2, single_complex);
ISOBIT_BLAS_BOTH(dznrm2, nrm2, double_complex);
ISOBIT_BLAS_BOTH(sasum, asum, float);
ISOBIT_BLAS_BOTH(dasum, asum, double);
ISOBIT_BLAS_BOTH(scasum, asum, single_complex);
ISOBIT_BLAS_BOTH(dzasum, asum, double_complex);
ISOBIT_BLAS_EVERY_TYPE(axpy, axpy);
ISOBIT_BLAS_EVERY_TYPE(scal, scal);
ISOBIT_BLAS_BOTH(csscal, real_scal, single_complex);
ISOBIT_BLAS_BOTH(zdscal, real_scal, double_complex);
ISOBIT_BLAS_BOTH(srot, rot, float);
ISOBIT_BLAS_BOTH(drot, rot, double);
ISOBIT_BLAS_BOTH(csrot, real_rot, single_complex);
ISOBIT_BLAS_BOTH(zdrot, real_rot, double_complex);
// LAPACK's, with a complex sine.
ISOBIT_BLAS_FORTRAN(crot, rot_, single_complex);
ISOBIT_BLAS_FORTRAN(zrot, rot_, double_complex);

}  // namespace isobit::interpose::blas
