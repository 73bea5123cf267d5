#pragma once

#include <array>
#include <vector>

#include "mesh.hpp"

namespace fem {

/// The pairs of corners of a simplex that have a midpoint, in the order of its points.
std::vector<std::array<int, 2>> edges_of_cell(int dimension);

/// Polynomials of degree 1 or 2 on a simplex, each of which is 1 at one of its points and 0 at the others: its corners,
/// then the midpoints of its edges.
class lagrange {
public:
  lagrange(int dimension, int degree) : dimension_(dimension), degree_(degree), edges_(edges_of_cell(dimension)) {}

  [[nodiscard]] std::size_t points() const noexcept {
    return static_cast<std::size_t>(dimension_) + 1 + (degree_ == 2 ? edges_.size() : 0);
  }
  /// Of each at a place, and by each barycentric coordinate.
  [[nodiscard]] std::vector<double> values(std::array<double, 4> const& place) const;
  [[nodiscard]] std::vector<std::array<double, 4>> derivatives(std::array<double, 4> const& place) const;

private:
  int dimension_, degree_;
  std::vector<std::array<int, 2>> edges_;
};

/// A cell in space: straight, so its barycentric coordinates have constant gradients.
struct geometry {
  geometry(mesh const& m, std::size_t cell);

  [[nodiscard]] point at(std::array<double, 4> const& place) const;
  /// Turns derivatives by barycentric coordinates into those by x, y and z.
  [[nodiscard]] point gradient(std::array<double, 4> const& derivatives) const;
  /// The area (length) of the side opposite to a corner, and its normal, which points outwards.
  [[nodiscard]] double side_area(std::size_t corner) const;
  [[nodiscard]] point normal(std::size_t corner) const;

  int dimension;
  double volume;
  std::array<point, 4> corners = {};
  std::array<point, 4> gradients = {};  ///< of the barycentric coordinates
};

}  // namespace fem
