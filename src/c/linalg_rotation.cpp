// Plane rotations: how they are found, and the modified ones.

#include <isobit/linalg.h>

#include <isobit/linalg/rotation.hpp>

#include "c/linalg_arguments.hpp"
#include "linalg/modified_rotation.hpp"

using namespace isobit;
using namespace isobit::c_interface;

extern "C" {

#define ISOBIT_DEFINE(letter, number_, element, real)                                \
  isobit_status isobit_##letter##rotg(element* a, element* b, real* c, element* s) { \
    return guard([&] {                                                               \
      require_pointers(a, b, c, s);                                                  \
      auto const g = linalg::rotg(*elements<real>(a), *elements<real>(b));           \
      *elements<real>(a) = g.r, *c = g.c, *elements<real>(s) = g.s;                  \
      if (!std::is_void_v<element>) *elements<real>(b) = g.z;                        \
    });                                                                              \
  }
ISOBIT_FOR_ALL(ISOBIT_DEFINE)
#undef ISOBIT_DEFINE

#define ISOBIT_DEFINE(letter, number_, element, real)                                                            \
  isobit_status isobit_##letter##rotm(index n, element* x, index incx, element* y, index incy,                   \
                                      element const* parameters) {                                               \
    return guard([&] {                                                                                           \
      auto const first = vector(x, n, incx), second = vector(y, n, incy);                                        \
      require(parameters != nullptr, "a null pointer for the parameters of a rotation");                         \
      auto const m = linalg::read_parameters(parameters);                                                        \
      if (m.flag != -2) linalg::rotm(first, second, m.h11, m.h21, m.h12, m.h22);                                 \
    });                                                                                                          \
  }                                                                                                              \
  isobit_status isobit_##letter##rotmg(element* d1, element* d2, element* x1, element y1, element* parameters) { \
    return guard([&] {                                                                                           \
      require_pointers(d1, d2, x1, parameters);                                                                  \
      auto const m = linalg::rotmg(*d1, *d2, *x1, y1);                                                           \
      *d1 = m.d1, *d2 = m.d2, *x1 = m.x1;                                                                        \
      linalg::write_parameters(m, parameters);                                                                   \
    });                                                                                                          \
  }
ISOBIT_FOR_REAL(ISOBIT_DEFINE)
#undef ISOBIT_DEFINE

}  // extern "C"
