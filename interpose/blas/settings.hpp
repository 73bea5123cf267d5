#pragma once

#include <cstddef>
#include <string>

namespace isobit::interpose::blas {

/// What the environment asks for.
struct settings {
  bool replace = true;      ///< ISOBIT_BLAS=off: everything goes to the real library
  std::size_t threads = 0;  ///< ISOBIT_BLAS_THREADS; 0: as the library thinks best
  std::string report;       ///< ISOBIT_BLAS_REPORT: nothing, 1 for standard error, or a file to append to
  std::string lapack;   ///< ISOBIT_LAPACK: files of reference LAPACKs, or `program`: leave LAPACK to its own library
  std::string library;  ///< ISOBIT_BLAS_LIBRARY: where the real BLAS and LAPACK are looked for first
};

/// Read once. Ends the program for a value that makes no sense.
settings const& the_settings();

}  // namespace isobit::interpose::blas
