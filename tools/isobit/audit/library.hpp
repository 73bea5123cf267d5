#pragma once

#include <filesystem>
#include <string>

#include "options.hpp"

namespace isobit::tool {

/// openmpi or mpich: what the command of an audit runs with. Asks the launcher, or looks at what the program is linked
/// with. Throws `failure` where that says nothing.
std::string detect_mpi(std::vector<std::string> const& command);

/// The place of the launcher (mpirun, mpiexec, ...) in a command; its size where there is none.
std::size_t find_launcher(std::vector<std::string> const& command);

/// What it says of itself: openmpi, mpich, or "".
std::string mpi_of_launcher(std::string const& launcher);

/// libisobit_mpi_preload.so for this audit: what the user named, else what was built or installed with this program.
/// Throws `failure` where there is none.
std::filesystem::path find_library(audit_options const& options);

}  // namespace isobit::tool
