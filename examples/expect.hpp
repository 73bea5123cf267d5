#pragma once

#include <bit>
#include <cstdint>
#include <cstdio>

/// Prints a result with its bits and says whether they are the expected ones; `failures` is the exit status.
inline int failures = 0;

inline void expect(char const* what, double value, double expected) {
  bool const right = std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(expected);
  std::printf("%-44s %.17g  %a%s\n", what, value, value, right ? "" : "  WRONG");
  if (!right) failures = 1;
}

inline void expect(char const* what, bool holds) {
  std::printf("%-44s %s\n", what, holds ? "yes" : "NO");
  if (!holds) failures = 1;
}
