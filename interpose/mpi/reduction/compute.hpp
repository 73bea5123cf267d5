#pragma once

#include "base/columns.hpp"
#include "base/settings.hpp"
#include "reduction/exchange.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// What an audit learns on the way.
struct observer {
  column_facts facts;
  bool saw_columns = false;
  passing_columns* passing = nullptr;  ///< instead of `facts`; only where `passes_all` says so
  std::uint64_t time = 0;              ///< nanoseconds that the looking took
};

/// The reduction by isobit: `result` is where this rank's results go, the program's buffer or another. Blocks. Gives
/// the code of the MPI's call that failed, or MPI_SUCCESS.
int compute(reduction const& call, recipe const& how, void* result, observer* watching);

/// Whether `compute` passes all that this rank contributes and gets, from the first number to the last.
bool passes_all(reduction const& call, recipe const& how);

/// Whether a reduction that does not block should go as limbs; else it is gathered. One exchange must do: a second one
/// would wait for ranks that may not call MPI in a while.
bool starts_as_limbs(reduction const& call, recipe const& how);

/// The last, local step.
void reduce_rows(reduction const& call, recipe const& how, rows const& in, void* result, observer* watching);

}  // namespace interpose
ISOBIT_NAMESPACE_END
