#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <isobit/linalg/view.hpp>

#include "random.hpp"

namespace isobit::test {

/// The sizes of a product: c is rows x columns, the sums have `depth` products.
struct product_shape {
  linalg::index rows;
  linalg::index columns;
  linalg::index depth;
};

/// Two factors: element (i, p) of the left one is left[i * depth + p], (p, j) of the right one right[j * depth + p].
template <class T> struct factors {
  product_shape shape;
  std::vector<T> left;
  std::vector<T> right;
};

/// A distribution of matrix elements; its name says what is hard about it.
template <class R> struct matrix_kind {
  std::string_view name;
  void (*fill)(random_source& random, factors<R>& out);
};

/// For R float and double.
template <class R> std::span<matrix_kind<R> const> matrix_kinds();

/// Factors of that shape. The parts of complex ones are drawn apart; the imaginary ones are zero now and then, so that
/// ties survive.
template <class T> factors<T> make_factors(std::size_t kind, random_source& random, product_shape shape);

/// Shapes that hit the borders of tiles and of blocks, empty ones among them.
std::span<product_shape const> product_shapes();

/// How a matrix lies in memory.
enum class layout {
  by_columns,
  by_rows,
  by_columns_apart,  ///< the leading dimension is larger than a column
  by_rows_apart,
  both_strides,
  backward_rows,
  backward
};
inline constexpr layout layouts[] = {layout::by_columns,    layout::by_rows,      layout::by_columns_apart,
                                     layout::by_rows_apart, layout::both_strides, layout::backward_rows,
                                     layout::backward};

/// A matrix with the memory it lies in; what is between its elements holds `filler`.
template <class T> struct stored_matrix {
  std::vector<T> memory;
  linalg::matrix_view<T> view;

  stored_matrix(layout how, linalg::index rows, linalg::index columns, T filler) {
    using linalg::index;
    index const wide = how == layout::both_strides ? 2 : 1;
    bool const apart = how != layout::by_columns && how != layout::by_rows;
    bool const rows_first = how == layout::by_rows || how == layout::by_rows_apart;
    index const inner = rows_first ? columns : rows, outer = rows_first ? rows : columns;
    index const leading = wide * inner + (apart ? 3 : 0);
    memory.assign(static_cast<std::size_t>(leading * outer + 7), filler);
    index row_stride = rows_first ? leading : wide, column_stride = rows_first ? wide : leading;
    T* data = memory.data() + 2;
    if ((how == layout::backward_rows || how == layout::backward) && rows > 0) {
      data += (rows - 1) * row_stride;
      row_stride = -row_stride;
    }
    if (how == layout::backward && columns > 0) {
      data += (columns - 1) * column_stride;
      column_stride = -column_stride;
    }
    view = linalg::matrix_view<T>(data, rows, columns, row_stride, column_stride);
  }
  stored_matrix(stored_matrix const&) = delete;
};

/// A factor in some layout, stored as its transpose and conjugated if so wished; `view` is the factor in any case.
template <class T> struct stored_factor {
  stored_matrix<T> stored;
  linalg::matrix_view<T const> view;

  /// element(i, j) for all of them.
  template <class Element>
  stored_factor(layout how, linalg::index rows, linalg::index columns, T filler, bool transpose, bool conjugate,
                Element element)
      : stored(how, transpose ? columns : rows, transpose ? rows : columns, filler) {
    linalg::matrix_view<T> const writable = transpose ? linalg::transposed(stored.view) : stored.view;
    for (linalg::index j = 0; j < columns; ++j)
      for (linalg::index i = 0; i < rows; ++i) {
        T x = element(i, j);
        if constexpr (linalg::is_complex<T>)
          if (conjugate) x = {x.real(), -x.imag()};
        writable.at(i, j) = x;
      }
    view = writable;
    view.conjugate = conjugate;
  }
};

}  // namespace isobit::test
