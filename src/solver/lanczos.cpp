#include <algorithm>
#include <cmath>
#include <vector>

#include <isobit/solver/csr_map.hpp>

#include "arithmetic/hash.hpp"
#include "solver/circles.hpp"
#include "solver/jacobi.hpp"
#include "solver/make.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

namespace {

/// A symmetric tridiagonal matrix: its diagonal, and the squares beside it, of which the first is 0.
struct tridiagonal {
  std::vector<double> diagonal, squares;

  /// Whether all eigenvalues are larger: all pivots of the elimination are positive.
  [[nodiscard]] bool is_above(double bound) const {
    double pivot = 1;
    for (std::size_t k = 0; k < diagonal.size(); ++k) {
      pivot = diagonal[k] - bound - squares[k] / pivot;
      if (!(pivot > 0)) return false;
    }
    return true;
  }

  /// By halving, from above; positive.
  [[nodiscard]] double smallest_eigenvalue() const {
    double low = 0, high = diagonal[0];
    for (int step = 0; step < 40; ++step) {
      double const middle = (low + high) / 2;
      (is_above(middle) ? low : high) = middle;
    }
    return high;
  }
};

/// What conjugate gradients with Jacobi's preconditioner know of inverse(D)*A after so many steps, or as many as lead
/// anywhere. docs/maths/solvers.md#lanczos
template <class T> tridiagonal lanczos(space<T> const& where, local_rows<T> const& a, int steps) {
  auto const diagonal = diagonal_of(where, a);
  csr_map<T, std::int32_t, std::int64_t> const map(where, a.view());
  std::size_t const n = diagonal.size();
  std::vector<T> r(n), z(n), p(n), q(n);
  for (std::size_t i = 0; i < n; ++i)
    r[i] = arithmetic::splitmix64(static_cast<std::uint64_t>(where.rows()[i])).next() >> 63 != 0 ? T{-1} : T{1};
  auto const on = where.on();
  auto const dot = [&](std::vector<T> const& x, std::vector<T> const& y) {
    factors<T> const one[] = {{x, y}};
    real_of<T> result;
    where.real_dots({}, one, {&result, 1});
    return result;
  };
  tridiagonal found;
  real_of<T> first = 0, rho_before = 0;
  double alpha_before = 1;
  for (int k = 0; k < steps; ++k) {
    for_each_number(on, std::span<T>(z), [&](std::size_t i) { return quotient(r[i], diagonal[i]); });
    real_of<T> const rho = dot(r, z);
    if (k == 0) first = rho;
    if (k > 0 && rho >= 0 && rho <= real_of<T>(0x1p-40) * first)
      break;  // these steps span all that the start is made of
    real_of<T> const beta = k == 0 ? real_of<T>{0} : rho / rho_before;
    scale_and_add(on, beta, std::span<T const>(z), std::span<T>(p));
    map.apply(p, q);
    real_of<T> const sigma = dot(p, q), alpha = rho / sigma;
    if (!(rho > 0) || !(sigma > 0) || !(alpha > 0) || !std::isfinite(alpha))
      refuse("lanczos_bounds needs a positive definite matrix; give chebyshev bounds of your own, or none");
    auto const now = static_cast<double>(alpha), share = static_cast<double>(beta) / alpha_before;
    found.diagonal.push_back(1 / now + share);
    found.squares.push_back(share / alpha_before);
    add(on, -alpha, std::span<T const>(q), std::span<T>(r));
    rho_before = rho, alpha_before = now;
  }
  return found;
}

}  // namespace

template <class T> eigenvalue_bounds find_lanczos_bounds(space<T> const& where, local_rows<T> const& a, int steps) {
  if (steps < 1) refuse("lanczos_bounds needs at least one step");
  if (where.all_rows() == 0) return {};
  double const upper = largest_circle(where, a);
  return {std::clamp(lanczos(where, a, steps).smallest_eigenvalue(), upper / 30, upper / 2), upper};
}
#define ISOBIT_INSTANTIATE(T) \
  template eigenvalue_bounds find_lanczos_bounds(space<T> const&, local_rows<T> const&, int);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(std::complex<double>)
ISOBIT_INSTANTIATE(std::complex<float>)

}  // namespace solver
ISOBIT_NAMESPACE_END
