#include "cell_integrals.hpp"

#include <algorithm>

namespace fem {
namespace {

bool contains(std::vector<int> const& tags, int tag) { return std::find(tags.begin(), tags.end(), tag) != tags.end(); }

}  // namespace

cell_integrals::table::table(lagrange const& basis, std::vector<quadrature_point> const& points) : rule(points) {
  for (quadrature_point const& q : rule) {
    values.push_back(basis.values(q.place));
    derivatives.push_back(basis.derivatives(q.place));
  }
}

cell_integrals::cell_integrals(mesh const& m, problem const& p, int degree, conditions const& at_boundary)
    : mesh_(m), problem_(p), basis_(m.dimension, degree), inside_(basis_, quadrature(m.dimension, degree)),
      fine_(basis_, quadrature(m.dimension, degree + 2)), on_side_(quadrature(m.dimension - 1, degree + 1)),
      sides_(m.cells.size()) {
  for (boundary_side const& one : m.boundary)
    if (!contains(at_boundary.prescribed_tags, one.tag))
      sides_[static_cast<std::size_t>(one.cell)].push_back(
          {static_cast<std::size_t>(one.corner), contains(at_boundary.robin_tags, one.tag)});
}

cell_system cell_integrals::system(std::size_t cell) const {
  geometry const shape(mesh_, cell);
  std::size_t const components = problem_.components(), n = basis_.points() * components;
  cell_system result{std::vector<double>(n * n), std::vector<double>(n)};
  std::vector<point> gradients(basis_.points());
  for (std::size_t q = 0; q < inside_.rule.size(); ++q) {
    double const weight = inside_.rule[q].weight * shape.volume;
    point const x = shape.at(inside_.rule[q].place);
    for (std::size_t i = 0; i < gradients.size(); ++i) gradients[i] = shape.gradient(inside_.derivatives[q][i]);
    for (std::size_t row = 0; row < n; ++row) {
      std::size_t const i = row / components, a = row % components;
      result.load[row] += weight * inside_.values[q][i] * problem_.force(a, x);
      for (std::size_t column = 0; column < n; ++column)
        result.matrix[row * n + column] +=
            weight * problem_.stiffness(a, gradients[i], column % components, gradients[column / components]);
    }
  }
  for (side const& at : sides_[cell]) add_side(result, shape, at);
  return result;
}

void cell_integrals::add_side(cell_system& to, geometry const& shape, side const& at) const {
  std::size_t const components = problem_.components(), n = to.load.size();
  double const area = shape.side_area(at.corner);
  point const normal = shape.normal(at.corner);
  for (quadrature_point const& q : on_side_) {
    std::array<double, 4> place = {};
    for (std::size_t k = 0, of_side = 0; k <= static_cast<std::size_t>(shape.dimension); ++k)
      if (k != at.corner) place[k] = q.place[of_side++];
    point const x = shape.at(place);
    auto const values = basis_.values(place);
    double const weight = q.weight * area;
    for (std::size_t row = 0; row < n; ++row) {
      std::size_t const i = row / components, a = row % components;
      double const wanted = problem_.flux(a, x, normal) + (at.robin ? problem_.solution(a, x) : 0);
      to.load[row] += weight * values[i] * wanted;
      for (std::size_t j = 0; at.robin && j < values.size(); ++j)
        to.matrix[row * n + j * components + a] += weight * values[i] * values[j];
    }
  }
}

squared_errors cell_integrals::errors(std::size_t cell, std::vector<double> const& values) const {
  geometry const shape(mesh_, cell);
  std::size_t const components = problem_.components();
  squared_errors sum;
  for (std::size_t q = 0; q < fine_.rule.size(); ++q) {
    double const weight = fine_.rule[q].weight * shape.volume;
    point const x = shape.at(fine_.rule[q].place);
    for (std::size_t a = 0; a < components; ++a) {
      double value = -problem_.solution(a, x);
      point gradient = problem_.gradient(a, x);
      for (std::size_t i = 0; i < basis_.points(); ++i) {
        double const here = values[i * components + a];
        point const by = shape.gradient(fine_.derivatives[q][i]);
        value += here * fine_.values[q][i];
        for (std::size_t axis = 0; axis < 3; ++axis) gradient[axis] -= here * by[axis];
      }
      sum.values += weight * (value * value);
      for (double const slope : gradient) sum.gradients += weight * (slope * slope);
    }
  }
  return sum;
}

}  // namespace fem
