#pragma once

#include "math/quick_floats.hpp"
#include "math/table.hpp"
#include "math/two_phases.hpp"

/// The entries of a function for one target, from its fast tier and its last one: ISOBIT_MATH_UNARY_ENTRIES(exp).
/// Each file of math/target/ has those of a family; math/target/table.cpp collects them.

#define ISOBIT_MATH_TYPED_UNARY(f, T)                                                               \
  template <> inline T exact<f##_fast>(rounding direction, T x) { return exact_##f(x, direction); } \
  T scalar_##f(T x) noexcept { return scalar<f##_fast>(x); }                                        \
  T directed_##f(T x, rounding direction) noexcept { return directed<f##_fast>(direction, x); }     \
  void array_##f(T const* in, T* out, std::size_t n) { array_of_one<f##_fast>(in, out, n); }
#define ISOBIT_MATH_TYPED_BINARY(f, T)                                                                      \
  template <> inline T exact<f##_fast>(rounding direction, T x, T y) { return exact_##f(x, y, direction); } \
  T scalar_##f(T x, T y) noexcept { return scalar<f##_fast>(x, y); }                                        \
  T directed_##f(T x, T y, rounding direction) noexcept { return directed<f##_fast>(direction, x, y); }     \
  void array_##f(T const* x, T const* y, T* out, std::size_t n) { array<f##_fast>(x, y, out, n); }

#define ISOBIT_MATH_TYPED_INTEGER(f, T)                                                                 \
  template <> inline T exact<f##_fast>(rounding direction, T x, T n) {                                  \
    return exact_##f(x, static_cast<std::int64_t>(n), direction);                                       \
  }                                                                                                     \
  T scalar_##f(T x, T n) noexcept { return scalar<f##_fast>(x, n); }                                    \
  T directed_##f(T x, T n, rounding direction) noexcept { return directed<f##_fast>(direction, x, n); } \
  void array_##f(T const* x, T const* n, T* out, std::size_t count) { array<f##_fast>(x, n, out, count); }

#define ISOBIT_MATH_UNARY_ENTRIES(f) ISOBIT_MATH_TYPED_UNARY(f, double) ISOBIT_MATH_TYPED_UNARY(f, float)
#define ISOBIT_MATH_BINARY_ENTRIES(f) ISOBIT_MATH_TYPED_BINARY(f, double) ISOBIT_MATH_TYPED_BINARY(f, float)
#define ISOBIT_MATH_INTEGER_ENTRIES(f) ISOBIT_MATH_TYPED_INTEGER(f, double) ISOBIT_MATH_TYPED_INTEGER(f, float)

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

#define ISOBIT_ENTRY(f, T)                          \
  T scalar_##f(T x) noexcept;                       \
  T directed_##f(T x, rounding direction) noexcept; \
  void array_##f(T const* in, T* out, std::size_t n);
#define ISOBIT_BOTH(f) ISOBIT_ENTRY(f, double) ISOBIT_ENTRY(f, float)
ISOBIT_MATH_UNARY(ISOBIT_BOTH)
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY
#define ISOBIT_ENTRY(f, T)                               \
  T scalar_##f(T x, T y) noexcept;                       \
  T directed_##f(T x, T y, rounding direction) noexcept; \
  void array_##f(T const* x, T const* y, T* out, std::size_t n);
#define ISOBIT_BOTH(f) ISOBIT_ENTRY(f, double) ISOBIT_ENTRY(f, float)
ISOBIT_MATH_BINARY(ISOBIT_BOTH)
ISOBIT_MATH_INTEGER(ISOBIT_BOTH)
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY
cr::sine_and_cosine<double> scalar_sincos(double x) noexcept;
cr::sine_and_cosine<float> scalar_sincos(float x) noexcept;
void array_sincos(double const* in, double* sines, double* cosines, std::size_t n);
void array_sincos(float const* in, float* sines, float* cosines, std::size_t n);

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
