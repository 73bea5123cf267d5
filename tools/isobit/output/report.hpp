#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../basics/left_out.hpp"
#include "number.hpp"
#include "options.hpp"

namespace isobit::tool {

/// How a result was computed.
struct method_facts {
  std::string method, promise;  ///< their names
  std::size_t state_bytes;
};

/// A result and where it came from.
struct report {
  std::string operation;
  std::vector<number> values;  ///< one, or the real and the imaginary part
  std::uint64_t count = 0;     ///< of elements
  left_out skipped = {};
  std::optional<method_facts> how = {};  ///< where the user named a method
};

/// Throws `failure` where bad numbers were left out and nothing is left: that is no sum of 0.
void require_good(report const& result);

/// Prints the result to the standard output, remarks to the standard error output.
void print(report const& result, std::vector<std::string> const& files, output_options const& output);

/// Notes what the user should know about the input: that it was empty, or that something was skipped.
void print_remarks(report const& result, output_options const& output);

/// Writes a line to the standard output; throws `failure` where it cannot be written.
void print_line(std::string const& line);

}  // namespace isobit::tool
