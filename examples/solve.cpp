// Sparse systems: the iterations, their residuals and the solution do not depend on the threads.
#include <isobit/solver.hpp>

#include <cmath>
#include <vector>

#include "expect.hpp"

using namespace isobit;

int main() {
  // Heat on a square plate.
  int const side = 60, n = side * side;
  std::vector<int> i, j;
  std::vector<double> values;
  for (int point = 0; point < n; ++point) {
    auto const tie = [&](bool inside, int other) {
      if (inside) i.push_back(point), j.push_back(other), values.push_back(-1);
    };
    i.push_back(point), j.push_back(point), values.push_back(4);
    tie(point % side > 0, point - 1), tie(point % side < side - 1, point + 1);
    tie(point >= side, point - side), tie(point < n - side, point + side);
  }
  auto const a = sparse::from_triplets<double, int>(n, n, i, j, values);
  std::vector<double> b(static_cast<std::size_t>(n)), x(b.size()), y(b.size());
  for (std::size_t k = 0; k < b.size(); ++k) b[k] = 1.0 / static_cast<double>(k + 1);

  solver::local_space<double> const here(n, threads(3));
  auto const m = solver::ic0(here, a.view());
  auto const one = solver::cg(a.view(), b, x, m.get(), {.tolerance = 1e-12}, threads(1));
  auto const three = solver::cg(a.view(), b, y, m.get(), {.tolerance = 1e-12}, threads(3));
  expect("it converges", one.converged() && three.converged());
  expect("the same residuals", one.history == three.history);
  expect("the same solution", x == y);

  // Until not a bit of it changes.
  auto const refined = solver::refine(a.view(), b, x, [&](std::span<double const> r, std::span<double> d) {
    solver::cg(a.view(), r, d, m.get(), {.tolerance = 1e-8});
  });
  expect("it is the solution to the last place", refined.converged);
}
