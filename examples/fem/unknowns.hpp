#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "problem.hpp"

namespace fem {

/// The points at which the solution is a number for each component: the corners of a mesh and, for degree 2, the
/// midpoints of its edges, by the numbers of their ends; and which of those numbers are unknown. All of it follows from
/// the mesh alone, so it is the same on every rank.
struct unknowns {
  /// Sides with one of these tags have the solution prescribed.
  unknowns(mesh const& m, problem const& p, int degree, std::vector<int> const& prescribed_tags);

  std::vector<point> points;
  std::vector<std::vector<int>> of_cell;  ///< the points of each cell, corners first
  std::vector<std::int64_t> number;       ///< of the unknown, for each component of each point; -1 where prescribed
  std::vector<double> value;              ///< what is prescribed; 0 elsewhere
  std::int64_t count = 0;                 ///< of unknowns
};

}  // namespace fem
