#pragma once

#include <complex>
#include <concepts>
#include <cstddef>
#include <type_traits>

#include <isobit/error.hpp>

ISOBIT_NAMESPACE_BEGIN

/// Dense linear algebra in which every entry of a result is the correctly rounded value of the sum of products that
/// defines it. So block sizes, threads, ranks and vector widths cannot show. BITS.md#linear-algebra
namespace linalg {

/// Sizes and strides; signed, so that a negative one is seen and refused.
using index = std::ptrdiff_t;

/// The element types of linear algebra.
template <class T>
concept scalar = std::same_as<T, float> || std::same_as<T, double> || std::same_as<T, std::complex<float>> ||
    std::same_as<T, std::complex<double>>;

template <class T> inline constexpr bool is_complex = false;
template <class T> inline constexpr bool is_complex<std::complex<T>> = true;

template <class T> struct real_type { using type = T; };
template <class T> struct real_type<std::complex<T>> { using type = T; };
/// double for double and std::complex<double>.
template <class T> using real_of = typename real_type<std::remove_const_t<T>>::type;

/// Elements that lie elsewhere: element i at data[i * stride]. T may be const.
template <class T>
  requires scalar<std::remove_const_t<T>>
struct vector_view {
  T* data = nullptr;
  index size = 0;
  index stride = 1;
  bool conjugate = false;  ///< read as conjugated; only for what is read

  constexpr vector_view() noexcept = default;
  /// Throws `error` for a negative size, a stride of 0, or null with elements.
  constexpr vector_view(T* data_, index size_, index stride_ = 1) : data(data_), size(size_), stride(stride_) {
    if (size < 0) throw error(status::invalid_argument, "isobit::linalg: a vector of negative size");
    if (size > 1 && stride == 0)
      throw error(status::invalid_argument, "isobit::linalg: a vector with stride 0; use 1 for contiguous elements");
    if (size > 0 && data == nullptr)
      throw error(status::invalid_argument, "isobit::linalg: a vector at a null pointer");
  }
  /// Whatever has data() and size(): std::vector, std::span, std::array.
  template <class Range>
    requires requires(Range& range) {
      { range.data() } -> std::convertible_to<T*>;
      { range.size() } -> std::convertible_to<std::size_t>;
    }
  constexpr vector_view(Range&& range) : vector_view(range.data(), static_cast<index>(range.size())) {}
  /// Reading only.
  constexpr operator vector_view<T const>() const noexcept requires(!std::is_const_v<T>) {
    vector_view<T const> v;
    v.data = data, v.size = size, v.stride = stride, v.conjugate = conjugate;
    return v;
  }
};

template <class Range> vector_view(Range&& range) -> vector_view<std::remove_pointer_t<decltype(range.data())>>;

/// A matrix that lies elsewhere: element (i, j) at data[i * row_stride + j * column_stride]. T may be const.
///
///     auto a = isobit::linalg::column_major(values.data(), 200, 300);  // as Fortran, BLAS, LAPACK
///     auto b = isobit::linalg::row_major(values.data(), 200, 300);     // as C, NumPy
///     auto t = transposed(a);                                          // nothing is copied
///     auto s = a.block(10, 20, 5, 7);                                  // 5 x 7, from row 10 and column 20
template <class T>
  requires scalar<std::remove_const_t<T>>
struct matrix_view {
  T* data = nullptr;
  index rows = 0;
  index columns = 0;
  index row_stride = 1;
  index column_stride = 0;
  bool conjugate = false;  ///< read as conjugated; only for what is read

