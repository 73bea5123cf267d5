#include "mpi/linalg_split.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include <isobit/driver/parts.hpp>
#include <isobit/mpi/merge.hpp>
#include <isobit/mpi/wire.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/number.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::linalg::detail {

namespace {

using isobit::certify::enclosure, isobit::certify::unknown;
using isobit::linalg::is_zero;
using mpi::detail::check;

/// A block of the result is this wide and high: some megabytes of partial sums, and tiles enough to share.
constexpr index block_size = 512;
/// So many exact sums at once, a kilobyte or two each.
constexpr std::size_t exact_chunk = 2048;

/// The datatype of a partial sum, and the operation that merges two.
mpi::detail::wire_operation const& merging() {
  static mpi::detail::wire_operation const handles =
      mpi::detail::make_operation(mpi::detail::make_struct({{0, 3, MPI_DOUBLE}}, sizeof(enclosure<double>)),
                                  [](void* in, void* in_out, int* count, MPI_Datatype*) {
                                    // MPI may call this on a thread of its own.
                                    in_standard_rounding([&] {
                                      auto const* const theirs = static_cast<enclosure<double> const*>(in);
                                      auto* const mine = static_cast<enclosure<double>*>(in_out);
                                      for (int i = 0; i < *count; ++i) mine[i] = mine[i] + theirs[i];
                                    });
                                  });
  return handles;
}

}  // namespace

template <scalar T> void sum_over_ranks<T>::prepare(index rows, index columns) {
  merging();
  rows_ = rows, columns_ = columns;
  // A column or a row alone may be as long as a square block is large.
  high_ = std::min(rows, std::max(block_size, block_size * block_size / std::max<index>(columns, 1)));
  wide_ = std::min(columns, std::max(block_size, block_size * block_size / std::max<index>(rows, 1)));
  auto const entries = static_cast<std::size_t>(high_ * wide_);
  product_.reset(high_, wide_);
  merged_.resize(product_.sums().size());
  open_.reserve(entries / 64 + 2);
}

/// Leaves the merged sums on the ranks that want them. Not in place: MPICH 4.0.2 reads from MPI_IN_PLACE in some
/// reductions to a root.
template <scalar T> void sum_over_ranks<T>::merge(communicator const& comm, int root) {
  auto const& [type, operation] = merging();
  auto& sums = product_.sums();
  int const count = static_cast<int>(sums.size());
  merged_.resize(sums.size());
  if (root == every_rank)
    check(MPI_Allreduce(sums.data(), merged_.data(), count, type, operation, comm.handle()), "MPI_Allreduce");
  else
    check(MPI_Reduce(sums.data(), merged_.data(), count, type, operation, root, comm.handle()), "MPI_Reduce");
  sums.swap(merged_);
}

/// Marks the entries that any rank has left open, the same on all: an allreduce need not leave the same bits
/// everywhere. Returns, on all ranks, whether one failed.
template <scalar T>
bool sum_over_ranks<T>::mark_open(communicator const& comm, std::vector<index> const& left, bool failed) {
  open_.assign(static_cast<std::size_t>((product_.rows() * product_.columns() + 63) / 64 + 1), 0);
  for (index const entry : left) open_[static_cast<std::size_t>(entry / 64)] |= std::uint64_t{1} << entry % 64;
  open_.back() = failed;
  check(MPI_Allreduce(MPI_IN_PLACE, open_.data(), static_cast<int>(open_.size()), MPI_UINT64_T, MPI_BOR, comm.handle()),
        "MPI_Allreduce");
  return open_.back() != 0;
}

template <scalar T> std::vector<index> sum_over_ranks<T>::open_entries() const {
  std::vector<index> entries;
  for (std::size_t word = 0; word + 1 < open_.size(); ++word)
    for (std::uint64_t bits = open_[word]; bits != 0; bits &= bits - 1)
      entries.push_back(static_cast<index>(word) * 64 + std::countr_zero(bits));
  return entries;
}

/// The open entries of a block, from all ranks' products, by their definition. Those in `left`, which this rank did not
/// write yet, are rounded.
template <scalar T>
void sum_over_ranks<T>::finish_exactly(communicator const& comm, driver_ref const& driver, region const& block,
                                       std::vector<index> const& left, addends<T> const& mine, T alpha, T beta,
                                       matrix_view<T> c, char const* what) {
  constexpr std::size_t parts = partial_product<T>::parts;
  std::vector<index> all;
  std::vector<exact_product> states;
  auto problem = problem_of([&] {
    all = open_entries();
    states.resize(std::min(all.size(), exact_chunk) * parts);
  });
  agree(comm, what, problem, {});
  for (std::size_t done = 0; done < all.size(); done += exact_chunk) {
    auto const open = std::span<index const>(all).subspan(done, std::min(exact_chunk, all.size() - done));
    problem = problem_of([&] {
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
    mpi::detail::merge_exact(comm, std::span(states).first(open.size() * parts), problem, what);
    for (std::size_t e = 0; e < open.size(); ++e) {
      if (!std::ranges::binary_search(left, open[e])) continue;
      exact_entry<T> entry;
      entry.real = states[e * parts];
      if constexpr (parts == 2) entry.imaginary = states[e * parts + 1];
      T& result = c.at(block.row + open[e] % block.rows, block.column + open[e] / block.rows);
      result = entry.round(alpha, beta, is_zero(beta) ? T{} : result);
    }
  }
}

template <scalar T>
void sum_over_ranks<T>::run(communicator const& comm, driver_ref const& driver, addends<T> const& mine, T alpha, T beta,
                            matrix_view<T> c, int root, char const* what) {
  bool const wanted = root == every_rank || comm.rank() == root;
  for (index column = 0; column < columns_; column += wide_)
    for (index row = 0; row < rows_; row += high_) {
      region const block{row, column, std::min(high_, rows_ - row), std::min(wide_, columns_ - column)};
      product_.reset(block.rows, block.columns);
      auto problem = problem_of([&] { mine.add(block, product_); });
      if (problem) std::ranges::fill(product_.sums(), unknown());
      merge(comm, root);
      std::vector<index> left;
      if (wanted && !problem)
        problem =
            problem_of([&] { left = product_.finish(alpha, beta, c.block(row, column, block.rows, block.columns)); });
      bool const failed = mark_open(comm, left, problem != nullptr);
      mpi::detail::rethrow(comm, problem, failed ? comm.size() : -1, what);
      if (std::ranges::any_of(open_, [](std::uint64_t word) { return word != 0; }))
        finish_exactly(comm, driver, block, left, mine, alpha, beta, c, what);
    }
}

template class sum_over_ranks<float>;
template class sum_over_ranks<double>;
template class sum_over_ranks<std::complex<float>>;
template class sum_over_ranks<std::complex<double>>;

}  // namespace mpi::linalg::detail
ISOBIT_NAMESPACE_END
