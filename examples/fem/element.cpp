#include "element.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace fem {
namespace {

point minus(point const& a, point const& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
point cross(point const& a, point const& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double inner(point const& a, point const& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
point divided(point const& a, double by) { return {a[0] / by, a[1] / by, a[2] / by}; }

}  // namespace

std::vector<std::array<int, 2>> edges_of_cell(int dimension) {
  std::vector<std::array<int, 2>> edges;
  for (int a = 0; a <= dimension; ++a)
    for (int b = a + 1; b <= dimension; ++b) edges.push_back({a, b});
  return edges;
}

std::vector<double> lagrange::values(std::array<double, 4> const& place) const {
  std::vector<double> result;
  for (std::size_t k = 0; k <= static_cast<std::size_t>(dimension_); ++k)
    result.push_back(degree_ == 1 ? place[k] : place[k] * (2 * place[k] - 1));
  if (degree_ == 2)
    for (auto const& [a, b] : edges_)
      result.push_back(4 * place[static_cast<std::size_t>(a)] * place[static_cast<std::size_t>(b)]);
  return result;
}

std::vector<std::array<double, 4>> lagrange::derivatives(std::array<double, 4> const& place) const {
  std::vector<std::array<double, 4>> result;
  for (std::size_t k = 0; k <= static_cast<std::size_t>(dimension_); ++k) {
    result.emplace_back();
    result.back()[k] = degree_ == 1 ? 1 : 4 * place[k] - 1;
  }
  if (degree_ == 2)
    for (auto const& [first, second] : edges_) {
      auto const a = static_cast<std::size_t>(first), b = static_cast<std::size_t>(second);
      result.emplace_back();
      result.back()[a] = 4 * place[b];
      result.back()[b] = 4 * place[a];
    }
  return result;
}

geometry::geometry(mesh const& m, std::size_t cell) : dimension(m.dimension), volume(0) {
  for (std::size_t k = 0; k <= static_cast<std::size_t>(dimension); ++k)
    corners[k] = m.corners[static_cast<std::size_t>(m.cells[cell][k])];
  // The third edge of a triangle is a unit step out of its plane.
  point const u = minus(corners[1], corners[0]), v = minus(corners[2], corners[0]);
  point const w = dimension == 3 ? minus(corners[3], corners[0]) : point{0, 0, 1};
  double const determinant = inner(u, cross(v, w));
  if (determinant == 0 || !std::isfinite(determinant))
    throw std::runtime_error("cell " + std::to_string(cell) + " has no volume, or corners that are not finite");
  gradients[1] = divided(cross(v, w), determinant);
  gradients[2] = divided(cross(w, u), determinant);
  if (dimension == 3) gradients[3] = divided(cross(u, v), determinant);
  for (std::size_t axis = 0; axis < 3; ++axis)
    gradients[0][axis] = -(gradients[1][axis] + gradients[2][axis] + gradients[3][axis]);
  volume = std::abs(determinant) / (dimension == 3 ? 6 : 2);
}

point geometry::at(std::array<double, 4> const& place) const {
  point result = {};
  for (std::size_t k = 0; k <= static_cast<std::size_t>(dimension); ++k)
    for (std::size_t axis = 0; axis < 3; ++axis) result[axis] += place[k] * corners[k][axis];
  return result;
}

point geometry::gradient(std::array<double, 4> const& derivatives) const {
  point result = {};
  for (std::size_t k = 0; k <= static_cast<std::size_t>(dimension); ++k)
    for (std::size_t axis = 0; axis < 3; ++axis) result[axis] += derivatives[k] * gradients[k][axis];
  return result;
}

double geometry::side_area(std::size_t corner) const {
  return dimension * volume * std::sqrt(inner(gradients[corner], gradients[corner]));
}

point geometry::normal(std::size_t corner) const {
  return divided(gradients[corner], -std::sqrt(inner(gradients[corner], gradients[corner])));
}

}  // namespace fem
