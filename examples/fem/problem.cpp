#include "problem.hpp"

#include <stdexcept>

#include <isobit/math.hpp>

namespace fem {

problem::problem(std::string const& name, int dimension) {
  if (name == "poisson") {
    waves_ = {{{2, 1.5, 1}, 0.25}};
  } else if (name == "elasticity") {
    waves_ = {{{1.5, 1, 0.5}, 0.25}, {{-0.5, 2, 1}, 0.5}, {{1, -0.75, 1.25}, 0.75}};
    waves_.resize(static_cast<std::size_t>(dimension));
    lambda_ = 1.25;
  } else {
    throw std::invalid_argument("--problem: '" + name + "' is neither poisson nor elasticity");
  }
  if (dimension == 2)
    for (wave& one : waves_) one.k[2] = 0;
}

double problem::angle(std::size_t component, point const& x) const {
  wave const& w = waves_[component];
  return w.k[0] * x[0] + w.k[1] * x[1] + w.k[2] * x[2] + w.phase;
}

double problem::solution(std::size_t component, point const& x) const { return isobit::cr::sin(angle(component, x)); }

point problem::gradient(std::size_t component, point const& x) const {
  double const cosine = isobit::cr::cos(angle(component, x));
  point const& k = waves_[component].k;
  return {k[0] * cosine, k[1] * cosine, k[2] * cosine};
}

double problem::force(std::size_t component, point const& x) const {
  // The second derivatives of a wave are -k_i k_j times itself.
  point const& k = waves_[component].k;
  double f = mu_ * (k[0] * k[0] + k[1] * k[1] + k[2] * k[2]) * solution(component, x);
  if (components() > 1)
    for (std::size_t c = 0; c < components(); ++c)
      f += (lambda_ + mu_) * waves_[c].k[component] * waves_[c].k[c] * solution(c, x);
  return f;
}

double problem::flux(std::size_t component, point const& x, point const& normal) const {
  point const own = gradient(component, x);
  double through = mu_ * (own[0] * normal[0] + own[1] * normal[1] + own[2] * normal[2]);
  if (components() > 1)
    for (std::size_t c = 0; c < components(); ++c) {
      point const other = gradient(c, x);
      through += lambda_ * other[c] * normal[component] + mu_ * other[component] * normal[c];
    }
  return through;
}

double problem::stiffness(std::size_t a, point const& grad_a, std::size_t b, point const& grad_b) const {
  double sum = a == b ? mu_ * (grad_a[0] * grad_b[0] + grad_a[1] * grad_b[1] + grad_a[2] * grad_b[2]) : 0;
  if (components() > 1) sum += lambda_ * grad_a[a] * grad_b[b] + mu_ * grad_a[b] * grad_b[a];
  return sum;
}

}  // namespace fem
