#pragma once

#include <cstdio>
#include <string>

#include "../output/number.hpp"

namespace isobit::tool {

/// All digits, for CSV.
inline std::string full(double x) { return decimal({x, false}); }
inline std::string hex(double x) { return hexadecimal({x, false}); }

/// Two digits, for people.
inline std::string brief(double x) {
  if (x == 0) return "0";
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", x);
  return text;
}

}  // namespace isobit::tool
