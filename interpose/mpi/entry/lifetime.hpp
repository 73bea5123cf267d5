#pragma once

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// Whether the program is between MPI_Init and MPI_Finalize: only then is anything replaced.
bool is_running() noexcept;

}  // namespace interpose
ISOBIT_NAMESPACE_END
