#pragma once

#include <vector>

#include "element.hpp"
#include "problem.hpp"
#include "quadrature.hpp"
#include "unknowns.hpp"

namespace fem {

/// What the boundary asks for: the solution itself (Dirichlet), flux + solution (Robin), else the flux (Neumann).
struct conditions {
  std::vector<int> prescribed_tags, robin_tags;
};

/// What a cell adds to the system: a matrix by rows, and a load, for the components of each of its points in turn.
struct cell_system {
  std::vector<double> matrix, load;
};

/// How far the solution found is from the one that the problem was made for, squared, on a cell.
struct squared_errors {
  double values = 0, gradients = 0;
};

/// Integrals over single cells. Every cell is a loop of its own, in a fixed order: its bits do not depend on who
/// computes it.
class cell_integrals {
public:
  cell_integrals(mesh const& m, problem const& p, int degree, conditions const& at_boundary);

  [[nodiscard]] cell_system system(std::size_t cell) const;
  /// `values` has the components of the cell's points in turn.
  [[nodiscard]] squared_errors errors(std::size_t cell, std::vector<double> const& values) const;

private:
  /// The basis at the points of a quadrature.
  struct table {
    table(lagrange const& basis, std::vector<quadrature_point> const& rule);
    std::vector<quadrature_point> rule;
    std::vector<std::vector<double>> values;
    std::vector<std::vector<std::array<double, 4>>> derivatives;
  };
  struct side {
    std::size_t corner;
    bool robin;
  };

  void add_side(cell_system& to, geometry const& shape, side const& at) const;

  mesh const& mesh_;
  problem const& problem_;
  lagrange basis_;
  table inside_, fine_;
  std::vector<quadrature_point> on_side_;
  std::vector<std::vector<side>> sides_;  // of each cell, that are not prescribed
};

}  // namespace fem
