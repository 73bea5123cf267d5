#pragma once

#include <isobit/mpi/communicator.hpp>

#include "mpi/window.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

// 64 bytes: one cache line, and far below what any MPI sends eagerly.
using sum_window = window<7>;

// For dots of an iteration, whose numbers are alike from one to the next.
using narrow_window = window<4>;

/// The windows of all ranks merged one by one, on all ranks. docs/maths/mpi.md#window
template <int Words>
void merge_windows(communicator const& comm, window<Words> const* mine, window<Words>* all, std::size_t count);

/// The same of one sum, which is the double of the bits `number` unless these are 0. Where there are two ranks and the
/// sums of both are doubles, their sum is left to the caller, who gets the other's in all.header: returns whether.
[[nodiscard]] bool merge_sums(communicator const& comm, std::uint64_t number, sum_window const& mine, sum_window& all);

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
