#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <isobit/driver/threads.hpp>
#include <isobit/sparse/csr.hpp>
#include <isobit/sum/exact.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace sparse {

namespace detail {

/// A sum that no few numbers stand for: too widely spread, or beyond the range. A part for each of a complex number.
template <class T, class Index> struct wide_sum {
  Index row, column;
  exact parts[linalg::is_complex<T> ? 2 : 1];
};

inline constexpr std::size_t usual_room = std::size_t{1} << 20;

/// Contributions to the entries of a matrix, or others that have the same exact sums.
template <class T, class Index> struct contribution_list {
  index rows = 0, columns = 0;
  std::vector<Index> i, j;
  std::vector<T> values;
  std::vector<wide_sum<T, Index>> wide;
  std::size_t limit = usual_room;  ///< how many there may be before they are condensed

  void add(Index row, Index column, T value);
  void add(contribution_list const& other);
};

/// Leaves a few numbers, or a wide sum, for every entry that had contributions. docs/maths/sparse.md#condensing
template <class T, class Index> ISOBIT_API void condense(contribution_list<T, Index>& list);
/// The matrix of all sums, rounded.
template <class T, class Index>
ISOBIT_API csr_matrix<T, Index> sum_contributions(driver_ref const& on, contribution_list<T, Index>& list);
/// Throws `error` where `number`, of a row or whatever it is, is not below `end`.
ISOBIT_API void require_below(char const* what, std::int64_t number, std::int64_t end);
/// Throws `error` where a block does not have so many rows and columns, or the numbers of these are too large.
template <class Index>
ISOBIT_API void require_block(index rows, index columns, std::span<Index const> row_dofs,
                              std::span<Index const> column_dofs, index block_rows, index block_columns);

template <class T, class Index> void contribution_list<T, Index>::add(Index row, Index column, T value) {
  i.push_back(row);
  j.push_back(column);
  values.push_back(value);
  if (values.size() >= limit) condense<T, Index>(*this);
}
template <class T, class Index> void contribution_list<T, Index>::add(contribution_list const& other) {
  if (&other == this) return add(contribution_list(other));
  if (rows != other.rows || columns != other.columns)
    throw error(status::invalid_argument, "isobit::sparse: assemblers of matrices of different sizes");
  i.insert(i.end(), other.i.begin(), other.i.end());
  j.insert(j.end(), other.j.begin(), other.j.end());
  values.insert(values.end(), other.values.begin(), other.values.end());
  wide.insert(wide.end(), other.wide.begin(), other.wide.end());
  if (values.size() >= limit) condense<T, Index>(*this);
}

/// Adds an element matrix to a list. Rows and columns of negative numbers are left out.
template <class T, class Index>
void add_block(contribution_list<T, Index>& list, std::span<Index const> row_dofs, std::span<Index const> column_dofs,
               matrix_view<T const> const& block) {
  require_block<Index>(list.rows, list.columns, row_dofs, column_dofs, block.rows, block.columns);
  for (std::size_t r = 0; r < row_dofs.size(); ++r) {
    if (row_dofs[r] < 0) continue;
    for (std::size_t c = 0; c < column_dofs.size(); ++c) {
      if (column_dofs[c] < 0) continue;
      T value = block.at(static_cast<index>(r), static_cast<index>(c));
      if constexpr (linalg::is_complex<T>)
        if (block.conjugate) value = {value.real(), negated(value.imag())};
      list.add(row_dofs[r], column_dofs[c], value);
    }
  }
}

/// A matrix of one column as a vector: +0 where it has no entry.
template <class T, class Index> std::vector<T> only_column(csr_matrix<T, Index> const& a) {
  std::vector<T> column(static_cast<std::size_t>(a.rows));
  for (std::size_t i = 0; i < column.size(); ++i)
    if (a.offsets[i] != a.offsets[i + 1]) column[i] = a.values[static_cast<std::size_t>(a.offsets[i])];
  return column;
}

}  // namespace detail

