#pragma once

#include <optional>
#include <string>

#include "base/columns.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// How the ranks exchange what a reduction needs.
enum class route {
  gather,     ///< every rank that wants a result gets the numbers of all
  transpose,  ///< each rank gets all numbers of some elements, reduces those, and distributes the results
  limbs,      ///< whole accumulators, which the MPI adds up
};

/// What becomes of the messages that a program takes as they come.
enum class messages {
  as_they_come,
  recorded,  ///< which came first is written down
  repeated,  ///< as it was written down
};

/// What the environment of the process asks for.
struct settings {
  bool replace = true;                        ///< ISOBIT_MPI: anything but off
  recipe how;                                 ///< ISOBIT_MPI, ISOBIT_MPI_SEED
  std::string mode = "exact";                 ///< ISOBIT_MPI, as it was written
  bool strict = false;                        ///< ISOBIT_MPI_STRICT: what cannot be made reproducible ends the program
  std::string audit_folder;                   ///< ISOBIT_MPI_AUDIT; empty: no audit
  messages receive = messages::as_they_come;  ///< ISOBIT_MPI_RECV
  std::string receive_folder;                 ///< likewise
  std::optional<route> forced;                ///< ISOBIT_MPI_ROUTE, for tests
};

/// Read once; a value that makes no sense ends the process with a message.
settings const& the_settings();

}  // namespace interpose
ISOBIT_NAMESPACE_END
