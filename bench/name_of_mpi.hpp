#pragma once

#include <string>

#include <mpi.h>

namespace bench {

/// The MPI's name and version, without what follows.
inline std::string name_of_mpi() {
  char library[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(library, &length);
  std::string const text = library;
  return text.substr(0, text.find_first_of(",\n"));
}

}  // namespace bench
