#include "driver/mpi/linalg_split.hpp"

#include <algorithm>
#include <span>

#include <isobit/driver/mpi/merge.hpp>
#include <isobit/driver/mpi/wire.hpp>
#include <isobit/driver/parts.hpp>

#include "fp/environment.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::linalg::detail {

namespace {

using isobit::linalg::partial_sum;
using mpi::detail::check;

/// A block of the result is this wide and high: some megabytes of partial sums, and tiles enough to share.
constexpr index block_size = 512;
/// So many exact sums at once, a kilobyte or two each.
constexpr std::size_t exact_chunk = 2048;

/// The datatype of a partial sum, and the operation that merges two.
mpi::detail::wire_operation const& merging() {
  static mpi::detail::wire_operation const handles =
      mpi::detail::make_operation(mpi::detail::make_struct({{0, 3, MPI_DOUBLE}}, sizeof(partial_sum)),
                                  [](void* in, void* in_out, int* count, MPI_Datatype*) {
                                    // MPI may call this on a thread of its own.
                                    in_standard_environment([&](environment_guard&) {
                                      auto const* const theirs = static_cast<partial_sum const*>(in);
                                      auto* const mine = static_cast<partial_sum*>(in_out);
                                      for (int i = 0; i < *count; ++i) mine[i].add(theirs[i]);
                                    });
                                  });
  return handles;
}

/// Leaves the merged sums on the ranks that want them. Not in place: MPICH 4.0.2 reads from
/// MPI_IN_PLACE in some reductions to a root.
void merge(communicator const& comm, std::vector<partial_sum>& sums, int root) {
  auto const& [type, operation] = merging();
  int const count = static_cast<int>(sums.size());
  std::vector<partial_sum> merged(sums.size());
  if (root == every_rank)
    check(MPI_Allreduce(sums.data(), merged.data(), count, type, operation, comm.handle()), "MPI_Allreduce");
  else
    check(MPI_Reduce(sums.data(), merged.data(), count, type, operation, root, comm.handle()), "MPI_Reduce");
  sums.swap(merged);
}

/// The entries that any rank has left open, the same list on all: an allreduce need not leave the same bits everywhere.
/// Sets `failed` on all ranks if it is on one.
std::vector<index> open_anywhere(communicator const& comm, std::vector<index> const& mine, index entries,
                                 bool& failed) {
  auto const words = static_cast<std::size_t>((entries + 63) / 64);
  std::vector<std::uint64_t> mask(words + 1);
  for (index const entry : mine) mask[static_cast<std::size_t>(entry / 64)] |= std::uint64_t{1} << entry % 64;
  mask[words] = failed;
  check(MPI_Allreduce(MPI_IN_PLACE, mask.data(), static_cast<int>(mask.size()), MPI_UINT64_T, MPI_BOR, comm.handle()),
        "MPI_Allreduce");
  failed = mask[words] != 0;
  std::vector<index> all;
  for (std::size_t word = 0; word < words; ++word)
    for (std::uint64_t bits = mask[word]; bits != 0; bits &= bits - 1)
      all.push_back(static_cast<index>(word) * 64 + std::countr_zero(bits));
  return all;
}

/// The sums of entries of a block, of all ranks' products, by their definition. Those in `left`, which this rank did
/// not write yet, are rounded.
template <scalar T>
void finish_exactly(communicator const& comm, driver_ref const& driver, std::span<index const> open,
                    std::span<index const> left, region const& block, addends<T> const& mine, T alpha, T beta,
                    matrix_view<T> c, char const* what) {
  constexpr std::size_t parts = partial_product<T>::parts;
  std::vector<exact_product> states(open.size() * parts);
  auto const problem = problem_of([&] {
    isobit::detail::for_each_part(driver, isobit::detail::part_count(driver, open.size()), open.size(),
                                  [&](std::size_t first, std::size_t count, std::size_t) {
                                    for (std::size_t e = first; e < first + count; ++e) {
                                      auto const entry = mine.exact(block.row + open[e] % block.rows,
                                                                    block.column + open[e] / block.rows);
                                      states[e * parts] = entry.real;
                                      if constexpr (parts == 2) states[e * parts + 1] = entry.imaginary;
                                    }
                                  });
  });
  mpi::detail::merge_exact(comm, std::span<exact_product>(states), problem, what);
  for (std::size_t e = 0; e < open.size(); ++e) {
    if (!std::ranges::binary_search(left, open[e])) continue;
    exact_entry<T> entry;
    entry.real = states[e * parts];
    if constexpr (parts == 2) entry.imaginary = states[e * parts + 1];
    T& result = c.at(block.row + open[e] % block.rows, block.column + open[e] / block.rows);
    result = entry.round(alpha, beta, result);
  }
}

}  // namespace

template <scalar T>
void sum_over_ranks(communicator const& comm, driver_ref const& driver, index rows, index columns,
                    addends<T> const& mine, T alpha, T beta, matrix_view<T> c, int root, char const* what) {
  bool const wanted = root == every_rank || comm.rank() == root;
  // A column or a row alone may be as long as a square block is large.
  index const high = std::min(rows, std::max(block_size, block_size * block_size / std::max<index>(columns, 1)));
  index const wide = std::min(columns, std::max(block_size, block_size * block_size / std::max<index>(rows, 1)));
  for (index column = 0; column < columns; column += wide)
    for (index row = 0; row < rows; row += high) {
      region const block{row, column, std::min(high, rows - row), std::min(wide, columns - column)};
      partial_product<T> product(block.rows, block.columns);
      auto const problem = problem_of([&] { mine.add(block, product); });
      if (problem) std::ranges::fill(product.sums(), partial_sum::unknown());
      merge(comm, product.sums(), root);
      std::vector<index> left;
      if (wanted) left = product.finish(alpha, beta, c.block(row, column, block.rows, block.columns));
      bool failed = problem != nullptr;
      auto const open = open_anywhere(comm, left, block.rows * block.columns, failed);
      mpi::detail::rethrow(comm, problem, failed ? comm.size() : -1, what);
      for (std::size_t first = 0; first < open.size(); first += exact_chunk)
        finish_exactly(comm, driver,
                       std::span<index const>(open).subspan(first, std::min(exact_chunk, open.size() - first)), left,
                       block, mine, alpha, beta, c, what);
    }
}

#define ISOBIT_INSTANTIATE(T)                                                                                 \
  template void sum_over_ranks(communicator const&, driver_ref const&, index, index, addends<T> const&, T, T, \
                               matrix_view<T>, int, char const*);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace mpi::linalg::detail
ISOBIT_NAMESPACE_END
