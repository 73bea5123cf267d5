#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include <mpi.h>

#include <isobit/tree/distribution.hpp>

namespace scale {

/// What a rank sums.
struct piece {
  std::span<double const> values;
  isobit::distribution const& shares;
  MPI_Comm comm;
};

/// A way to sum over ranks, and the names of its parts in the calibration.
struct method {
  std::string name;
  /// Sets up what is set up once; the call it returns sums, as often as wanted.
  std::function<double()> (*prepare)(piece const&);
  std::vector<std::string> local_parts;
  std::string merge_part;  ///< done once a level of the reduction
  bool needs_all = false;  ///< its messages depend on where the elements are
};

/// Throws std::runtime_error for a name that is none.
method const& find_method(std::string const& name);

}  // namespace scale
