#pragma once

#include <mpi.h>

namespace conformance {

inline bool error_noted = false;
inline void note_error(MPI_Comm*, int*, ...) { error_noted = true; }

/// Errors on it are noted, and return. Not by MPI_ERRORS_RETURN, which is another number in Intel's library of the
/// standard's ABI; and what a call returns after a handler is MPI_SUCCESS in MPICH's, so that the note counts.
inline void return_errors(MPI_Comm comm) {
  MPI_Errhandler noting = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(note_error, &noting);
  MPI_Comm_set_errhandler(comm, noting);
  MPI_Errhandler_free(&noting);
}

}  // namespace conformance
