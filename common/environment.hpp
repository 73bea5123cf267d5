#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

namespace common {

/// What an environment variable says: nothing where it is not set.
inline std::string_view environment_variable(char const* name) {
  char const* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// What to tell the user about a value that it cannot have.
inline std::string makes_no_sense(char const* name, std::string_view value, char const* expected) {
  return std::string(name) + "=" + std::string(value) + " makes no sense; use " + expected;
}

}  // namespace common
