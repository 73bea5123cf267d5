#pragma once

#include <array>
#include <string>
#include <vector>

#include "mesh.hpp"

namespace fem {

/// What is solved for, and the solution that it is made for: Poisson's equation -div grad u = f for a number, or linear
/// elasticity -div sigma(u) = f for a displacement. Each component of u is a wave, sin(k x + phase), by isobit's sine,
/// which has the same bits everywhere.
class problem {
public:
  /// "poisson" or "elasticity". Throws std::invalid_argument for others.
  problem(std::string const& name, int dimension);

  [[nodiscard]] std::size_t components() const noexcept { return waves_.size(); }
  [[nodiscard]] double solution(std::size_t component, point const& x) const;
  [[nodiscard]] point gradient(std::size_t component, point const& x) const;
  /// The force f.
  [[nodiscard]] double force(std::size_t component, point const& x) const;
  /// What goes through a side with this normal: grad u n, or sigma(u) n.
  [[nodiscard]] double flux(std::size_t component, point const& x, point const& normal) const;
  /// The integrand of the stiffness of two functions of these components, from their gradients.
  [[nodiscard]] double stiffness(std::size_t a, point const& grad_a, std::size_t b, point const& grad_b) const;

private:
  struct wave {
    point k;
    double phase;
  };
  [[nodiscard]] double angle(std::size_t component, point const& x) const;

  std::vector<wave> waves_;
  double lambda_ = 0, mu_ = 1;  // Lame's constants; Poisson's equation is a single component with lambda = 0
};

}  // namespace fem
