#pragma once

#include <isobit/linalg.h>

#include <complex>
#include <type_traits>

#include <isobit/linalg/structured.hpp>
#include <isobit/linalg/view.hpp>

#include "c/driver.hpp"
#include "c/guard.hpp"
#include "linalg/blas_layout.hpp"
#include "linalg/number.hpp"

/// From C's arguments to views, and what is wrong with them.
namespace isobit::c_interface {

using linalg::index;
using linalg::matrix_view;
using linalg::other;
using linalg::vector_view;

/// The element type behind C's pointer: void stands for complex numbers.
template <class Element, class Real>
using scalar_of = std::conditional_t<std::is_void_v<Element>, std::complex<Real>, std::remove_const_t<Element>>;
template <class Element, class Real>
using element_of =
    std::conditional_t<std::is_const_v<Element>, scalar_of<Element, Real> const, scalar_of<Element, Real>>;

template <class Real, class Element> auto* elements(Element* pointer) {
  return static_cast<element_of<Element, Real>*>(pointer);
}

/// A single number as C passes it.
template <class Real> Real number(Real value) { return value; }
template <class Real> std::complex<Real> number(void const* value) {
  require_pointers(value);
  auto const* const parts = static_cast<Real const*>(value);
  return {parts[0], parts[1]};
}

/// One of two enumerators; anything else is refused.
template <class Enumerator> bool is_first(Enumerator value, Enumerator first, Enumerator second) {
  if (value != first && value != second) refuse_enumerator();
  return value == first;
}
inline linalg::triangle half_of(isobit_triangle half) {
  return is_first(half, ISOBIT_LOWER, ISOBIT_UPPER) ? linalg::triangle::lower : linalg::triangle::upper;
}
inline linalg::diagonal diagonal_of(isobit_diagonal kind) {
  return is_first(kind, ISOBIT_UNIT_DIAGONAL, ISOBIT_STORED_DIAGONAL) ? linalg::diagonal::ones
                                                                      : linalg::diagonal::stored;
}

/// Whether what alpha is a factor of is read. What is not may be null.
template <class Real, class Number> bool is_read(Number alpha) { return !linalg::is_zero(number<Real>(alpha)); }

inline bool is_by_rows(isobit_layout layout) { return is_first(layout, ISOBIT_ROW_MAJOR, ISOBIT_COLUMN_MAJOR); }

template <class T>
matrix_view<T> matrix(isobit_layout layout, T* data, index rows, index columns, index leading, bool read = true) {
  bool const by_rows = is_by_rows(layout);
  require(rows >= 0 && columns >= 0, "a negative number of rows or columns");
  if (!read && data == nullptr) {
    auto nowhere =
        by_rows ? linalg::row_major(data, 0, columns, leading) : linalg::column_major(data, rows, 0, leading);
    nowhere.rows = rows, nowhere.columns = columns;
    nowhere.row_stride = nowhere.column_stride = 0;
    return nowhere;
  }
  if (rows > 0 && columns > 0) require_array(data, static_cast<std::size_t>(by_rows ? rows : columns), leading);
  return by_rows ? linalg::row_major(data, rows, columns, leading) : linalg::column_major(data, rows, columns, leading);
}

/// op(m), for any kind of matrix m.
template <class Matrix> Matrix applied(isobit_transpose transpose, Matrix const& m) {
  if (transpose == ISOBIT_NO_TRANSPOSE) return m;
  return is_first(transpose, ISOBIT_TRANSPOSE, ISOBIT_CONJUGATE_TRANSPOSE) ? linalg::transposed(m) : linalg::adjoint(m);
}

/// op(matrix), which is rows x columns.
template <class T>
matrix_view<T const> operand(isobit_layout layout, isobit_transpose transpose, T const* data, index rows, index columns,
                             index leading, bool read = true) {
  bool const plain = transpose == ISOBIT_NO_TRANSPOSE;
  return applied(transpose, matrix(layout, data, plain ? rows : columns, plain ? columns : rows, leading, read));
}

template <class T> vector_view<T> vector(T* data, index size, index stride, bool read = true) {
  require(size >= 0, "a negative size");
  if (!read && data == nullptr) {
    require(stride != 0, "a stride of zero");
    vector_view<T> nowhere;
    nowhere.size = size, nowhere.stride = 0;
    return nowhere;
  }
  require_array(data, static_cast<std::size_t>(size), stride);
  if (stride < 0 && size > 0) data -= (size - 1) * stride;
  return {data, size, stride};
}

/// The n*(n+1)/2 entries of one half of a square matrix.
template <class T> void require_packed(T const* data, index n) {
  require(n >= 0, "a negative number of rows");
  require_array(data, static_cast<std::size_t>(n), n / 2 + 1);
}

}  // namespace isobit::c_interface

// What differs from type to type: the letter, a single number, an element of an array, the real type.
#define ISOBIT_FOR_REAL(define) define(s, float, float, float) define(d, double, double, double)
#define ISOBIT_FOR_COMPLEX(define) define(c, void const*, void, float) define(z, void const*, void, double)
#define ISOBIT_FOR_ALL(define) ISOBIT_FOR_REAL(define) ISOBIT_FOR_COMPLEX(define)
