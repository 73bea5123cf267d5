#pragma once

#include <charconv>
#include <string>

namespace common {

/// A number with as many digits as it takes to read back the same bits.
inline std::string digits(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

}  // namespace common
