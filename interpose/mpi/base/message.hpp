#pragma once

#include <string>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// A line on standard error that begins with "isobit: ".
void say(std::string const& text) noexcept;

/// Says it and ends the process with status 1, and before that what `end_all_ranks_by` named.
[[noreturn]] void fail(std::string const& text);

/// How `fail` ends all ranks where MPI runs; until then it ends this one.
void end_all_ranks_by(void (*end)()) noexcept;

}  // namespace interpose
ISOBIT_NAMESPACE_END
