#include <isobit/math.h>

#include <complex>
#include <cstring>
#include <span>
#include <type_traits>

#include <isobit/math/complex.hpp>
#include <isobit/math/functions.hpp>

#include "c/guard.hpp"
#include "math/in_use.hpp"
#include "math/special.hpp"

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

/// The direction that a number stands for.
bool is_direction(isobit_rounding direction) { return direction >= ISOBIT_NEAREST_EVEN && direction <= ISOBIT_TO_ODD; }
rounding direction_of(isobit_rounding direction) {
  require(is_direction(direction), "a rounding mode that there is not");
  return static_cast<rounding>(direction);
}

/// One number, in a direction.
template <class Entry, class... T> auto rounded(Entry const& f, isobit_rounding direction, T... x) {
  using result = std::common_type_t<T...>;
  return is_direction(direction) ? f.directed(x..., static_cast<rounding>(direction)) : math::quiet_nan<result>();
}

/// A complex number in memory, whatever its type is called there.
template <class T> std::complex<T> complex_at(void const* z) {
  T parts[2];
  std::memcpy(parts, z, sizeof parts);
  return {parts[0], parts[1]};
}
template <class T> void store(std::complex<T> const& z, void* out) {
  T const parts[2] = {z.real(), z.imag()};
  std::memcpy(out, parts, sizeof parts);
}

}  // namespace
}  // namespace isobit::c_interface

extern "C" {

#define ISOBIT_ENTRY(f, name, T)                                                                                      \
  T isobit_cr_##name(T x) { return math::functions_in_use().name.scalar(x); }                                         \
  T isobit_cr_##name##_rounded(T x, isobit_rounding direction) {                                                      \
    return c_interface::rounded(math::functions_in_use().name, direction, x);                                         \
  }                                                                                                                   \
  isobit_status isobit_cr_##name##_array(T const* in, T* out, std::size_t count) {                                    \
    auto const call = [](std::span<T const> x, std::span<T> y) { cr::f(x, y); };                                      \
    return c_interface::apply(count, call, in, out);                                                                  \
  }                                                                                                                   \
  isobit_status isobit_cr_##name##_array_rounded(T const* in, T* out, std::size_t count, isobit_rounding direction) { \
    auto const call = [=](std::span<T const> x, std::span<T> y) {                                                     \
      cr::f(x, y, c_interface::direction_of(direction));                                                              \
    };                                                                                                                \
    return c_interface::apply(count, call, in, out);                                                                  \
  }
#define ISOBIT_BOTH(name) ISOBIT_ENTRY(name, name, double) ISOBIT_ENTRY(name, name##f, float)
ISOBIT_MATH_UNARY(ISOBIT_BOTH)
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY

#define ISOBIT_ENTRY(f, name, T)                                                                          \
  T isobit_cr_##name(T x, T y) { return math::functions_in_use().name.scalar(x, y); }                     \
  T isobit_cr_##name##_rounded(T x, T y, isobit_rounding direction) {                                     \
    return c_interface::rounded(math::functions_in_use().name, direction, x, y);                          \
  }                                                                                                       \
  isobit_status isobit_cr_##name##_array(T const* x, T const* y, T* out, std::size_t count) {             \
    auto const call = [](std::span<T const> a, std::span<T const> b, std::span<T> c) { cr::f(a, b, c); }; \
    return c_interface::apply(count, call, x, y, out);                                                    \
  }                                                                                                       \
  isobit_status isobit_cr_##name##_array_rounded(T const* x, T const* y, T* out, std::size_t count,       \
                                                 isobit_rounding direction) {                             \
    auto const call = [=](std::span<T const> a, std::span<T const> b, std::span<T> c) {                   \
      cr::f(a, b, c, c_interface::direction_of(direction));                                               \
    };                                                                                                    \
    return c_interface::apply(count, call, x, y, out);                                                    \
  }
#define ISOBIT_BOTH(name) ISOBIT_ENTRY(name, name, double) ISOBIT_ENTRY(name, name##f, float)
ISOBIT_MATH_BINARY(ISOBIT_BOTH)
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY

#define ISOBIT_ENTRY(f, name, T)                                                                               \
  T isobit_cr_##name(T x, std::int64_t n) { return cr::f(x, n); }                                              \
  T isobit_cr_##name##_rounded(T x, std::int64_t n, isobit_rounding direction) {                               \
    return c_interface::is_direction(direction) ? cr::f(x, n, static_cast<rounding>(direction))                \
                                                : math::quiet_nan<T>();                                        \
  }                                                                                                            \
  isobit_status isobit_cr_##name##_array(T const* x, std::int64_t const* n, T* out, std::size_t count) {       \
    return isobit_cr_##name##_array_rounded(x, n, out, count, ISOBIT_NEAREST_EVEN);                            \
  }                                                                                                            \
  isobit_status isobit_cr_##name##_array_rounded(T const* x, std::int64_t const* n, T* out, std::size_t count, \
                                                 isobit_rounding direction) {                                  \
    auto const call = [=](std::span<T const> a, std::span<std::int64_t const> b, std::span<T> c) {             \
      cr::f(a, b, c, c_interface::direction_of(direction));                                                    \
    };                                                                                                         \
    return c_interface::apply(count, call, x, n, out);                                                         \
  }
#define ISOBIT_BOTH(name) ISOBIT_ENTRY(name, name, double) ISOBIT_ENTRY(name, name##f, float)
ISOBIT_MATH_INTEGER(ISOBIT_BOTH)
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

#define ISOBIT_ENTRY(f, name, T) \
  void isobit_cr_##name(void const* z, void* out) { c_interface::store(cr::f(c_interface::complex_at<T>(z)), out); }
#define ISOBIT_BOTH(name) ISOBIT_ENTRY(name, c##name, double) ISOBIT_ENTRY(name, c##name##f, float)
ISOBIT_BOTH(exp)
ISOBIT_BOTH(log)
ISOBIT_BOTH(sqrt)
ISOBIT_BOTH(sin)
ISOBIT_BOTH(cos)
ISOBIT_BOTH(tan)
ISOBIT_BOTH(asin)
ISOBIT_BOTH(acos)
ISOBIT_BOTH(atan)
ISOBIT_BOTH(sinh)
ISOBIT_BOTH(cosh)
ISOBIT_BOTH(tanh)
ISOBIT_BOTH(asinh)
ISOBIT_BOTH(acosh)
ISOBIT_BOTH(atanh)
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY
void isobit_cr_cpow(void const* z, void const* w, void* out) {
  c_interface::store(cr::pow(c_interface::complex_at<double>(z), c_interface::complex_at<double>(w)), out);
}
void isobit_cr_cpowf(void const* z, void const* w, void* out) {
  c_interface::store(cr::pow(c_interface::complex_at<float>(z), c_interface::complex_at<float>(w)), out);
}

double isobit_cr_sqrt(double x) { return cr::sqrt(x); }
float isobit_cr_sqrtf(float x) { return cr::sqrt(x); }
double isobit_cr_fma(double x, double y, double z) { return cr::fma(x, y, z); }
float isobit_cr_fmaf(float x, float y, float z) { return cr::fma(x, y, z); }
double isobit_cr_divide(double x, double y) { return cr::divide(x, y); }
float isobit_cr_dividef(float x, float y) { return cr::divide(x, y); }

}  // extern "C"
