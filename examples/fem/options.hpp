#pragma once

#include <string>
#include <vector>

namespace fem {

struct options {
  std::string problem = "poisson";
  int dimension = 2, degree = 1;
  int cells = 16;
  std::string mesh;  ///< a file of Gmsh's; empty: the unit square or cube
  int refinements = 0;
  std::vector<int> dirichlet = {1, 2}, robin = {4};
  std::string partition = "blocks", order = "ascending", rows = "blocks";
  std::string assembly = "exact";
  std::string preconditioner = "jacobi";
  double tolerance = 1e-12;
  std::size_t threads = 1;
  std::string output, history;
  bool json = false, help = false;
};

extern char const* const help_text;

/// Throws std::invalid_argument, with a message for the user.
options read_options(int count, char const* const* arguments);

}  // namespace fem
