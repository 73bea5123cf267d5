#pragma once

#include <cstdint>

#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Arrays that the `combine` kernels read and write have this much room after their last element.
inline constexpr index vector_padding = 8;

/// Kernels of operations on vectors; they run in the standard environment. NaN results are canonical.
template <class T> struct vector_kernels_for {
  /// y[i] = fma(alpha, x[i], y[i]); null on a machine without FMA. x may be y.
  void (*axpy)(index n, T alpha, T const* x, T* y);
  /// x[i] = alpha*x[i].
  void (*scal)(index n, T alpha, T* x);
  /// The sum of factor[k]*source[k][i] over two or three k, rounded once; an exact zero as IEEE's sum has it. Where
  /// open[i] is not 0, that could not be decided. Returns whether any is open. docs/maths/vector_operations.md
  bool (*combine_two)(index n, T const* factor, T const* const* source, T* result, std::int64_t* open);
  bool (*combine_three)(index n, T const* factor, T const* const* source, T* result, std::int64_t* open);
};

struct vector_table {
  vector_kernels_for<double> f64;
  vector_kernels_for<float> f32;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
