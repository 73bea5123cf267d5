#include <isobit/math.h>

#include <span>

#include <isobit/math/functions.hpp>

#include "c/guard.hpp"
#include "math/in_use.hpp"

using namespace isobit;

namespace isobit::c_interface {
namespace {

/// One or two arrays of arguments, one or two of results.
template <class Function, class... Pointers> isobit_status apply(std::size_t count, Function f, Pointers... arrays) {
  return guard([&] {
    (require_array(arrays, count), ...);
    f(std::span(arrays, count)...);
  });
}

}  // namespace
}  // namespace isobit::c_interface

extern "C" {

#define ISOBIT_ENTRY(f, name, T)                                                   \
  T isobit_cr_##name(T x) { return math::functions_in_use().name.scalar(x); }      \
  isobit_status isobit_cr_##name##_array(T const* in, T* out, std::size_t count) { \
    auto const call = [](std::span<T const> x, std::span<T> y) { cr::f(x, y); };   \
    return c_interface::apply(count, call, in, out);                               \
  }
#define ISOBIT_BOTH(name) ISOBIT_ENTRY(name, name, double) ISOBIT_ENTRY(name, name##f, float)
#define ISOBIT_SINGLE(name) ISOBIT_ENTRY(name, name##f, float)
ISOBIT_MATH_UNARY(ISOBIT_BOTH)
ISOBIT_MATH_FLOAT_ONLY(ISOBIT_SINGLE)
#undef ISOBIT_SINGLE
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY

#define ISOBIT_ENTRY(f, name, T)                                                                          \
  T isobit_cr_##name(T x, T y) { return math::functions_in_use().name.scalar(x, y); }                     \
  isobit_status isobit_cr_##name##_array(T const* x, T const* y, T* out, std::size_t count) {             \
    auto const call = [](std::span<T const> a, std::span<T const> b, std::span<T> c) { cr::f(a, b, c); }; \
    return c_interface::apply(count, call, x, y, out);                                                    \
  }
#define ISOBIT_BOTH(name) ISOBIT_ENTRY(name, name, double) ISOBIT_ENTRY(name, name##f, float)
ISOBIT_MATH_BINARY(ISOBIT_BOTH)
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY

#define ISOBIT_ENTRY(name, T)                                                                            \
  void isobit_cr_##name(T x, T* sine, T* cosine) {                                                       \
    auto const both = math::functions_in_use().name.scalar(x);                                           \
    *sine = both.sin, *cosine = both.cos;                                                                \
  }                                                                                                      \
  isobit_status isobit_cr_##name##_array(T const* in, T* sines, T* cosines, std::size_t count) {         \
    auto const call = [](std::span<T const> x, std::span<T> s, std::span<T> c) { cr::sincos(x, s, c); }; \
    return c_interface::apply(count, call, in, sines, cosines);                                          \
  }
ISOBIT_ENTRY(sincos, double)
ISOBIT_ENTRY(sincosf, float)
#undef ISOBIT_ENTRY

double isobit_cr_sqrt(double x) { return cr::sqrt(x); }
float isobit_cr_sqrtf(float x) { return cr::sqrt(x); }
double isobit_cr_fma(double x, double y, double z) { return cr::fma(x, y, z); }
float isobit_cr_fmaf(float x, float y, float z) { return cr::fma(x, y, z); }
double isobit_cr_divide(double x, double y) { return cr::divide(x, y); }
float isobit_cr_dividef(float x, float y) { return cr::divide(x, y); }

}  // extern "C"
