#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace isobit::tool {

/// What a program prints, its errors included where `with_errors`; nothing where it cannot be started.
std::optional<std::string> output_of(std::vector<std::string> arguments, bool with_errors);

/// Where a shell would find the program; "" where it would not.
std::string path_of(std::string const& program);

/// Throws `failure` with the status of a shell, 127 or 126, where a program is not there or not executable.
void require_startable(std::string const& program);

/// Runs a program with the standard streams of this process and these variables set, and passes on SIGINT, SIGTERM and
/// SIGHUP. Gives its exit status, or 128 + signal. Throws `failure` with the status of a shell, 127 or 126, where it
/// cannot be started.
int run_program(std::vector<std::string> arguments, std::map<std::string, std::string> const& variables);

}  // namespace isobit::tool
