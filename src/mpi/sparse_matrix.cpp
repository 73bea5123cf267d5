#include <isobit/mpi/sparse_matrix.hpp>

#include <algorithm>
#include <limits>
#include <string>

#include "mpi/agree.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::sparse {

namespace {

constexpr char const* name = "sparse::distributed_matrix";

[[noreturn]] void refuse(std::string const& why) {
  throw error(status::invalid_argument, "isobit::mpi::sparse: " + why);
}

/// The columns of a rank's rows that it does not own, ascending.
std::vector<std::int64_t> ghosts_of(row_distribution const& columns, std::span<std::int64_t const> indices, int rank) {
  std::vector<std::int64_t> ghosts;
  for (std::int64_t const column : indices)
    if (columns.owner(column) != rank) ghosts.push_back(column);
  std::ranges::sort(ghosts);
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
  return ghosts;
}

}  // namespace

template <scalar T>
distributed_matrix<T>::distributed_matrix(row_distribution rows, row_distribution columns,
                                          isobit::sparse::csr_matrix<T, std::int64_t> mine, MPI_Comm comm,
                                          std::exception_ptr const& earlier)
    : rows_(std::move(rows)), columns_(std::move(columns)) {
  mpi::detail::communicator const ranks(comm, name);
  std::vector<std::int64_t> ghosts;
  auto problem = earlier;
  if (!problem)
    problem = mpi::detail::problem_of([&] {
      if (rows_.ranks() != ranks.size() || columns_.ranks() != ranks.size())
        refuse("rows on " + std::to_string(rows_.ranks()) + " ranks and columns on " +
               std::to_string(columns_.ranks()) + ", and the communicator has " + std::to_string(ranks.size()));
      if (mine.rows != rows_.count(ranks.rank()) || mine.columns != columns_.rows())
        refuse("a part of " + std::to_string(mine.rows) + " rows and " + std::to_string(mine.columns) +
               " columns, where the distributions say " + std::to_string(rows_.count(ranks.rank())) + " and " +
               std::to_string(columns_.rows()));
      isobit::sparse::detail::check_csr<std::int64_t, std::int64_t>(mine.rows, mine.columns, mine.offsets, mine.indices,
                                                                    mine.values.size());
      ghosts = ghosts_of(columns_, mine.indices, ranks.rank());
      if (columns_.count(ranks.rank()) + static_cast<index>(ghosts.size()) > std::numeric_limits<std::int32_t>::max())
        refuse("a rank reads more than 2^31 elements; use more ranks");
    });
  mpi::detail::agree(ranks, name, problem,
                     {{"distribution of rows", rows_.hash()}, {"distribution of columns", columns_.hash()}});
  places_ = std::make_shared<halo const>(columns_, ghosts, comm);

  problem = mpi::detail::problem_of([&] {
    mine_.rows = mine.rows, mine_.columns = places_->owned() + places_->ghosts();
    mine_.offsets = std::move(mine.offsets), mine_.values = std::move(mine.values);
    mine_.indices.reserve(mine.indices.size());
    for (std::int64_t const column : mine.indices) {
      index const place = columns_.owner(column) == ranks.rank()
                              ? columns_.local(column)
                              : places_->owned() + (std::ranges::lower_bound(ghosts, column) - ghosts.begin());
      mine_.indices.push_back(static_cast<std::int32_t>(place));
    }
    find_runs();
    with_ghosts_.resize(static_cast<std::size_t>(mine_.columns));
    entries_ = mine_.entries();
  });
  mpi::detail::agree(ranks, name, problem, {});
  mpi::detail::check(MPI_Allreduce(MPI_IN_PLACE, &entries_, 1, MPI_INT64_T, MPI_SUM, comm), "MPI_Allreduce");
}

template <scalar T> void distributed_matrix<T>::find_runs() {
  // So many rows are of one kind, so that runs are long enough to be worth a call.
  constexpr index together = 64;
  index const owned = places_->owned();
  auto const begin = mine_.indices.begin();
  for (index first = 0; first < mine_.rows; first += together) {
    index const count = std::min(together, mine_.rows - first);
    auto const some = std::span(begin + mine_.offsets[static_cast<std::size_t>(first)],
                                begin + mine_.offsets[static_cast<std::size_t>(first + count)]);
    bool const inner = std::ranges::all_of(some, [&](std::int32_t place) { return place < owned; });
    if (!runs_.empty() && runs_.back().inner == inner)
      runs_.back().count += count;
    else
      runs_.push_back({first, count, inner});
    if (inner) continue;
    for (std::int32_t const place : some)
      if (place < owned) read_by_outer_.push_back(place);
  }
  std::ranges::sort(read_by_outer_);
  read_by_outer_.erase(std::unique(read_by_outer_.begin(), read_by_outer_.end()), read_by_outer_.end());
}

template class distributed_matrix<float>;
template class distributed_matrix<double>;
template class distributed_matrix<std::complex<float>>;
template class distributed_matrix<std::complex<double>>;

}  // namespace mpi::sparse
ISOBIT_NAMESPACE_END
