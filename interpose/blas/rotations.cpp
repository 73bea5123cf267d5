// Plane rotations: how they are found, and the modified ones.

#include <isobit/linalg/rotation.hpp>

#include "linalg/modified_rotation.hpp"
#include "symbols.hpp"
#include "vectors.hpp"

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
  auto const turn = [&](auto left, auto right) { linalg::rotm(left, right, m.h11, m.h21, m.h12, m.h22); };
  update_pairs("rotm", n, x, x_step, y, y_step, false, turn, m.h11, m.h21, m.h12, m.h22);
}

template <class T> void find_modified(T* d1, T* d2, T* x1, T y1, T* parameters) {
  specials before, after;
  for (T const operand : {*d1, *d2, *x1, y1}) before.see(operand);
  auto const m = linalg::rotmg(*d1, *d2, *x1, y1);
  linalg::write_parameters(m, parameters);
  *d1 = m.d1, *d2 = m.d2, *x1 = m.x1;
  for (T const result : {m.d1, m.d2, m.x1, m.h11, m.h21, m.h12, m.h22}) after.see(result);
  before.raise(after);
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
