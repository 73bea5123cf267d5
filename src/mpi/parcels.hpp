#pragma once

#include <limits>
#include <numeric>
#include <vector>

#include "mpi/agree.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

/// Items of each rank, or for each rank, one rank's after the other's. They travel as bytes.
template <class Item> struct parcels {
  std::vector<Item> items;
  std::vector<int> counts;

  [[nodiscard]] std::vector<int> starts() const {
    std::vector<int> result(counts.size());
    std::exclusive_scan(counts.begin(), counts.end(), result.begin(), 0);
    return result;
  }
  /// As many as MPI can count, or an `error`.
  void require_few() const {
    if (std::accumulate(counts.begin(), counts.end(), std::int64_t{0}) > std::numeric_limits<int>::max())
      throw error(status::out_of_range, "isobit::mpi::sparse: more than 2^31 numbers between ranks; use more ranks");
  }
};

/// The items make(k), k < count, for the ranks owner(k); those for one rank stay in order.
template <class Item, class Owner, class Make>
parcels<Item> parcels_for(int ranks, std::size_t count, Owner owner, Make make) {
  parcels<Item> result{std::vector<Item>(count), std::vector<int>(static_cast<std::size_t>(ranks))};
  if (count > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw error(status::out_of_range, "isobit::mpi::sparse: more than 2^31 numbers for other ranks; use more ranks");
  for (std::size_t k = 0; k < count; ++k) ++result.counts[static_cast<std::size_t>(owner(k))];
  auto next = result.starts();
  for (std::size_t k = 0; k < count; ++k)
    result.items[static_cast<std::size_t>(next[static_cast<std::size_t>(owner(k))]++)] = make(k);
  return result;
}

/// Gives every rank its items, and returns what the others have for this one. Throws on all ranks where one has a
/// problem, or a parameter is not the same everywhere.
template <class Item>
parcels<Item> exchange(communicator const& comm, char const* what, parcels<Item> const& mine,
                       std::exception_ptr problem, std::initializer_list<parameter> parameters = {}) {
  parcels<Item> theirs;
  if (!problem) problem = problem_of([&] { theirs.counts.resize(mine.counts.size()); });
  agree(comm, what, problem, parameters);
  check(MPI_Alltoall(mine.counts.data(), 1, MPI_INT, theirs.counts.data(), 1, MPI_INT, comm.handle()), "MPI_Alltoall");
  std::vector<int> to, from;
  problem = problem_of([&] {
    theirs.require_few();
    to = mine.starts(), from = theirs.starts();
    theirs.items.resize(static_cast<std::size_t>(std::accumulate(theirs.counts.begin(), theirs.counts.end(), 0)));
  });
  agree(comm, what, problem, {});
  MPI_Datatype type = MPI_DATATYPE_NULL;
  check(MPI_Type_contiguous(sizeof(Item), MPI_BYTE, &type), "MPI_Type_contiguous");
  check(MPI_Type_commit(&type), "MPI_Type_commit");
  check(MPI_Alltoallv(mine.items.data(), mine.counts.data(), to.data(), type, theirs.items.data(), theirs.counts.data(),
                      from.data(), type, comm.handle()),
        "MPI_Alltoallv");
  check(MPI_Type_free(&type), "MPI_Type_free");
  return theirs;
}

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
