#pragma once

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "arithmetic/current_rounding.hpp"

/// ISOBIT_M_MODE=dynamic: results are rounded as the calling thread's rounding mode says. Otherwise, and for
/// ISOBIT_M_MODE=nearest, to nearest.
namespace isobit::interpose {

inline bool asks_for_dynamic_mode() noexcept {
  char const* const wanted = std::getenv("ISOBIT_M_MODE");
  if (wanted == nullptr || *wanted == '\0' || std::strcmp(wanted, "nearest") == 0) return false;
  if (std::strcmp(wanted, "dynamic") == 0) return true;
  dprintf(STDERR_FILENO, "isobit: ISOBIT_M_MODE=%s: give nearest or dynamic; rounding to nearest\n", wanted);
  return false;
}

/// False until the library has been loaded.
inline bool const dynamic_mode = asks_for_dynamic_mode();

/// The direction in which a call of now is to be rounded.
inline rounding wanted_direction() noexcept {
  return dynamic_mode && !rounds_to_nearest() ? current_rounding() : rounding::nearest_even;
}

/// f of one number or two, a table's entry, in that direction.
template <class Entry, class... T> inline auto call(Entry const& f, T... x) noexcept {
  if (dynamic_mode) [[unlikely]]
    if (auto const direction = wanted_direction(); direction != rounding::nearest_even)
      return f.directed(x..., direction);
  return f.scalar(x...);
}

}  // namespace isobit::interpose
