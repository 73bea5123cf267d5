#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace fem {

using point = std::array<double, 3>;

/// A side of a cell that no other cell has: the one opposite to a corner of the cell.
struct boundary_side {
  int cell, corner;
  int tag;
};

/// Triangles in a plane (dimension 2, z = 0) or tetrahedra in space (3).
struct mesh {
  int dimension = 2;
  std::vector<point> corners;
  std::vector<std::array<int, 4>> cells;  ///< the corners of each; a triangle has three
  std::vector<boundary_side> boundary;
};

/// Which part of the boundary sides have that a mesh generator named by their corners; others have tag 0.
struct named_side {
  std::array<int, 3> corners;  ///< ascending; those of an edge come after -1
  int tag;
};

[[nodiscard]] std::array<int, 3> ascending(std::array<int, 3> corners);

/// Finds the boundary of cells, in an order that does not depend on the names. Throws std::runtime_error where more
/// than two cells share a side.
void find_boundary(mesh& m, std::vector<named_side> const& names);

/// The unit square or cube, cut into n^dimension boxes of 2 triangles or 6 tetrahedra each. Tags: 1 at x = 0, 2 at
/// x = 1, 3 at y = 0, 4 at y = 1, 5 at z = 0, 6 at z = 1.
mesh unit_mesh(int dimension, int n);

/// Reads Gmsh's format 4.1 (ASCII): tetrahedra, or triangles where there are none; tags are physical groups. Throws
/// std::runtime_error with the number of the line for what it does not understand.
mesh read_gmsh(std::filesystem::path const& file);

}  // namespace fem
