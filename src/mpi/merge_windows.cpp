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
void swap_words(kept_copy const& copy, void const* mine, int words, sum_window* theirs, std::size_t count) {
  static_assert(sizeof(sum_window) == (1 + sum_window::words) * sizeof(std::uint64_t));
  constexpr int tag = 0;
  int const other = 1 - copy.rank, most = static_cast<int>(count) * (1 + sum_window::words);
  MPI_Request sending;
  check(MPI_Isend(mine, words, MPI_UINT64_T, other, tag, copy.handle, &sending), "MPI_Isend");
  int const code = MPI_Recv(theirs, most, MPI_UINT64_T, other, tag, copy.handle, MPI_STATUS_IGNORE);
  check(MPI_Wait(&sending, MPI_STATUS_IGNORE), "MPI_Wait");
  check(code, "MPI_Recv");
}

/// Of a single window only what is used goes, or the double that it is. docs/maths/mpi.md#two-ranks
void swap_one(kept_copy const& copy, std::uint64_t number, sum_window const& mine, sum_window& theirs) {
  if (number != 0)
    swap_words(copy, &number, 1, &theirs, 1);
  else
    swap_words(copy, &mine, mine.used(), &theirs, 1);
}
void merge_one(sum_window const& mine, sum_window& theirs) {
  if (sum_window::is_double(theirs.header))
    theirs = sum_window::of_double(theirs.header);
  else
    theirs.extend();
  theirs.merge(mine);
}

void merge_pairs(kept_copy const& copy, sum_window const* mine, sum_window* all, std::size_t count) {
  if (count == 1) {
    swap_one(copy, mine->as_double(), *mine, *all);
    return merge_one(*mine, *all);
  }
  swap_words(copy, mine, static_cast<int>(count) * (1 + sum_window::words), all, count);
  for (std::size_t i = 0; i < count; ++i) all[i].merge(mine[i]);
}

#endif

}  // namespace

void merge_windows(communicator const& comm, sum_window const* mine, sum_window* all, std::size_t count) {
#ifndef SMPI_H
  if (count <= most_swapped)
    if (kept_copy const* const copy = copy_for_two(comm)) return merge_pairs(*copy, mine, all, count);
#endif
  auto const& handles = window_operation<sum_window::words>();
  check(MPI_Allreduce(mine, all, static_cast<int>(count), handles.type, handles.operation, comm.handle()),
        "MPI_Allreduce");
}

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
