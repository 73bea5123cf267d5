#include "solver/check.hpp"

#include <isobit/solver/csr_map.hpp>
#include <isobit/solver/report.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace solver {

void refuse(std::string const& message, status code) { throw error(code, "isobit::solver: " + message); }

namespace detail {
void require_rows(index owned, index ghosts, index rows, index columns) {
  if (rows != owned || columns != owned + ghosts)
    refuse("a matrix of " + std::to_string(rows) + " rows and " + std::to_string(columns) + " columns for a space of " +
           std::to_string(owned) + " rows and " + std::to_string(ghosts) +
           " ghosts; its rows are those owned, its columns those and the ghosts");
}
}  // namespace detail

char const* name_of(outcome how) noexcept {
  switch (how) {
  case outcome::converged:
    return "converged";
  case outcome::exhausted:
    return "exhausted";
  case outcome::breakdown:
    return "breakdown";
  case outcome::indefinite:
    return "indefinite";
  case outcome::not_finite:
    return "not_finite";
  case outcome::stopped:
    return "stopped";
  }
  return "unknown";
}

}  // namespace solver
ISOBIT_NAMESPACE_END
