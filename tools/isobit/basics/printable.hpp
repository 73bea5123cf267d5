#pragma once

#include <string>
#include <string_view>

namespace isobit::tool {

/// Valid UTF-8, whatever the bytes were.
std::string clean_utf8(std::string_view text);
/// For a terminal: no control characters, valid UTF-8.
std::string printable(std::string_view text);
/// What stands in an input, as a message shows it: printable, short and in quotes.
std::string shown(std::string_view token);

}  // namespace isobit::tool
