#pragma once

#include <algorithm>
#include <vector>

#include <isobit/mpi/block_cyclic.hpp>
#include <isobit/mpi/tree_value.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::linalg::detail {

using mpi::detail::communicator;

/// A factor of a product of block-cyclic matrices: lines (rows of the left factor, columns of the right one) that run
/// along the depth of the product.
template <scalar T> struct factor {
  cyclic_axis lines;
  cyclic_axis depth;
  bool lines_on_rows;         ///< whether the lines are dealt to the rows of the grid, and the depth to its columns
  matrix_view<T const> mine;  ///< this rank's part, a line a row

  /// `lines` are the matrix's rows, or its columns.
  factor(distributed_matrix<T const> const& m, int rank, bool lines_are_rows) {
    block_cyclic const& layout = m.layout;
    lines_on_rows = lines_are_rows != m.transposed;
    lines = lines_on_rows ? layout.row_axis() : layout.column_axis();
    depth = lines_on_rows ? layout.column_axis() : layout.row_axis();
    mine.data = m.data;
    mine.rows = layout.local_rows(rank), mine.columns = layout.local_columns(rank);
    mine.row_stride = 1, mine.column_stride = m.leading;
    mine.conjugate = m.conjugate;
    if (!lines_on_rows) mine = transposed(mine);
  }
};

/// Brings, panel by panel of the depth, the lines of a factor to the ranks that need them: all ranks of one row of the
/// grid need the rows of the result that it holds, all of one column its columns. docs/maths/mpi_linalg.md#panels
template <scalar T> class panel_exchange {
public:
  /// `needed` is how the result deals the lines, to the rows of the grid or to its columns; panels are at most so
  /// deep. Takes all memory, before the ranks agree to go on: here a rank may fail.
  panel_exchange(communicator const& comm, block_cyclic const& grid, factor<T> const& from, cyclic_axis const& needed,
                 bool needed_on_rows, index most_deep)
      : comm_(comm), grid_(grid), factor_(from), needed_on_rows_(needed_on_rows),
        send_lines_(static_cast<std::size_t>(needed.processes)),
        receive_lines_(static_cast<std::size_t>(from.lines.processes)),
        send_counts_(static_cast<std::size_t>(comm.size())), send_offsets_(send_counts_), receive_counts_(send_counts_),
        receive_offsets_(send_counts_), starts_(send_lines_.size()) {
    int const rank = comm.rank();
    int const holder = place(rank, from.lines_on_rows), taker = place(rank, needed_on_rows);
    for (index l = 0; l < from.mine.rows; ++l)
      send_lines_[static_cast<std::size_t>(needed.owner(from.lines.global(l, holder)))].push_back(l);
    lines_ = needed.count(taker);
    for (index l = 0; l < lines_; ++l)
      receive_lines_[static_cast<std::size_t>(from.lines.owner(needed.global(l, taker)))].push_back(l);
    send_.reserve(static_cast<std::size_t>(from.mine.rows * std::min(most_deep, from.mine.columns)));
    receive_.resize(static_cast<std::size_t>(lines_ * most_deep));
    panel_.resize(receive_.size());
  }

  /// The elements [first, first + count) of this rank's lines, a line a row of the view, which lives until the next
  /// call. All ranks make the same calls.
  matrix_view<T const> fetch(index first, index count) {
    int const ranks = comm_.size(), rank = comm_.rank();
    auto const format = mpi::detail::wire_format_of<T>();
    int const my_place = place(rank, !factor_.lines_on_rows);
    index const begin = factor_.depth.below(first, my_place), end = factor_.depth.below(first + count, my_place);
    send_.clear();
    for (std::size_t taker = 0; taker < send_lines_.size(); ++taker) {
      starts_[taker] = send_.size();
      for (index p = begin; p < end; ++p)
        for (index const l : send_lines_[taker]) send_.push_back(factor_.mine.at(l, p));
    }
    std::size_t received = 0;
    for (int other = 0; other < ranks; ++other) {
      auto const at = static_cast<std::size_t>(other);
      // Ranks that need the same lines read the same place.
      auto const taker = static_cast<std::size_t>(place(other, needed_on_rows_));
      send_counts_[at] = static_cast<int>(send_lines_[taker].size()) * static_cast<int>(end - begin) * format.items;
      send_offsets_[at] = static_cast<int>(starts_[taker]) * format.items;
      auto const elements = lines_from(other).size() * static_cast<std::size_t>(depth_from(other, first, count));
      receive_counts_[at] = static_cast<int>(elements) * format.items;
      receive_offsets_[at] = static_cast<int>(received) * format.items;
      received += elements;
    }
    mpi::detail::check(MPI_Alltoallv(send_.data(), send_counts_.data(), send_offsets_.data(), format.type,
                                     receive_.data(), receive_counts_.data(), receive_offsets_.data(), format.type,
                                     comm_.handle()),
                       "MPI_Alltoallv");

    T const* next = receive_.data();
    for (int other = 0; other < ranks; ++other) {
      int const other_place = place(other, !factor_.lines_on_rows);
      index const other_begin = factor_.depth.below(first, other_place), other_count = depth_from(other, first, count);
      for (index p = other_begin; p < other_begin + other_count; ++p) {
        T* const column = panel_.data() + (factor_.depth.global(p, other_place) - first) * lines_;
        for (index const l : lines_from(other)) column[l] = *next++;
      }
    }
    matrix_view<T const> result;
    result.data = panel_.data();
    result.rows = lines_, result.columns = count;
    result.row_stride = 1, result.column_stride = lines_;
    result.conjugate = factor_.mine.conjugate;
    return result;
  }

private:
  [[nodiscard]] int place(int rank, bool on_rows) const noexcept {
    return on_rows ? grid_.process_row(rank) : grid_.process_column(rank);
  }
  [[nodiscard]] std::vector<index> const& lines_from(int rank) const noexcept {
    return receive_lines_[static_cast<std::size_t>(place(rank, factor_.lines_on_rows))];
  }
  [[nodiscard]] index depth_from(int rank, index first, index count) const noexcept {
    int const at = place(rank, !factor_.lines_on_rows);
    return factor_.depth.below(first + count, at) - factor_.depth.below(first, at);
  }

  communicator const& comm_;
  block_cyclic const& grid_;
  factor<T> const& factor_;
  bool needed_on_rows_;
  index lines_ = 0;
  std::vector<std::vector<index>> send_lines_;     // local lines, by who needs them
  std::vector<std::vector<index>> receive_lines_;  // lines of the panel, by who holds them
  std::vector<int> send_counts_, send_offsets_, receive_counts_, receive_offsets_;
  std::vector<std::size_t> starts_;  // in send_, by who needs it
  std::vector<T> send_, receive_, panel_;
};

}  // namespace mpi::linalg::detail
ISOBIT_NAMESPACE_END
