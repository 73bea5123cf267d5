#pragma once

#include <cstdint>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// Whether this number is the same on all ranks of MPI_COMM_WORLD, which all have to ask.
bool all_ranks_agree(std::uint64_t mine);

}  // namespace interpose
ISOBIT_NAMESPACE_END
