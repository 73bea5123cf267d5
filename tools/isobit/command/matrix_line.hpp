#pragma once

#include <CLI/CLI.hpp>

#include "command_line.hpp"

namespace isobit::tool {

/// The subcommands of `isobit matrix` and their options.
void add_matrix(CLI::App& app, request& wanted);

}  // namespace isobit::tool
