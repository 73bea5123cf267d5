// Plane rotations: how they are found, and the modified ones.

#include <isobit/linalg/rotation.hpp>

#include "exceptions.hpp"
#include "linalg/modified_rotation.hpp"
#include "symbols.hpp"

namespace isobit::interpose::blas {

namespace {

template <class T> void find_rotation(T* a, T* b, real_of<T>* c, T* s) {
  auto const g = linalg::rotg(*a, *b);
  raising(g.r, *a, *b);
  *a = g.r, *c = g.c, *s = g.s;
  if constexpr (!is_complex<T>) *b = g.z;
}

template <class T> void rotate_modified(index n, T* x, index x_step, T* y, index y_step, T const* parameters) {
  if (n <= 0) return;
  auto const m = linalg::read_parameters(parameters);
  if (m.flag == -2) return;
  auto const left = elements(x, n, x_step), right = elements(y, n, y_step);
  specials before, after;
  before.see(left), before.see(right);
  compute("rotm", [&] {
    try {
      linalg::rotm(left, right, m.h11, m.h21, m.h12, m.h22);
    } catch (error const&) {
      // Elements that are one, or may be: one after another, as BLAS's own loop.
      for (index i = 0; i < n; ++i) {
        T first = left.data[i * x_step], second = right.data[i * y_step];
        linalg::rotm(elements(&first, 1, 1), elements(&second, 1, 1), m.h11, m.h21, m.h12, m.h22);
        left.data[i * x_step] = first;
        right.data[i * y_step] = second;
      }
    }
  });
  after.see(left), after.see(right);
  for (T const h : {m.h11, m.h21, m.h12, m.h22}) before.see(h);
  before.raise(after);
}

template <class T> void find_modified(T* d1, T* d2, T* x1, T y1, T* parameters) {
  auto const m = linalg::rotmg(*d1, *d2, *x1, y1);
  linalg::write_parameters(m, parameters);
  *d1 = m.d1, *d2 = m.d2, *x1 = m.x1;
}

template <class T, class Int> void rotg_(T* a, T* b, real_of<T>* c, T* s) { find_rotation<T>(a, b, c, s); }
template <class T, class Int> void cblas_rotg(c_array<T>* a, c_array<T>* b, real_of<T>* c, c_array<T>* s) {
  find_rotation<T>(static_cast<T*>(a), static_cast<T*>(b), c, static_cast<T*>(s));
}

template <class T, class Int>
void rotm_(Int const* n, T* x, Int const* x_step, T* y, Int const* y_step, T const* parameters) {
  rotate_modified<T>(*n, x, *x_step, y, *y_step, parameters);
}
template <class T, class Int> void cblas_rotm(Int n, T* x, Int x_step, T* y, Int y_step, T const* parameters) {
  rotate_modified<T>(n, x, x_step, y, y_step, parameters);
}

template <class T, class Int> void rotmg_(T* d1, T* d2, T* x1, T const* y1, T* parameters) {
  find_modified<T>(d1, d2, x1, *y1, parameters);
}
template <class T, class Int> void cblas_rotmg(T* d1, T* d2, T* x1, T y1, T* parameters) {
  find_modified<T>(d1, d2, x1, y1, parameters);
}

}  // namespace

ISOBIT_BLAS_EVERY_TYPE(rotg, rotg);
ISOBIT_BLAS_REAL_TYPES(rotm, rotm);
ISOBIT_BLAS_REAL_TYPES(rotmg, rotmg);

}  // namespace isobit::interpose::blas
