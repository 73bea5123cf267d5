#include "mpi/merge_windows.hpp"

#include "mpi/kept_copy.hpp"
#include "mpi/window_operation.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

namespace {

#ifndef SMPI_H

/// More windows than an MPI sends at once are its own affair.
constexpr std::size_t most_swapped = 16;

/// The copy of a communicator of two ranks, null where there are more or fewer.
kept_copy const* copy_for_two(communicator const& comm) {
  kept_copy const* const copy = copy_at_hand(comm.handle());
  if ((copy != nullptr ? copy->ranks : comm.size()) != 2) return nullptr;
  return copy != nullptr ? copy : &copy_of(comm.handle());
}

/// Each of two ranks sends the other so many words.
template <int Words>
void swap_words(kept_copy const& copy, void const* mine, int words, window<Words>* theirs, std::size_t count) {
  static_assert(sizeof(window<Words>) == (1 + Words) * sizeof(std::uint64_t));
  constexpr int tag = 0;
  int const other = 1 - copy.rank, most = static_cast<int>(count) * (1 + Words);
  MPI_Request sending;
  check(MPI_Isend(mine, words, MPI_UINT64_T, other, tag, copy.handle, &sending), "MPI_Isend");
  int const code = MPI_Recv(theirs, most, MPI_UINT64_T, other, tag, copy.handle, MPI_STATUS_IGNORE);
  check(MPI_Wait(&sending, MPI_STATUS_IGNORE), "MPI_Wait");
  check(code, "MPI_Recv");
}

/// Of a single window only what is used goes, or the double that it is. docs/maths/mpi.md#two-ranks
template <int Words>
void swap_one(kept_copy const& copy, std::uint64_t number, window<Words> const& mine, window<Words>& theirs) {
  if (number != 0)
    swap_words(copy, &number, 1, &theirs, 1);
  else
    swap_words(copy, &mine, mine.used(), &theirs, 1);
}
template <int Words> void merge_one(window<Words> const& mine, window<Words>& theirs) {
  if (window<Words>::is_double(theirs.header))
    theirs = window<Words>::of_double(theirs.header);
  else
    theirs.extend();
  theirs.merge(mine);
}

template <int Words>
void merge_pairs(kept_copy const& copy, window<Words> const* mine, window<Words>* all, std::size_t count) {
  if (count == 1) {
    swap_one(copy, mine->as_double(), *mine, *all);
    return merge_one(*mine, *all);
  }
  swap_words(copy, mine, static_cast<int>(count) * (1 + Words), all, count);
  for (std::size_t i = 0; i < count; ++i) all[i].merge(mine[i]);
}

#endif

}  // namespace

template <int Words>
void merge_windows(communicator const& comm, window<Words> const* mine, window<Words>* all, std::size_t count) {
#ifndef SMPI_H
  if (count <= most_swapped)
    if (kept_copy const* const copy = copy_for_two(comm)) return merge_pairs(*copy, mine, all, count);
#endif
  auto const& handles = window_operation<Words>();
  check(MPI_Allreduce(mine, all, static_cast<int>(count), handles.type, handles.operation, comm.handle()),
        "MPI_Allreduce");
}

template void merge_windows(communicator const&, sum_window const*, sum_window*, std::size_t);
template void merge_windows(communicator const&, narrow_window const*, narrow_window*, std::size_t);

bool merge_sums(communicator const& comm, [[maybe_unused]] std::uint64_t number, sum_window const& mine,
                sum_window& all) {
#ifndef SMPI_H
  if (kept_copy const* const copy = copy_for_two(comm)) {
    swap_one(*copy, number, mine, all);
    if (number != 0 && sum_window::is_double(all.header)) return true;
    merge_one(mine, all);
    return false;
  }
#endif
  merge_windows(comm, &mine, &all, 1);
  return false;
}

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
