#pragma once

#include <CLI/CLI.hpp>

#include "command_line.hpp"

namespace isobit::tool {

/// The subcommands about the reductions of MPI programs, `audit`, `preload` and `diff`, and their options.
void add_audits(CLI::App& app, request& wanted);

}  // namespace isobit::tool