/// A matrix from contributions that come one after another: `from_triplets` of all of them, whatever their order. It
/// keeps a few numbers for every entry, so that memory depends on how many entries there are, not on how many
/// contributions. Negative rows and columns are left out, as by PETSc's MatSetValues: what a boundary condition
/// eliminates has such numbers. To use several threads, give each an assembler of its own and merge them.
///
///     isobit::sparse::assembler<double> matrix(rows, columns);
///     for (auto const& element : elements) matrix.add(element.dofs, element.stiffness());
///     auto a = matrix.finish();
template <scalar T, index_type Index = std::int32_t> class assembler {
public:
  /// With room for so many contributions before it looks for those to one entry. Throws `error` for negative sizes.
  assembler(index rows, index columns, std::size_t room = detail::usual_room) {
    detail::require_sizes(rows, columns);
    list_.rows = rows, list_.columns = columns, list_.limit = room;
  }

  /// Adds to entry (i, j). Throws `error` where the matrix has no such entry, as do the others, with nothing added.
  void add(Index i, Index j, T value) {
    if (i < 0 || j < 0) return;
    detail::require_below("row", i, list_.rows);
    detail::require_below("column", j, list_.columns);
    list_.add(i, j, value);
  }
  /// Adds an element matrix: block(r, c) to entry (dofs[r], dofs[c]).
  ///
  ///     std::vector<int> dofs{7, -1, 3};  // the second is not unknown
  ///     matrix.add(dofs, isobit::row_major<double const>(stiffness, 3, 3));
  void add(std::span<Index const> dofs, linalg::input_matrix<T> block) { add(dofs, dofs, block); }
  /// The same with different rows and columns: block(r, c) to entry (row_dofs[r], column_dofs[c]).
  void add(std::span<Index const> row_dofs, std::span<Index const> column_dofs, linalg::input_matrix<T> block) {
    detail::add_block<T, Index>(list_, row_dofs, column_dofs, block);
  }
  /// Adds all that another has been given. Throws `error` where that is for a matrix of another size.
  void merge(assembler const& other) { list_.add(other.list_); }

  /// The matrix of what was added so far; more may follow. Throws `error` for more entries than offsets can count.
  [[nodiscard]] csr_matrix<T, Index> finish(driver_ref const& on = {}) {
    return detail::sum_contributions<T, Index>(on, list_);
  }
  /// Forgets all that was added.
  void clear() noexcept { list_.i.clear(), list_.j.clear(), list_.values.clear(), list_.wide.clear(); }

  [[nodiscard]] index rows() const noexcept { return list_.rows; }
  [[nodiscard]] index columns() const noexcept { return list_.columns; }
  /// How many numbers it keeps: a few for each entry, and contributions that it has not looked at yet.
  [[nodiscard]] std::size_t numbers() const noexcept { return list_.values.size(); }

private:
  detail::contribution_list<T, Index> list_;
};

/// The same for a vector: `scatter_add` of contributions that come one after another; what other programs do with
/// atomic additions, whose order shows.
///
///     isobit::sparse::vector_assembler<double> load(rows);
///     for (auto const& element : elements) load.add(element.dofs, element.forces());
///     std::vector<double> f = load.finish();
template <scalar T, index_type Index = std::int32_t> class vector_assembler {
public:
  explicit vector_assembler(index size, std::size_t room = detail::usual_room) : matrix_(size, 1, room) {}

  void add(Index i, T value) { matrix_.add(i, 0, value); }
  /// Adds values[k] to element dofs[k].
  void add(std::span<Index const> dofs, linalg::input_vector<T> values) {
    matrix_.add(dofs, first_column, as_column(values));
  }
  void merge(vector_assembler const& other) { matrix_.merge(other.matrix_); }

  /// The sums so far; +0 where nothing was added.
  [[nodiscard]] std::vector<T> finish(driver_ref const& on = {}) { return detail::only_column(matrix_.finish(on)); }
  void clear() noexcept { matrix_.clear(); }

  [[nodiscard]] index size() const noexcept { return matrix_.rows(); }
  [[nodiscard]] std::size_t numbers() const noexcept { return matrix_.numbers(); }

private:
  static constexpr Index first_column[] = {0};
  assembler<T, Index> matrix_;
};

}  // namespace sparse

ISOBIT_NAMESPACE_END
