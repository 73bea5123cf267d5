#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <ranges>
#include <span>
#include <vector>

#include <isobit/mpi/sparse_matrix.hpp>
#include <isobit/sparse/assemble.hpp>
#include <isobit/sparse/assembler.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::sparse {

/// Numbers of rows or columns of the whole matrix, of 32 or 64 bits, as an argument: any contiguous range of them.
class global_indices {
public:
  template <std::ranges::contiguous_range Range>
    requires isobit::sparse::index_type<std::ranges::range_value_t<Range>> global_indices(Range const& range)
  noexcept {
    std::span const all(std::ranges::data(range), std::ranges::size(range));
    if constexpr (sizeof(std::ranges::range_value_t<Range>) == sizeof(std::int64_t)) {
      view_ = all;
    } else {
      // Thrown here, it would leave the other ranks waiting.
      try {
        copy_.assign(all.begin(), all.end());
      } catch (...) {
        problem_ = std::current_exception();
      }
      view_ = copy_;
    }
  }
  global_indices(global_indices const&) = delete;
  global_indices& operator=(global_indices const&) = delete;

  [[nodiscard]] std::span<std::int64_t const> view() const noexcept { return view_; }
  [[nodiscard]] std::exception_ptr const& problem() const noexcept { return problem_; }

private:
  std::vector<std::int64_t> copy_;
  std::span<std::int64_t const> view_;
  std::exception_ptr problem_;
};

namespace detail {

template <class T> using contribution_list = isobit::sparse::detail::contribution_list<T, std::int64_t>;

/// Contributions to rows anywhere, as they lie.
template <class T> struct contributions {
  std::span<std::int64_t const> i, j;
  std::span<T const> values;
  std::span<isobit::sparse::detail::wide_sum<T, std::int64_t> const> wide = {};
  bool of_vector = false;  ///< then there is one column, and no j
};
/// All ranks' contributions, each on the rank that has its row, by the numbers that rows have there. Those for others
/// are condensed before they travel.
template <class T>
ISOBIT_API contribution_list<T> bring_home(row_distribution const& rows, std::int64_t columns,
                                           contributions<T> const& from, MPI_Comm comm,
                                           std::exception_ptr const& problem, char const* what);
template <class T>
ISOBIT_API distributed_matrix<T> assemble(driver_ref const& on, row_distribution const& rows,
                                          row_distribution const& columns, contributions<T> const& from, MPI_Comm comm,
                                          std::exception_ptr const& problem);
template <class T>
ISOBIT_API std::vector<T> assemble_vector(driver_ref const& on, row_distribution const& rows,
                                          contributions<T> const& from, MPI_Comm comm,
                                          std::exception_ptr const& problem);

}  // namespace detail

/// The matrix whose entry at (r, c) is the sum of all ranks' values[k] with i[k] = r and j[k] = c, computed exactly and
/// rounded once: which rank contributed what cannot show, and the bits are those of isobit::sparse::from_triplets.
/// Contributions to rows of other ranks travel once, as few numbers as have their exact sum. Collective; throws
/// `error`, on every rank, for indices outside of the matrix and spans of different sizes on one.
///
///     auto where = isobit::mpi::sparse::row_distribution::even(n, ranks);
///     auto a = isobit::mpi::sparse::from_triplets<double>(where, i, j, values, MPI_COMM_WORLD);
template <scalar T>
[[nodiscard]] distributed_matrix<T> from_triplets(row_distribution const& rows, row_distribution const& columns,
                                                  global_indices const& i, global_indices const& j,
                                                  std::type_identity_t<std::span<T const>> values, MPI_Comm comm,
                                                  driver_ref const& on = serial()) {
  return detail::assemble<T>(on, rows, columns, {i.view(), j.view(), values}, comm,
                             i.problem() ? i.problem() : j.problem());
}
/// The same for a square matrix, whose columns are spread as its rows.
template <scalar T>
[[nodiscard]] distributed_matrix<T>
from_triplets(row_distribution const& rows, global_indices const& i, global_indices const& j,
              std::type_identity_t<std::span<T const>> values, MPI_Comm comm, driver_ref const& on = serial()) {
  return from_triplets<T>(rows, rows, i, j, values, comm, on);
}

/// This rank's elements of the vector whose element r is the sum of all ranks' values[k] with i[k] = r, exactly,
/// rounded once; +0 where there are none. Collective; throws as `from_triplets`.
///
///     std::vector<double> f = isobit::mpi::sparse::scatter_add<double>(where, i, values, MPI_COMM_WORLD);
template <scalar T>
[[nodiscard]] std::vector<T> scatter_add(row_distribution const& rows, global_indices const& i,
                                         std::type_identity_t<std::span<T const>> values, MPI_Comm comm,
                                         driver_ref const& on = serial()) {
  return detail::assemble_vector<T>(on, rows, {i.view(), {}, values, {}, true}, comm, i.problem());
}

