#pragma once

#include <string>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// A line on standard error that begins with "isobit: ".
void say(std::string const& text) noexcept;

/// Says it and ends the process with status 1; where MPI runs, all ranks.
[[noreturn]] void fail(std::string const& text);

}  // namespace interpose
ISOBIT_NAMESPACE_END
