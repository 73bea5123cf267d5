#pragma once

#include "command/command_line.hpp"
#include "ranks.hpp"

namespace isobit::tool {

/// Solves a system whose rows the ranks share; the first rank writes and prints. The bits, and all that is written, are
/// those of run_matrix_solve on one machine.
exit_code solve_over(ranks const& job, request const& wanted);

}  // namespace isobit::tool
