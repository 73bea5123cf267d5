#pragma once

#include <filesystem>
#include <string>

#include "options.hpp"

namespace isobit::tool {

/// openmpi, mpich or mpi-abi: what a command runs with. Asks the launcher, or looks at what the program is linked with.
/// Throws `failure`, in the name of the subcommand `what`, where that says nothing.
std::string detect_mpi(std::vector<std::string> const& command, std::string const& what);

/// The place of the launcher (mpirun, mpiexec, ...) in a command; its size where there is none.
std::size_t find_launcher(std::vector<std::string> const& command);

/// What it says of itself: openmpi, mpich, or "".
std::string mpi_of_launcher(std::string const& launcher);

/// libisobit_mpi_preload.so for this command: what the user named, else what was built or installed with this program.
/// Throws `failure`, in the name of the subcommand `what`, where there is none.
std::filesystem::path find_library(audit_options const& options, std::string const& what);

}  // namespace isobit::tool