/// A matrix from contributions that come one after another, on every rank: isobit::sparse::assembler over MPI. Adding
/// is local; `finish` is a call of all ranks.
///
///     isobit::mpi::sparse::assembler<double> matrix(where, MPI_COMM_WORLD);
///     for (auto const& element : my_elements) matrix.add(element.dofs, element.stiffness());
///     auto a = matrix.finish();
template <scalar T> class assembler {
public:
  assembler(row_distribution const& rows, row_distribution const& columns, MPI_Comm comm,
            std::size_t room = isobit::sparse::detail::usual_room)
      : rows_(rows), columns_(columns), comm_(comm) {
    list_.rows = static_cast<index>(rows.rows()), list_.columns = static_cast<index>(columns.rows()),
    list_.limit = room;
  }
  assembler(row_distribution const& rows, MPI_Comm comm, std::size_t room = isobit::sparse::detail::usual_room)
      : assembler(rows, rows, comm, room) {}

  /// As those of isobit::sparse::assembler, with the numbers of rows and columns in the whole matrix.
  void add(std::int64_t i, std::int64_t j, T value) {
    if (i < 0 || j < 0) return;
    isobit::sparse::detail::require_below("row", i, list_.rows);
    isobit::sparse::detail::require_below("column", j, list_.columns);
    list_.add(i, j, value);
  }
  void add(std::span<std::int64_t const> dofs, isobit::linalg::input_matrix<T> block) { add(dofs, dofs, block); }
  void add(std::span<std::int64_t const> row_dofs, std::span<std::int64_t const> column_dofs,
           isobit::linalg::input_matrix<T> block) {
    isobit::sparse::detail::add_block<T, std::int64_t>(list_, row_dofs, column_dofs, block);
  }

  /// Adds all that another has been given, of a thread of this rank, say. Throws `error` where that is for a matrix of
  /// another size.
  void merge(assembler const& other) { list_.add(other.list_); }

  /// The matrix of what all ranks added so far.
  [[nodiscard]] distributed_matrix<T> finish(driver_ref const& on = serial()) const {
    return detail::assemble<T>(on, rows_, columns_, {list_.i, list_.j, list_.values, list_.wide}, comm_, nullptr);
  }

private:
  row_distribution rows_, columns_;
  MPI_Comm comm_;
  detail::contribution_list<T> list_;
};

/// The same for a vector.
///
///     isobit::mpi::sparse::vector_assembler<double> load(where, MPI_COMM_WORLD);
///     for (auto const& element : my_elements) load.add(element.dofs, element.forces());
///     std::vector<double> f = load.finish();  // this rank's elements
template <scalar T> class vector_assembler {
public:
  vector_assembler(row_distribution const& rows, MPI_Comm comm, std::size_t room = isobit::sparse::detail::usual_room)
      : rows_(rows), comm_(comm) {
    list_.rows = static_cast<index>(rows.rows()), list_.columns = 1, list_.limit = room;
  }

  void add(std::int64_t i, T value) {
    if (i < 0) return;
    isobit::sparse::detail::require_below("row", i, list_.rows);
    list_.add(i, 0, value);
  }
  void add(std::span<std::int64_t const> dofs, isobit::linalg::input_vector<T> values) {
    constexpr std::int64_t column[] = {0};
    isobit::sparse::detail::add_block<T, std::int64_t>(list_, dofs, column, as_column(values));
  }

  void merge(vector_assembler const& other) { list_.add(other.list_); }

  /// This rank's elements of the sums of what all ranks added so far.
  [[nodiscard]] std::vector<T> finish(driver_ref const& on = serial()) const {
    return detail::assemble_vector<T>(on, rows_, {list_.i, list_.j, list_.values, list_.wide}, comm_, nullptr);
  }

private:
  row_distribution rows_;
  MPI_Comm comm_;
  detail::contribution_list<T> list_;
};

/// Contributions whose places are known once, and whose values change: PETSc's COO assembly. Of the values of rows that
/// others have, the numbers alone travel.
///
///     isobit::mpi::sparse::coo_pattern pattern(where, i, j, MPI_COMM_WORLD);
///     auto a = pattern.assemble<double>(values);
///     pattern.set_values<double>(other_values, a);
class ISOBIT_API coo_pattern {
public:
  /// Collective, as are the others; all throw `error`, on every rank, where something does not fit on one.
  coo_pattern(row_distribution const& rows, row_distribution const& columns, global_indices const& i,
              global_indices const& j, MPI_Comm comm, driver_ref const& on = serial())
      : rows_(rows), columns_(columns), comm_(comm) {
    find_places(on, i.view(), j.view(), i.problem() ? i.problem() : j.problem());
  }
  coo_pattern(row_distribution const& rows, global_indices const& i, global_indices const& j, MPI_Comm comm,
              driver_ref const& on = serial())
      : coo_pattern(rows, rows, i, j, comm, on) {}

  /// The matrix of these values, one for each place of this rank: that of `from_triplets`.
  template <scalar T>
  [[nodiscard]] distributed_matrix<T> assemble(std::span<T const> values, driver_ref const& on = serial()) const;
  /// Gives a matrix that `assemble` made other values.
  template <scalar T>
  void set_values(std::span<T const> values, distributed_matrix<T>& a, driver_ref const& on = serial()) const;

private:
  void find_places(driver_ref const& on, std::span<std::int64_t const> i, std::span<std::int64_t const> j,
                   std::exception_ptr problem);
  template <class T> std::vector<T> bring_home(std::span<T const> values) const;

  row_distribution rows_, columns_;
  MPI_Comm comm_;
  std::vector<std::size_t> kept_, sent_;  // contributions to rows here, and to those of others, by owner
  std::vector<int> sent_counts_;
  std::optional<isobit::sparse::coo_pattern<std::int64_t>> here_;
};

}  // namespace mpi::sparse
ISOBIT_NAMESPACE_END
