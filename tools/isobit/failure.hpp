#pragma once

#include <stdexcept>
#include <string>

namespace isobit::tool {

/// The exit status of the command; documented in isobit.1 and docs/guide/command.md.
enum class exit_code : int {
  success = 0,
  bad_data = 1,     ///< a malformed input, or a verification that failed
  usage = 2,        ///< options or arguments that make no sense
  io = 3,           ///< a file or pipe that cannot be opened, read or written
  unsupported = 4,  ///< a request this machine cannot meet
  internal = 5,     ///< out of memory, or a defect of isobit
};

/// Ends the command with a message for the user and an exit status.
class failure : public std::runtime_error {
public:
  failure(exit_code code, std::string const& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] exit_code code() const noexcept { return code_; }

private:
  exit_code code_;
};

}  // namespace isobit::tool
