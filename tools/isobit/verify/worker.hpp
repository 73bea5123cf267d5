#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace isobit::tool {

/// What a driver made of all results.
struct worker_line {
  std::string driver;  ///< such as threads-2
  std::string hash;
};

/// Computes the certificate in this process, once with every driver, with 1 to `threads` threads.
std::vector<worker_line> compute_with_all_drivers(std::size_t threads);

/// The same in a process of its own that uses the named instruction set. Throws `failure` where it cannot be started
/// or ends with an error.
std::vector<worker_line> compute_in_process(std::string const& instruction_set, std::size_t threads);

/// What this very program prints when it is run with these arguments and the variable, such as "NAME=", set.
std::string output_of_self(std::vector<std::string> arguments, std::string const& name, std::string const& value);

}  // namespace isobit::tool
