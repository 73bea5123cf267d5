#pragma once

#include <cstdint>

#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// The most real numbers that a call of a `combination_kernel` takes.
inline constexpr index combination_chunk = 512;

/// Two vectors, and the same with the parts of their complex elements exchanged.
enum class operand : std::uint8_t { x, exchanged_x, y, exchanged_y };
constexpr bool is_exchanged(operand o) { return o == operand::exchanged_x || o == operand::exchanged_y; }
constexpr bool is_of_x(operand o) { return o == operand::x || o == operand::exchanged_x; }

// What is combined: each row is a sum of operands times factors, and replaces its first operand. If `adds`, that one
// has the factor 1.
struct rotation_of_reals {
  static constexpr int rows = 2, terms = 2;
  static constexpr bool adds = false, pairs = false;
  static constexpr operand of[rows][terms] = {{operand::x, operand::y}, {operand::y, operand::x}};
};
struct rotation_of_pairs {
  static constexpr int rows = 2, terms = 3;
  static constexpr bool adds = false, pairs = true;
  static constexpr operand of[rows][terms] = {{operand::x, operand::y, operand::exchanged_y},
                                              {operand::y, operand::x, operand::exchanged_x}};
};
struct addition_of_reals {
  static constexpr int rows = 1, terms = 2;
  static constexpr bool adds = true, pairs = false;
  static constexpr operand of[rows][terms] = {{operand::y, operand::x}};
};
struct addition_of_pairs {
  static constexpr int rows = 1, terms = 3;
  static constexpr bool adds = true, pairs = true;
  static constexpr operand of[rows][terms] = {{operand::y, operand::x, operand::exchanged_x}};
};
struct scaling_of_pairs {
  static constexpr int rows = 1, terms = 2;
  static constexpr bool adds = false, pairs = true;
  static constexpr operand of[rows][terms] = {{operand::x, operand::exchanged_x}};
};

/// The factors of a row, of real (0) and imaginary (1) parts; the same for real elements. What would meet a zero is
/// left out.
template <class T> struct row_of_factors { T factor[3][2]; };

/// The rows for n <= combination_chunk numbers, each rounded once; an exact zero as IEEE's sum has it. Numbers of which
/// that could not be decided are bits of `open`; all rows of an element are then left as they were. Returns whether
/// there are any. x is written only if it is replaced. docs/maths/vector_operations.md
template <class T>
using combination_kernel = bool(index n, row_of_factors<T> const* rows, T* x, T* y, std::uint64_t* open);

/// Kernels of operations on vectors; they run in the standard environment. NaN results are canonical.
template <class T> struct vector_kernels_for {
  /// y[i] = fma(alpha, x[i], y[i]); null on a machine without FMA. x may be y.
  void (*axpy)(index n, T alpha, T const* x, T* y);
  /// x[i] = alpha*x[i].
  void (*scal)(index n, T alpha, T* x);
  combination_kernel<T>*rotate, *rotate_pairs, *add, *add_pairs, *scale_pairs;

  template <class Shape> [[nodiscard]] combination_kernel<T>* combine() const {
    if constexpr (__is_same(Shape, rotation_of_reals))
      return rotate;
    else if constexpr (__is_same(Shape, rotation_of_pairs))
      return rotate_pairs;
    else if constexpr (__is_same(Shape, addition_of_reals))
      return add;
    else if constexpr (__is_same(Shape, addition_of_pairs))
      return add_pairs;
    else
      return scale_pairs;
  }
};

struct vector_table {
  vector_kernels_for<double> f64;
  vector_kernels_for<float> f32;

  template <class T> [[nodiscard]] vector_kernels_for<T> const& of() const {
    if constexpr (__is_same(T, double))
      return f64;
    else
      return f32;
  }
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
