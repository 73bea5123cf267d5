#pragma once

#include "command/command_line.hpp"
#include "ranks.hpp"

namespace isobit::tool {

/// The sum of what all ranks read, each its part of the inputs; the first rank prints it. The bits, and all that is
/// printed, are those of run_sum on one machine.
void sum_over(ranks const& job, request const& wanted);

}  // namespace isobit::tool
