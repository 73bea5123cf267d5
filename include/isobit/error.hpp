#pragma once

#include <stdexcept>
#include <string>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// What went wrong; the values are those of the C interface's `isobit_status`.
enum class status {
  ok = 0,
  invalid_argument = 1,  ///< a null pointer, a wrong size, a count of zero where one is needed
  malformed_bytes = 2,   ///< serialised state that is not what this library writes
  out_of_range = 3,      ///< a valid state that does not fit the type it is read into
  unsupported = 4,       ///< a request this machine cannot meet, such as an instruction set it lacks
  out_of_memory = 5,
  internal = 6,
  communication = 7,  ///< MPI failed, or is not in a state to be used
  singular = 8,       ///< a matrix that has no inverse
};

/// Every exception isobit throws itself; a lack of memory is std::bad_alloc, as everywhere. The message says what was
/// wrong and what to do.
class ISOBIT_API error : public std::runtime_error {
public:
  error(status code, std::string const& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] status code() const noexcept { return code_; }

private:
  status code_;
};

ISOBIT_NAMESPACE_END
