#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <isobit/driver/threads.hpp>
#include <isobit/sparse/csr.hpp>

ISOBIT_NAMESPACE_BEGIN

/// Matrices as text, in the Matrix Market's exchange format. Numbers are read correctly rounded, and written with the
/// fewest characters that read back as the same number; inf, -inf and nan are numbers as well. What is wrong with a
/// text is an `error` (malformed_bytes) that names its line; what is finite and too large for the type is wrong, too.
namespace sparse::matrix_market {

enum class number_kind { real, integer, complex, pattern };
enum class symmetry_kind { general, symmetric, skew_symmetric, hermitian };

/// The word for it in a text's first line: "real", "skew-symmetric".
[[nodiscard]] ISOBIT_API char const* name_of(number_kind numbers) noexcept;
[[nodiscard]] ISOBIT_API char const* name_of(symmetry_kind symmetry) noexcept;

/// What a text says about itself before the numbers come.
struct header {
  bool is_array = false;  ///< all numbers, column by column ("array"); else places with their numbers ("coordinate")
  number_kind numbers = number_kind::real;
  symmetry_kind symmetry = symmetry_kind::general;  ///< where there is one, the text holds the lower triangle only
  index rows = 0, columns = 0;
  index entries = 0;  ///< how many lines with an entry follow
  index lines = 0;    ///< how many were read: the last has the sizes
};

/// Reads up to the sizes, so that one can decide on the type to read the rest with.
///
///     std::ifstream file("matrix.mtx");
///     auto const about = isobit::sparse::matrix_market::read_header(file);
///     bool const is_complex = about.numbers == isobit::sparse::matrix_market::number_kind::complex;
ISOBIT_API header read_header(std::istream& in);

/// A dense matrix of its own, column after column.
template <scalar T> struct dense_matrix {
  index rows = 0, columns = 0;
  std::vector<T> values;

  [[nodiscard]] matrix_view<T const> view() const { return column_major(values.data(), rows, columns); }
};

/// What lines of a text name: values[k] in row rows[k] and column columns[k], numbered from 0, both triangles where the
/// text holds one.
template <scalar T> struct places {
  std::vector<std::int64_t> rows, columns;
  std::vector<T> values;
  index lines = 0;  ///< with an entry; `header::entries` of the whole text
};

namespace detail {
template <class T> ISOBIT_API places<T> read_places(std::istream& in, header const& about);
template <class T, class Index>
ISOBIT_API csr_matrix<T, Index> read_rows(driver_ref const& on, std::istream& in, header const& about, index first,
                                          index count);
template <class T> ISOBIT_API dense_matrix<T> read_dense(std::istream& in, header const& about);
}  // namespace detail

/// The matrix that a text holds: both triangles where it holds one of them, a place that occurs several times as
/// `from_triplets` adds it up, all of a pattern as 1, and of an array what is not zero. Integers that no T is are
/// refused; written as real, they would be rounded. A zero is +0. Throws `error` where indices cannot count the rows,
/// columns or entries.
///
///     std::ifstream file("matrix.mtx");
///     auto a = isobit::sparse::matrix_market::read<double>(file);
template <scalar T, index_type Index = std::int32_t>
[[nodiscard]] csr_matrix<T, Index> read(std::istream& in, driver_ref const& on = {}) {
  auto const about = read_header(in);
  return detail::read_rows<T, Index>(on, in, about, 0, about.rows);
}
/// What follows a header.
template <scalar T, index_type Index = std::int32_t>
[[nodiscard]] csr_matrix<T, Index> read(std::istream& in, header const& about, driver_ref const& on = {}) {
  return detail::read_rows<T, Index>(on, in, about, 0, about.rows);
}
/// Some of the rows: `count` of them, from `first` on. The others are looked at and not kept, so that each of several
/// ranks can read its own. Throws `error` for rows that there are not.
///
///     std::ifstream file("matrix.mtx");
///     auto const about = isobit::sparse::matrix_market::read_header(file);
///     auto upper_half = isobit::sparse::matrix_market::read_rows<double>(file, about, 0, about.rows / 2);
template <scalar T, index_type Index = std::int32_t>
[[nodiscard]] csr_matrix<T, Index> read_rows(std::istream& in, header const& about, index first, index count,
                                             driver_ref const& on = {}) {
  return detail::read_rows<T, Index>(on, in, about, first, count);
}

/// The same as a dense matrix, 0 where nothing is stored. The zeros of an array keep their signs.
///
///     std::ifstream file("vector.mtx");
///     auto x = isobit::sparse::matrix_market::read_dense<double>(file).values;
template <scalar T> [[nodiscard]] dense_matrix<T> read_dense(std::istream& in) {
  return detail::read_dense<T>(in, read_header(in));
}
template <scalar T> [[nodiscard]] dense_matrix<T> read_dense(std::istream& in, header const& about) {
  return detail::read_dense<T>(in, about);
}

/// The entries of some lines of a text of places, of whose header `about` is; up to the stream's end. So each of
/// several ranks can read a part of a file that begins and ends with a line, and `mpi::sparse::from_triplets` makes the
/// matrix of all. Errors count lines as if these came right behind the header. Throws `error` for an array.
///
///     std::ifstream file("matrix.mtx");
///     auto const about = isobit::sparse::matrix_market::read_header(file);
///     auto const all = isobit::sparse::matrix_market::read_places<double>(file, about);
template <scalar T> [[nodiscard]] places<T> read_places(std::istream& in, header const& about) {
  return detail::read_places<T>(in, about);
}

/// How to write a matrix: by default all of its entries, as the numbers that they are.
struct style {
  std::optional<number_kind> numbers = {};
  symmetry_kind symmetry = symmetry_kind::general;  ///< others: one triangle only
  std::string comment = {};                         ///< lines of text that go to the top
};

namespace detail {
template <class T, class Index, class Offset>
ISOBIT_API void write(std::ostream& out, csr_view<T, Index, Offset> const& a, style const& how);
template <class T> ISOBIT_API void write_dense(std::ostream& out, matrix_view<T const> a, style const& how);
}  // namespace detail

/// Writes a matrix, entry by entry, row by row. Throws `error` before it writes where the matrix has not the symmetry,
/// or the kind of numbers; and where the stream fails. The sign of a NaN is not written.
///
///     std::ofstream file("matrix.mtx");
///     isobit::sparse::matrix_market::write(file, a);
template <scalar T, index_type Index, index_type Offset>
void write(std::ostream& out, csr_view<T, Index, Offset> const& a, style const& how = {}) {
  detail::write<T, Index, Offset>(out, a, how);
}
template <scalar T, index_type Index, index_type Offset>
void write(std::ostream& out, csr_matrix<T, Index, Offset> const& a, style const& how = {}) {
  detail::write<T, Index, Offset>(out, a.view(), how);
}
/// Writes a dense matrix as an array.
///
///     std::ofstream file("vector.mtx");
///     isobit::sparse::matrix_market::write<double>(file, isobit::as_column(isobit::vector_view<double const>(x)));
template <scalar T> void write(std::ostream& out, linalg::input_matrix<T> a, style const& how = {}) {
  detail::write_dense<T>(out, a, how);
}

}  // namespace sparse::matrix_market

ISOBIT_NAMESPACE_END
