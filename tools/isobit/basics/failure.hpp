#pragma once

#include <cstdint>
#include <limits>
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
  unconverged = 6,  ///< an iteration that ended without the wanted accuracy; what it reached is written
};

/// Ends the command with a message for the user and an exit status.
class failure : public std::runtime_error {
public:
  failure(exit_code code, std::string const& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] exit_code code() const noexcept { return code_; }

  /// The place in the input, a block's ordinal, where there is one: of several failures the first is reported.
  static constexpr std::uint64_t nowhere = std::numeric_limits<std::int64_t>::max() - 1;
  [[nodiscard]] std::uint64_t place() const noexcept { return place_; }
  void set_place(std::uint64_t place) noexcept { place_ = place; }

private:
  exit_code code_;
  std::uint64_t place_ = nowhere;
};

/// The exception that is being handled, whatever it is, as a failure. To be called in a catch block.
failure current_failure();

/// Tells the user, and gives the status to leave with.
int complain(failure const& problem);

}  // namespace isobit::tool
