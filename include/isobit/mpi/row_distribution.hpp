#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

/// Sparse matrices whose rows are spread over the ranks of a communicator. Every entry is rounded once, so that the
/// bits are those of isobit::sparse on one process, for any number of ranks and any way to spread the rows.
namespace sparse {

using isobit::linalg::index;

/// Which rank has which row of a matrix, and which elements of a vector. A rank keeps its rows in ascending order. The
/// same on every rank; copies share their memory.
///
///     using isobit::mpi::sparse::row_distribution;
///     auto even = row_distribution::even(1000, 4);                  // 250 each
///     auto blocks = row_distribution::blocks(std::vector{10, 0, 990});  // one block a rank
///     auto cyclic = row_distribution::cyclic(1000, 64, 4);          // blocks of 64, in turn
///     auto listed = row_distribution::list(partition, 4);           // row i on rank partition[i], as METIS has it
class ISOBIT_API row_distribution {
public:
  /// No rows, on no rank.
  row_distribution();
  /// As many rows a rank as can be, the first ranks one more. Throws `error` for negative rows and no ranks, as the
  /// others do.
  [[nodiscard]] static row_distribution even(std::int64_t rows, int ranks);
  [[nodiscard]] static row_distribution blocks(std::span<std::int64_t const> sizes);
  [[nodiscard]] static row_distribution blocks(std::span<int const> sizes);
  [[nodiscard]] static row_distribution cyclic(std::int64_t rows, std::int64_t block, int ranks);
  /// Keeps a few numbers for every row on every rank. Throws `error` for owners that are not among the ranks.
  [[nodiscard]] static row_distribution list(std::span<int const> owners, int ranks);

  [[nodiscard]] std::int64_t rows() const noexcept;
  [[nodiscard]] int ranks() const noexcept;
  /// How many rows a rank has.
  [[nodiscard]] index count(int rank) const noexcept;
  /// Who has a row, and which of its rows it is.
  [[nodiscard]] int owner(std::int64_t row) const noexcept;
  [[nodiscard]] index local(std::int64_t row) const noexcept;
  /// Which row is a rank's number `local`.
  [[nodiscard]] std::int64_t global(index local, int rank) const noexcept;
  /// A number that distributions which differ have hardly ever in common.
  [[nodiscard]] std::uint64_t hash() const noexcept;

private:
  struct layout;
  explicit row_distribution(std::shared_ptr<layout const> of) : layout_(std::move(of)) {}
  std::shared_ptr<layout const> layout_;
};

/// The elements of a vector that belong to a rank; `whole` has all of them.
///
///     std::vector<double> mine = isobit::mpi::sparse::part_of<double>(where, rank, whole);
template <isobit::linalg::scalar T>
[[nodiscard]] std::vector<T> part_of(row_distribution const& rows, int rank, std::span<T const> whole) {
  std::vector<T> part(static_cast<std::size_t>(rows.count(rank)));
  for (std::size_t i = 0; i < part.size(); ++i)
    part[i] = whole[static_cast<std::size_t>(rows.global(static_cast<index>(i), rank))];
  return part;
}

}  // namespace sparse
}  // namespace mpi
ISOBIT_NAMESPACE_END
