#pragma once

#include <isobit/mpi/communicator.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

#ifndef SMPI_H

/// A copy of a communicator, on which no message meets one of the user's.
struct kept_copy {
  MPI_Comm handle;
  int rank, ranks;
};

/// The copy that is kept with a communicator: made by the first call, which all its ranks make, and freed with it.
kept_copy const& copy_of(MPI_Comm comm);

/// The same without asking MPI, for the communicator that this thread asked for last; null for others.
kept_copy const* copy_at_hand(MPI_Comm comm) noexcept;

#endif

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
