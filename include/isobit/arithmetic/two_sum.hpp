#pragma once

#include <isobit/version.hpp>

#ifdef __FAST_MATH__
#error "isobit/arithmetic/two_sum.hpp: error-free transformations need IEEE arithmetic; compile without -ffast-math"
#endif
#ifdef __CUDACC__
#define ISOBIT_ERROR_FREE __host__ __device__ constexpr
#else
#define ISOBIT_ERROR_FREE [[gnu::always_inline]] inline constexpr
#endif

ISOBIT_NAMESPACE_BEGIN

/// Two numbers that stand for their exact sum.
template <class T> struct split {
  T high;
  T low;
};

namespace detail {

/// The rounding error of sum = RN(a + b). docs/maths/error_free.md#two-sum
template <class T> ISOBIT_ERROR_FREE T two_sum_error(T a, T b, T sum) noexcept {
  T const b_kept = sum - a;
  T const a_kept = sum - b_kept;
  return (a - a_kept) + (b - b_kept);
}

}  // namespace detail

/// a + b == high + low exactly, for finite a, b whose sum (and, for |b| near the largest number, the differences
/// taken here) does not overflow. T is float, double or a vector of the compiler's. Round-to-nearest.
/// docs/maths/error_free.md#two-sum
template <class T> ISOBIT_ERROR_FREE split<T> two_sum(T a, T b) noexcept {
  T const high = a + b;
  return {high, detail::two_sum_error(a, b, high)};
}

ISOBIT_NAMESPACE_END

#undef ISOBIT_ERROR_FREE
