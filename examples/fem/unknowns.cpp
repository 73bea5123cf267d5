#include "unknowns.hpp"

#include <algorithm>
#include <map>

#include "element.hpp"

namespace fem {
namespace {

point middle(point const& a, point const& b) { return {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2}; }

}  // namespace

unknowns::unknowns(mesh const& m, problem const& p, int degree, std::vector<int> const& prescribed_tags)
    : points(m.corners) {
  auto const edges = edges_of_cell(m.dimension);
  auto const ends_of = [&](std::size_t cell, std::array<int, 2> edge) {
    auto const [low, high] =
        std::minmax(m.cells[cell][static_cast<std::size_t>(edge[0])], m.cells[cell][static_cast<std::size_t>(edge[1])]);
    return std::array<int, 2>{low, high};
  };
  std::map<std::array<int, 2>, int> midpoints;
  if (degree == 2) {
    for (std::size_t cell = 0; cell < m.cells.size(); ++cell)
      for (auto const& edge : edges) midpoints[ends_of(cell, edge)] = 0;
    for (auto& [ends, number_of_point] : midpoints) {
      number_of_point = static_cast<int>(points.size());
      points.push_back(middle(points[static_cast<std::size_t>(ends[0])], points[static_cast<std::size_t>(ends[1])]));
    }
  }
  for (std::size_t cell = 0; cell < m.cells.size(); ++cell) {
    of_cell.emplace_back(m.cells[cell].begin(), m.cells[cell].begin() + m.dimension + 1);
    if (degree == 2)
      for (auto const& edge : edges) of_cell.back().push_back(midpoints.at(ends_of(cell, edge)));
  }

  std::vector<bool> prescribed(points.size());
  for (boundary_side const& side : m.boundary) {
    if (std::find(prescribed_tags.begin(), prescribed_tags.end(), side.tag) == prescribed_tags.end()) continue;
    auto const& here = of_cell[static_cast<std::size_t>(side.cell)];
    for (int k = 0; k <= m.dimension; ++k)
      if (k != side.corner) prescribed[static_cast<std::size_t>(here[static_cast<std::size_t>(k)])] = true;
    for (std::size_t e = 0; degree == 2 && e < edges.size(); ++e)
      if (edges[e][0] != side.corner && edges[e][1] != side.corner)
        prescribed[static_cast<std::size_t>(here[static_cast<std::size_t>(m.dimension) + 1 + e])] = true;
  }
  for (std::size_t at = 0; at < points.size(); ++at)
    for (std::size_t component = 0; component < p.components(); ++component) {
      number.push_back(prescribed[at] ? -1 : count++);
      value.push_back(prescribed[at] ? p.solution(component, points[at]) : 0);
    }
}

}  // namespace fem
