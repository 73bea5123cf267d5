#pragma once

#include <isobit/view/vector_view.hpp>

ISOBIT_NAMESPACE_BEGIN

/// A matrix that lies elsewhere: element (i, j) at data[i * row_stride + j * column_stride]. T may be const.
///
///     auto a = isobit::column_major(values.data(), 200, 300);  // as Fortran, BLAS, LAPACK
///     auto b = isobit::row_major(values.data(), 200, 300);     // as C, NumPy
///     auto t = transposed(a);                                  // nothing is copied
///     auto s = a.block(10, 20, 5, 7);                          // 5 x 7, from row 10 and column 20
template <class T>
  requires element<std::remove_const_t<T>>
struct matrix_view {
  T* data = nullptr;
  std::ptrdiff_t rows = 0;
  std::ptrdiff_t columns = 0;
  std::ptrdiff_t row_stride = 1;
  std::ptrdiff_t column_stride = 0;
  bool conjugate = false;  ///< read as conjugated; only for what is read

  constexpr matrix_view() noexcept = default;
  /// Throws `error` for a negative size, or null with elements.
  constexpr matrix_view(T* data_, std::ptrdiff_t rows_, std::ptrdiff_t columns_, std::ptrdiff_t row_stride_,
                        std::ptrdiff_t column_stride_)
      : data(data_), rows(rows_), columns(columns_), row_stride(row_stride_), column_stride(column_stride_) {
    if (rows < 0 || columns < 0) throw error(status::invalid_argument, "isobit: a matrix of negative size");
    if (rows > 0 && columns > 0 && data == nullptr)
      throw error(status::invalid_argument, "isobit: a matrix at a null pointer");
  }
  constexpr operator matrix_view<T const>() const noexcept requires(!std::is_const_v<T>) {
    matrix_view<T const> m;
    m.data = data, m.rows = rows, m.columns = columns;
    m.row_stride = row_stride, m.column_stride = column_stride, m.conjugate = conjugate;
    return m;
  }
  [[nodiscard]] constexpr T& at(std::ptrdiff_t i, std::ptrdiff_t j) const noexcept {
    return data[i * row_stride + j * column_stride];
  }

  /// `count_rows` x `count_columns` from (i, j). Throws `error` where that leaves the matrix.
  [[nodiscard]] constexpr matrix_view block(std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t count_rows,
                                            std::ptrdiff_t count_columns) const {
    if (i < 0 || j < 0 || count_rows < 0 || count_columns < 0 || i > rows - count_rows || j > columns - count_columns)
      throw error(status::invalid_argument, "isobit: a block that leaves its matrix");
    matrix_view part = *this;
    if (count_rows > 0 && count_columns > 0) part.data += i * row_stride + j * column_stride;
    part.rows = count_rows;
    part.columns = count_columns;
    return part;
  }
  [[nodiscard]] constexpr vector_view<T> row(std::ptrdiff_t i) const {
    return block(i, 0, 1, columns).first_line(columns, column_stride);
  }
  [[nodiscard]] constexpr vector_view<T> column(std::ptrdiff_t j) const {
    return block(0, j, rows, 1).first_line(rows, row_stride);
  }

private:
  [[nodiscard]] constexpr vector_view<T> first_line(std::ptrdiff_t size, std::ptrdiff_t stride) const {
    vector_view<T> v;
    v.data = data, v.size = size, v.stride = stride, v.conjugate = conjugate;
    return v;
  }
};

/// Columns one after another, `leading` elements apart (at least the number of rows, which it is if left out).
template <class T>
[[nodiscard]] constexpr matrix_view<T> column_major(T* data, std::ptrdiff_t rows, std::ptrdiff_t columns,
                                                    std::ptrdiff_t leading) {
  if (leading < rows || leading < 1)
    throw error(status::invalid_argument,
                "isobit: the leading dimension is smaller than a column; it must be at least the number of rows");
  return {data, rows, columns, 1, leading};
}
template <class T>
[[nodiscard]] constexpr matrix_view<T> column_major(T* data, std::ptrdiff_t rows, std::ptrdiff_t columns) {
  return {data, rows, columns, 1, rows};
}
/// Rows one after another, `leading` elements apart (at least the number of columns, which it is if left out).
template <class T>
[[nodiscard]] constexpr matrix_view<T> row_major(T* data, std::ptrdiff_t rows, std::ptrdiff_t columns,
                                                 std::ptrdiff_t leading) {
  if (leading < columns || leading < 1)
    throw error(status::invalid_argument,
                "isobit: the leading dimension is smaller than a row; it must be at least the number of columns");
  return {data, rows, columns, leading, 1};
}
template <class T>
[[nodiscard]] constexpr matrix_view<T> row_major(T* data, std::ptrdiff_t rows, std::ptrdiff_t columns) {
  return {data, rows, columns, columns, 1};
}

template <class T> [[nodiscard]] constexpr matrix_view<T> transposed(matrix_view<T> m) noexcept {
  matrix_view<T> t = m;
  t.rows = m.columns, t.columns = m.rows, t.row_stride = m.column_stride, t.column_stride = m.row_stride;
  return t;
}
template <class T> [[nodiscard]] constexpr matrix_view<T const> conjugated(matrix_view<T> m) noexcept {
  matrix_view<T const> c = m;
  c.conjugate = !c.conjugate;
  return c;
}
/// The conjugate transpose.
template <class T> [[nodiscard]] constexpr matrix_view<T const> adjoint(matrix_view<T> m) noexcept {
  return conjugated(transposed(m));
}

template <class T> [[nodiscard]] constexpr matrix_view<T> view_of(matrix_view<T> m) noexcept { return m; }
template <mdspan_like M>
  requires(M::rank() == 2)
[[nodiscard]] constexpr auto view_of(M const& m) {
  using T = detail::mdspan_element<M>;
  return matrix_view<T>(m.data_handle(), static_cast<std::ptrdiff_t>(m.extent(0)),
                        static_cast<std::ptrdiff_t>(m.extent(1)), static_cast<std::ptrdiff_t>(m.stride(0)),
                        static_cast<std::ptrdiff_t>(m.stride(1)));
}

/// A vector as a matrix of one column.
template <class T> [[nodiscard]] constexpr matrix_view<T> as_column(vector_view<T> v) noexcept {
  matrix_view<T> m;
  m.data = v.data, m.rows = v.size, m.columns = 1;
  m.row_stride = v.stride, m.conjugate = v.conjugate;
  return m;
}

ISOBIT_NAMESPACE_END
