#pragma once

#include <functional>
#include <vector>

#include <isobit/solver/space.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace solver {

/// Why an iteration ended.
enum class outcome {
  converged,
  exhausted,   ///< as many iterations as were allowed
  breakdown,   ///< a scalar that is divided by is zero, or the squares of the residual vanish: the method cannot go on
  indefinite,  ///< matrix or preconditioner are not positive definite, which the method needs
  not_finite,  ///< an infinity or NaN came up
  stopped,     ///< the caller's function said so
};

/// The name of an outcome, as it is spelt above.
[[nodiscard]] ISOBIT_API char const* name_of(outcome how) noexcept;

/// What is known after an iteration.
struct progress {
  index iteration;  ///< 0 before the first
  double residual;  ///< its norm
};

struct options {
  /// Converged where the norm of the residual is at most this times that of b.
  double tolerance = 1e-10;
  index most_iterations = 10000;
  /// GMRES starts anew after so many.
  index restart = 30;
  /// Called with the residual at the start and after every iteration: false stops. On every rank alike.
  std::function<bool(progress const&)> after_each = {};
};

/// How an iteration went. The same bits for any number of threads and ranks, and any distribution of rows.
struct report {
  outcome how = outcome::converged;
  index iterations = 0;
  /// The norm of the residual in the end: the last of the history, NaN where that is empty and nothing converged.
  double residual = 0;
  /// At the start, and after every iteration; empty where there is no residual: without rows, or where b, the start or
  /// the preconditioner is to blame.
  std::vector<double> history = {};

  [[nodiscard]] bool converged() const noexcept { return how == outcome::converged; }
};

}  // namespace solver

ISOBIT_NAMESPACE_END
