#pragma once

#include <string>
#include <vector>

namespace isobit::tool {

/// What the command line says about an audit.
struct audit_options {
  std::string output = "isobit-audit";
  std::string report;   ///< the folder of an audit that was recorded already; "" where there is a command to run
  std::string mpi;      ///< openmpi, mpich or mpi-abi; "" to find out
  std::string library;  ///< libisobit_mpi_preload.so; "" to find it
  bool force = false;
  bool quiet = false;
  std::vector<std::string> command;
};

/// What the command line says about a comparison of two audits.
struct diff_options {
  std::string one;
  std::string two;
  std::vector<std::string> ignored;  ///< parts of the names of places that are not compared
  bool quiet = false;
};

}  // namespace isobit::tool
