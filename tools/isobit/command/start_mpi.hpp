#pragma once

namespace isobit::tool {

/// Whether these arguments are for isobit-mpi, the program beside this one that is linked to MPI: `isobit sum --mpi`,
/// or `isobit matrix solve --mpi`.
bool asks_for_mpi(int argc, char** argv);

/// Becomes isobit-mpi, with the same arguments. Throws `failure` where there is none.
[[noreturn]] void start_mpi(char** argv);

}  // namespace isobit::tool
