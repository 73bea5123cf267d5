#pragma once

#include <array>
#include <vector>

namespace fem {

/// Where a function on a simplex is evaluated, by barycentric coordinates, and how much that counts. The weights add up
/// to 1.
struct quadrature_point {
  std::array<double, 4> place;
  double weight;
};

/// Grundmann and Moeller's rule for a simplex of some dimension: exact for polynomials up to degree 2s + 1.
std::vector<quadrature_point> quadrature(int dimension, int s);

}  // namespace fem
