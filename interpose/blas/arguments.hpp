#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <isobit/driver/threads.hpp>
#include <isobit/linalg/structured.hpp>
#include <isobit/linalg/view.hpp>

#include "linalg/blas_layout.hpp"
#include "linalg/number.hpp"
#include "linalg/stored_range.hpp"
#include "message.hpp"
#include "settings.hpp"

/// From BLAS's arguments to views, and what is wrong with them.
namespace isobit::interpose::blas {

using linalg::diagonal;
using linalg::index;
using linalg::is_complex;
using linalg::is_unity;
using linalg::is_zero;
using linalg::matrix_view;
using linalg::real_of;
using linalg::structured_view;
using linalg::triangle;
using linalg::vector_view;
using single_complex = std::complex<float>;
using double_complex = std::complex<double>;

template <class T>
inline constexpr char type_letter = is_complex<T> ? (sizeof(T) == 8 ? 'c' : 'z') : (sizeof(T) == 4 ? 's' : 'd');

/// CBLAS takes real scalars by value and complex ones by address, arrays of complex numbers as void*.
template <class T> using c_scalar = std::conditional_t<is_complex<T>, void const*, T>;
template <class T> using c_array = std::conditional_t<is_complex<T>, void, T>;
template <class T> T value_of(c_scalar<T> x) {
  if constexpr (is_complex<T>)
    return *static_cast<T const*>(x);
  else
    return x;
}

enum class layout { columns, rows };
enum class operation { none, transpose, adjoint };
enum class side { left, right };

/// What stands behind a letter of Fortran or a number of CBLAS; nothing if it is neither of the known ones.
template <class Meaning> struct choice {
  char letter;
  int number;
  Meaning meaning;
};
inline constexpr choice<layout> layouts[] = {{'C', 102, layout::columns}, {'R', 101, layout::rows}};
inline constexpr choice<operation> operations[] = {
    {'N', 111, operation::none}, {'T', 112, operation::transpose}, {'C', 113, operation::adjoint}};
inline constexpr choice<triangle> triangles[] = {{'U', 121, triangle::upper}, {'L', 122, triangle::lower}};
inline constexpr choice<diagonal> diagonals[] = {{'N', 131, diagonal::stored}, {'U', 132, diagonal::ones}};
inline constexpr choice<side> sides[] = {{'L', 141, side::left}, {'R', 142, side::right}};

template <class Choices> auto chosen(Choices const& choices, char const* letter) {
  std::optional<decltype(choices[0].meaning)> result;
  for (auto const& each : choices)
    if (*letter == each.letter || *letter == each.letter - 'A' + 'a') result = each.meaning;
  return result;
}
template <class Choices> auto chosen(Choices const& choices, int number) {
  std::optional<decltype(choices[0].meaning)> result;
  for (auto const& each : choices)
    if (number == each.number) result = each.meaning;
  return result;
}

/// Who was called: CBLAS's functions, and a few of Fortran's, have the layout as one more argument in front.
struct entry {
  bool c;
  bool layout_first;
  std::optional<layout> order;
};
inline entry fortran_entry() { return {false, false, layout::columns}; }
inline entry c_entry(int order) { return {true, true, chosen(layouts, order)}; }

/// Collects the first argument that makes no sense. Positions are Fortran's, from 1.
class arguments {
public:
  arguments(entry from, char letter, char const* stem) : from_(from), letter_(letter), stem_(stem) {
    if (!from.order) wrong_ = 1;
  }
  void require(int position, bool makes_sense) {
    if (!makes_sense && wrong_ == 0) wrong_ = position + (from_.layout_first ? 1 : 0);
  }
  /// A leading dimension of a matrix that is stored so.
  void require_leading(int position, index leading, index rows, index columns) {
    require(position, leading >= std::max<index>(1, from_.order == layout::rows ? columns : rows));
  }
  /// Says so, as BLAS's xerbla does, if one was wrong. The routine then does nothing.
  [[nodiscard]] bool refused() const {
    if (wrong_ != 0)
      dprintf(STDERR_FILENO, "isobit_blas: on entry to %s%c%s parameter number %d had an illegal value\n",
              from_.c ? "cblas_" : "", letter_, stem_, wrong_);
    return wrong_ != 0;
  }
  [[nodiscard]] int wrong() const { return wrong_; }

private:
  entry from_;
  char letter_;
  char const* stem_;
  int wrong_ = 0;
};

/// A matrix as it is stored. Without the checks of column_major(): they have been made, and with alpha = 0 a null
/// pointer is allowed.
template <class T> matrix_view<T> stored(entry from, T* data, index rows, index columns, index leading) {
  matrix_view<T> m;
  m.data = data, m.rows = rows, m.columns = columns;
  m.row_stride = from.order == layout::rows ? leading : 1;
  m.column_stride = from.order == layout::rows ? 1 : leading;
  return m;
}

/// A packed half, and a band, as they are stored.
template <class T>
structured_view<T> packed(entry from, triangle half, T const* data, index n, diagonal kind = diagonal::stored) {
  return linalg::packed_as(from.order == layout::rows, half, data, n, kind);
}
template <class T>
structured_view<T> banded(entry from, T const* data, index rows, index columns, index below, index above, index leading,
                          diagonal kind = diagonal::stored) {
  return linalg::banded_as(from.order == layout::rows, data, rows, columns, below, above, leading, kind);
}
/// One half of a square matrix, of which `width` diagonals beside the main one are stored.
template <class T>
structured_view<T> banded_half(entry from, triangle half, T const* data, index n, index width, index leading,
                               diagonal kind = diagonal::stored) {
  linalg::diagonals_beside const beside(half, width);
  return banded(from, data, n, n, beside.below, beside.above, leading, kind);
}

/// op(m), where m is stored as rows x columns if op is none, else as columns x rows.
template <class Matrix> Matrix applied(operation op, Matrix m) {
  switch (op) {
  case operation::transpose:
    return linalg::transposed(m);
  case operation::adjoint:
    return linalg::adjoint(m);
  default:
    return m;
  }
}
inline triangle applied(operation op, triangle half) { return op == operation::none ? half : linalg::other(half); }

/// With a negative increment the first element is the one at the highest address.
template <class T> vector_view<T> elements(T* data, index size, index increment) {
  vector_view<T> v;
  v.data = increment < 0 && size > 0 ? data + (1 - size) * increment : data;
  v.size = size, v.stride = increment;
  return v;
}

/// Copies of what is read, for a call in which it shares memory with what is written.
template <class T> class separate;
template <class T> class separate<matrix_view<T const>> {
public:
  explicit separate(matrix_view<T const> from) : values_(static_cast<std::size_t>(from.rows * from.columns)) {
    for (index j = 0; j < from.columns; ++j)
      for (index i = 0; i < from.rows; ++i) values_[static_cast<std::size_t>(j * from.rows + i)] = from.at(i, j);
    view_ = {values_.data(), from.rows, from.columns, 1, from.rows};
    view_.conjugate = from.conjugate;
  }
  [[nodiscard]] matrix_view<T const> view() const { return view_; }

private:
  std::vector<T> values_;
  matrix_view<T const> view_;
};
template <class T> class separate<vector_view<T const>> {
public:
  explicit separate(vector_view<T const> from) : values_(static_cast<std::size_t>(from.size)) {
    for (index i = 0; i < from.size; ++i) values_[static_cast<std::size_t>(i)] = from.data[i * from.stride];
    conjugate_ = from.conjugate;
  }
  [[nodiscard]] vector_view<T const> view() const {
    vector_view<T const> v(values_.data(), static_cast<index>(values_.size()));
    v.conjugate = conjugate_;
    return v;
  }

private:
  std::vector<T> values_;
  bool conjugate_;
};
template <class T> class separate<structured_view<T>> {
public:
  explicit separate(structured_view<T> const& from) : view_(from) {
    if (from.rows == 0 || from.columns == 0) return;
    linalg::stored_range const stored(from);
    values_.assign(from.data + stored.lowest, from.data + stored.highest + 1);
    view_.data = values_.data() - stored.lowest;
  }
  [[nodiscard]] structured_view<T> view() const { return view_; }

private:
  std::vector<T> values_;
  structured_view<T> view_;
};

/// body(inputs...). No exception leaves it: the callers are C and Fortran.
template <class Body, class... Inputs> auto compute(char const* stem, Body body, Inputs... inputs) noexcept {
  try {
    try {
      return body(inputs...);
    } catch (error const&) {
      if constexpr (sizeof...(Inputs) == 0) throw;
      // Sizes have been checked, so it is memory that inputs and outputs share. Nothing has been written yet.
      return [&](auto const&... copies) { return body(copies.view()...); }(separate<Inputs>(inputs)...);
    }
  } catch (std::exception const& problem) {
    fail(std::string(stem) + " has no result: " + problem.what());
  }
}

/// So many threads as the environment asks for.
class wanted_threads {
public:
  [[nodiscard]] std::size_t parts(std::size_t count) const noexcept {
    return given() ? threads(the_settings().threads).parts(count) : automatic().parts(count);
  }
  void run(std::size_t parts, task_ref body) const {
    given() ? threads(the_settings().threads).run(parts, body) : automatic().run(parts, body);
  }

private:
  static bool given() noexcept { return the_settings().threads != 0; }
};

}  // namespace isobit::interpose::blas
