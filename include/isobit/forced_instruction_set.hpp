#pragma once

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// Whether ISOBIT_FORCE_ISA, as it is now, names an instruction set of this build and machine, or nothing: else
/// operations throw. For callers that no exception may reach.
[[nodiscard]] ISOBIT_API bool forced_instruction_set_is_available() noexcept;

ISOBIT_NAMESPACE_END
