#pragma once

#include <string>
#include <string_view>

#include "number.hpp"

namespace isobit::tool {

/// Ends the command because of a number that is not one, and says what may help.
[[noreturn]] void refuse_number(std::string const& where, std::string_view token, number_status status, bool in_table);

}  // namespace isobit::tool
