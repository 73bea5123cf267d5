#pragma once

#include <string>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// "folder/rank-000012.calls"
std::string path_in_log_folder(std::string const& folder, int rank, char const* ending);

/// Ends the process, with a message, where there is none and none can be made.
void make_log_folder(std::string const& folder);

/// Removes what an earlier run on more ranks left there: the logs of ranks from `ranks` on.
void remove_other_ranks(std::string const& folder, int ranks);

/// A message: the record lacks something, the program goes on.
void say_there_is_no_space(std::string const& path, int error_number) noexcept;

/// Ends the process, with a message that says what to do.
[[noreturn]] void fail_to_write(std::string const& path, int error_number);

}  // namespace interpose
ISOBIT_NAMESPACE_END
