#pragma once

// Makes a `reduction` of the arguments of each of MPI's calls. The forms with counts of the type MPI_Count share these
// with the plain ones.

#include <numeric>

#include "entry/entry.hpp"
#include "entry/replace.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// One that a number of elements describes.
template <class Count>
reduction plain(form what, void const* send, void* receive, Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                int root = 0) {
  return {what, send, receive, count < 0 ? 0 : static_cast<std::size_t>(count), type, op, root, comm, {}};
}

/// As many results for every rank.
template <class Count>
reduction scattered(void const* send, void* receive, Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  reduction call = plain(form::reduce_scatter_block, send, receive, count, type, op, comm);
  if (call.count == 0) return call;
  call.parts.assign(static_cast<std::size_t>(group::of(comm).receivers), call.count);
  call.count *= call.parts.size();
  return call;
}

/// counts[r] results for rank r.
template <class Count>
reduction scattered(void const* send, void* receive, Count const* counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  reduction call = plain(form::reduce_scatter, send, receive, 0, type, op, comm);
  int const receivers = counts != nullptr ? group::of(comm).receivers : 0;
  for (int rank = 0; rank < receivers; ++rank) {
    if (counts[rank] < 0) return plain(form::reduce_scatter, send, receive, 0, type, op, comm);
    call.parts.push_back(static_cast<std::size_t>(counts[rank]));
  }
  call.count = std::accumulate(call.parts.begin(), call.parts.end(), std::size_t{0});
  return call;
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
