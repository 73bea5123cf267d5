#include "mesh.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace fem {
namespace {

/// The corners of the side of a cell that is opposite to one of its corners, ascending.
std::array<int, 3> side_of(mesh const& m, int cell, int corner) {
  std::array<int, 3> side = {-1, -1, -1};
  int count = 0;
  for (int k = 0; k <= m.dimension; ++k)
    if (k != corner)
      side[static_cast<std::size_t>(count++)] = m.cells[static_cast<std::size_t>(cell)][static_cast<std::size_t>(k)];
  return ascending(side);
}

/// Which side of the unit square or cube has all these corners.
int side_of_box(mesh const& m, std::array<int, 3> const& corners) {
  for (int axis = 0; axis < m.dimension; ++axis)
    for (int end = 0; end < 2; ++end) {
      bool const all = std::all_of(corners.begin(), corners.end(), [&](int corner) {
        return corner < 0 || m.corners[static_cast<std::size_t>(corner)][static_cast<std::size_t>(axis)] == end;
      });
      if (all) return 2 * axis + end + 1;
    }
  return 0;
}

}  // namespace

std::array<int, 3> ascending(std::array<int, 3> corners) {
  auto& [a, b, c] = corners;
  if (a > b) std::swap(a, b);
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b);
  return corners;
}

void find_boundary(mesh& m, std::vector<named_side> const& names) {
  struct use {
    int cell, corner, count;
  };
  std::map<std::array<int, 3>, use> sides;
  for (int cell = 0; cell < static_cast<int>(m.cells.size()); ++cell)
    for (int corner = 0; corner <= m.dimension; ++corner) {
      use& here = sides.try_emplace(side_of(m, cell, corner), use{cell, corner, 0}).first->second;
      if (++here.count > 2)
        throw std::runtime_error("cell " + std::to_string(cell) + " shares a side with more than one other");
    }
  std::map<std::array<int, 3>, int> tags;
  for (named_side const& name : names) tags[name.corners] = name.tag;
  m.boundary.clear();
  for (auto const& [corners, where] : sides) {
    if (where.count != 1) continue;
    auto const tag = tags.find(corners);
    m.boundary.push_back({where.cell, where.corner, tag == tags.end() ? 0 : tag->second});
  }
}

mesh unit_mesh(int dimension, int n) {
  mesh m;
  m.dimension = dimension;
  int const layers = dimension == 3 ? n : 0;
  auto const corner = [&](int x, int y, int z) { return (z * (n + 1) + y) * (n + 1) + x; };
  for (int z = 0; z <= layers; ++z)
    for (int y = 0; y <= n; ++y)
      for (int x = 0; x <= n; ++x)
        m.corners.push_back({static_cast<double>(x) / n, static_cast<double>(y) / n, static_cast<double>(z) / n});
  // Kuhn's cut: the paths from the lowest corner of a box to the highest, one axis after another.
  std::array<int, 3> axes = {0, 1, 2};
  std::vector<std::array<int, 3>> paths;
  do {
    paths.push_back(axes);
  } while (std::next_permutation(axes.begin(), axes.begin() + dimension));
  for (int z = 0; z < std::max(layers, 1); ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
        for (auto const& path : paths) {
          std::array<int, 3> at = {x, y, z};
          std::array<int, 4> cell = {corner(x, y, z), -1, -1, -1};
          for (int step = 0; step < dimension; ++step) {
            ++at[static_cast<std::size_t>(path[static_cast<std::size_t>(step)])];
            cell[static_cast<std::size_t>(step) + 1] = corner(at[0], at[1], at[2]);
          }
          m.cells.push_back(cell);
        }
  find_boundary(m, {});
  for (boundary_side& side : m.boundary) side.tag = side_of_box(m, side_of(m, side.cell, side.corner));
  return m;
}

}  // namespace fem
