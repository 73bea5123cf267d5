#pragma once

#include <cstddef>
#include <cstdint>

#include <isobit/arithmetic/rounding.hpp>
#include <isobit/instruction_set.hpp>
#include <isobit/math/sine_and_cosine.hpp>

#include "math/function_list.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The entries of one function for one instruction set. Scalars may be called in any floating-point environment and
/// leave it as it was. Arrays must be called in the standard one; `out` is `in` or does not overlap it.
template <class T> struct unary {
  T (*scalar)(T x) noexcept;
  T (*directed)(T x, rounding direction) noexcept;  ///< rounded in any direction
  void (*array)(T const* in, T* out, std::size_t n);
};
template <class T> struct binary {
  T (*scalar)(T x, T y) noexcept;
  T (*directed)(T x, T y, rounding direction) noexcept;
  void (*array)(T const* x, T const* y, T* out, std::size_t n);
};
template <class T> struct two_results {
  cr::sine_and_cosine<T> (*scalar)(T x) noexcept;
  void (*array)(T const* in, T* sines, T* cosines, std::size_t n);
};

/// All functions for one instruction set.
struct table {
  instruction_set set;
#define ISOBIT_ENTRY(name) \
  unary<double> name;      \
  unary<float> name##f;
  ISOBIT_MATH_UNARY(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY
#define ISOBIT_ENTRY(name) \
  binary<double> name;     \
  binary<float> name##f;
  ISOBIT_MATH_BINARY(ISOBIT_ENTRY)
  ISOBIT_MATH_INTEGER(ISOBIT_ENTRY)  // of integers that are numbers of the type
#undef ISOBIT_ENTRY
  two_results<double> sincos;
  two_results<float> sincosf;
};

/// The functions of an instruction set, or null where this build or this machine lacks it.
[[nodiscard]] table const* table_for(instruction_set set) noexcept;

/// The functions in use. Decided at the first call; throws `error` where ISOBIT_FORCE_ISA cannot be met.
[[nodiscard]] table const& functions();

/// What every function falls back to, and what it is defined by: correctly rounded whatever the input, in integers.
/// One for each entry of the list: `exact_exp(double)`, `exact_exp(float)`, ...
#define ISOBIT_ENTRY(f, T) T exact_##f(T x, rounding direction = rounding::nearest_even) noexcept;
#define ISOBIT_BOTH(f) ISOBIT_ENTRY(f, double) ISOBIT_ENTRY(f, float)
ISOBIT_MATH_UNARY(ISOBIT_BOTH)
#undef ISOBIT_ENTRY
#define ISOBIT_ENTRY(f, T) T exact_##f(T x, T y, rounding direction = rounding::nearest_even) noexcept;
ISOBIT_MATH_BINARY(ISOBIT_BOTH)
#undef ISOBIT_ENTRY
#define ISOBIT_ENTRY(f, T) T exact_##f(T x, std::int64_t n, rounding direction = rounding::nearest_even) noexcept;
ISOBIT_MATH_INTEGER(ISOBIT_BOTH)
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY

}  // namespace math
ISOBIT_NAMESPACE_END
