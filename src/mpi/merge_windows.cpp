#include "mpi/merge_windows.hpp"

#include "mpi/kept_copy.hpp"
#include "mpi/window_operation.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

namespace {

#ifndef SMPI_H

/// More windows than an MPI sends at once are its own affair.
constexpr std::size_t most_swapped = 16;

/// Each of two ranks sends the other its windows, of a single one only what is used, or the
/// double that it is. docs/maths/mpi.md#two-ranks
template <int Words>
void swap_windows(kept_copy const& copy, window<Words> const* mine, window<Words>* all, std::size_t count) {
  static_assert(sizeof(window<Words>) == (1 + Words) * sizeof(std::uint64_t));
  constexpr int tag = 0;
  int const other = 1 - copy.rank, most = static_cast<int>(count) * (1 + Words);
  MPI_Request sending;
  std::uint64_t const number = count == 1 ? mine->as_double() : 0;
  void const* const sent = number != 0 ? static_cast<void const*>(&number) : mine;
  int const words = number != 0 ? 1 : count == 1 ? mine->used() : most;
  check(MPI_Isend(sent, words, MPI_UINT64_T, other, tag, copy.handle, &sending), "MPI_Isend");
  int const code = MPI_Recv(all, most, MPI_UINT64_T, other, tag, copy.handle, MPI_STATUS_IGNORE);
  check(MPI_Wait(&sending, MPI_STATUS_IGNORE), "MPI_Wait");
  check(code, "MPI_Recv");
  if (count == 1 && window<Words>::is_double(all->header))
    *all = window<Words>::of_double(all->header);
  else if (count == 1)
    all->extend();
  for (std::size_t i = 0; i < count; ++i) all[i].merge(mine[i]);
}

#endif

}  // namespace

template <int Words>
void merge_windows(communicator const& comm, window<Words> const* mine, window<Words>* all, std::size_t count) {
#ifndef SMPI_H
  kept_copy const* const copy = copy_at_hand(comm.handle());
  if (count <= most_swapped && (copy != nullptr ? copy->ranks : comm.size()) == 2)
    return swap_windows(copy != nullptr ? *copy : copy_of(comm.handle()), mine, all, count);
#endif
  auto const& handles = window_operation<Words>();
  check(MPI_Allreduce(mine, all, static_cast<int>(count), handles.type, handles.operation, comm.handle()),
        "MPI_Allreduce");
}

template void merge_windows(communicator const&, sum_window const*, sum_window*, std::size_t);
template void merge_windows(communicator const&, narrow_window const*, narrow_window*, std::size_t);

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
