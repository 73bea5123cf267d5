#pragma once

#include <cmath>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/solver/report.hpp>

#include "arithmetic/host_device.hpp"

/// What conjugate gradients decide between their steps, on the GPU: the scalars of src/solver/cg.cpp, by the same
/// formulas. Nothing of it needs the host, which only looks on.
ISOBIT_NAMESPACE_BEGIN
namespace cuda::solver {

using isobit::solver::outcome;

/// When to end.
struct cg_limits {
  double goal;
  long long most_iterations;
};

/// What dot products leave in device memory.
template <class T> struct cg_sums {
  T rho, square;  ///< r*z, r*r
  T sigma;        ///< p*q
};

/// Where the iteration stands.
template <class T> struct cg_state {
  T alpha = 0, rho = 0, beta = 0;
  bool done = false;
  outcome how = outcome::converged;
  long long noted = 0;   ///< how many residuals there are in the history
  double residual = 0;   ///< the last of them
  bool moves_x = false;  ///< whether the last step is added to x

  ISOBIT_HOST_DEVICE void end(outcome why) {
    done = true;
    how = why;
  }

  /// After q = A p: the length of the step.
  ISOBIT_HOST_DEVICE void find_alpha(cg_sums<T> const& sums) {
    if (noted == 0) return;  // there is no step yet
    alpha = rho / sums.sigma;
    bool const positive = sums.sigma > 0;
    if (is_nonfinite(sums.sigma) || is_nonfinite(beta) || (positive && is_nonfinite(alpha)))
      end(outcome::not_finite);
    else if (!positive)
      end(outcome::indefinite);
  }

  /// After r = r - alpha*q and z = M r: whether to go on, and in which direction. Where r is not finite, x stays what
  /// it was before the step.
  ISOBIT_HOST_DEVICE void find_beta(cg_sums<T> const& sums, cg_limits const& limits) {
    moves_x = !is_nonfinite(sums.rho) && !is_nonfinite(sums.square);
    if (!moves_x) return end(outcome::not_finite);
    residual = std::sqrt(static_cast<double>(sums.square));
    beta = noted == 0 ? T{0} : sums.rho / rho;
    rho = sums.rho;
    ++noted;
    if (residual <= limits.goal)
      end(outcome::converged);
    else if (noted > limits.most_iterations)
      end(outcome::exhausted);
    else if (!(rho > 0))
      end(outcome::indefinite);
  }
};

}  // namespace cuda::solver
ISOBIT_NAMESPACE_END