  constexpr matrix_view() noexcept = default;
  /// Throws `error` for a negative size, or null with elements.
  constexpr matrix_view(T* data_, index rows_, index columns_, index row_stride_, index column_stride_)
      : data(data_), rows(rows_), columns(columns_), row_stride(row_stride_), column_stride(column_stride_) {
    if (rows < 0 || columns < 0) throw error(status::invalid_argument, "isobit::linalg: a matrix of negative size");
    if (rows > 0 && columns > 0 && data == nullptr)
      throw error(status::invalid_argument, "isobit::linalg: a matrix at a null pointer");
  }
  constexpr operator matrix_view<T const>() const noexcept requires(!std::is_const_v<T>) {
    matrix_view<T const> m;
    m.data = data, m.rows = rows, m.columns = columns;
    m.row_stride = row_stride, m.column_stride = column_stride, m.conjugate = conjugate;
    return m;
  }
  [[nodiscard]] constexpr T& at(index i, index j) const noexcept { return data[i * row_stride + j * column_stride]; }

  /// `count_rows` x `count_columns` from (i, j). Throws `error` where that leaves the matrix.
  [[nodiscard]] constexpr matrix_view block(index i, index j, index count_rows, index count_columns) const {
    if (i < 0 || j < 0 || count_rows < 0 || count_columns < 0 || i > rows - count_rows || j > columns - count_columns)
      throw error(status::invalid_argument, "isobit::linalg: a block that leaves its matrix");
    matrix_view part = *this;
    if (count_rows > 0 && count_columns > 0) part.data += i * row_stride + j * column_stride;
    part.rows = count_rows;
    part.columns = count_columns;
    return part;
  }
  [[nodiscard]] constexpr vector_view<T> row(index i) const {
    vector_view<T> v = block(i, 0, 1, columns).first_line(columns, column_stride);
    return v;
  }
  [[nodiscard]] constexpr vector_view<T> column(index j) const {
    return block(0, j, rows, 1).first_line(rows, row_stride);
  }

private:
  template <class U>
    requires scalar<std::remove_const_t<U>>
  friend struct matrix_view;
  [[nodiscard]] constexpr vector_view<T> first_line(index size, index stride) const {
    vector_view<T> v;
    v.data = data, v.size = size, v.stride = stride, v.conjugate = conjugate;
    return v;
  }
};

/// Columns one after another, `leading` elements apart (at least the number of rows, which it is if left out).
template <class T>
[[nodiscard]] constexpr matrix_view<T> column_major(T* data, index rows, index columns, index leading) {
  if (leading < rows || leading < 1)
    throw error(
        status::invalid_argument,
        "isobit::linalg: the leading dimension is smaller than a column; it must be at least the number of rows");
  return {data, rows, columns, 1, leading};
}
template <class T> [[nodiscard]] constexpr matrix_view<T> column_major(T* data, index rows, index columns) {
  return {data, rows, columns, 1, rows};
}
/// Rows one after another, `leading` elements apart (at least the number of columns, which it is if left out).
template <class T> [[nodiscard]] constexpr matrix_view<T> row_major(T* data, index rows, index columns, index leading) {
  if (leading < columns || leading < 1)
    throw error(
        status::invalid_argument,
        "isobit::linalg: the leading dimension is smaller than a row; it must be at least the number of columns");
  return {data, rows, columns, leading, 1};
}
template <class T> [[nodiscard]] constexpr matrix_view<T> row_major(T* data, index rows, index columns) {
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
template <class T> [[nodiscard]] constexpr vector_view<T const> conjugated(vector_view<T> v) noexcept {
  vector_view<T const> c = v;
  c.conjugate = !c.conjugate;
  return c;
}
/// The conjugate transpose.
template <class T> [[nodiscard]] constexpr matrix_view<T const> adjoint(matrix_view<T> m) noexcept {
  return conjugated(transposed(m));
}

/// What an operation reads; never decides the element type, so that writable views are accepted.
template <class T> using input_matrix = std::type_identity_t<matrix_view<T const>>;
template <class T> using input_vector = std::type_identity_t<vector_view<T const>>;

/// Which half of a square matrix is read or written, its diagonal included.
enum class triangle { lower, upper };
/// Whether a triangular matrix has ones on its diagonal, which are then not read.
enum class diagonal { stored, ones };

}  // namespace linalg

ISOBIT_NAMESPACE_END
