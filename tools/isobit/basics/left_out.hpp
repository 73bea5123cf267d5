#pragma once

#include <cstdint>

namespace isobit::tool {

/// How many entries of an input were left out; of a table, rows.
struct left_out {
  std::uint64_t bad = 0;      ///< what is not a number
  std::uint64_t missing = 0;  ///< NA and the like

  [[nodiscard]] bool any() const noexcept { return bad != 0 || missing != 0; }
  left_out& operator+=(left_out const& other) noexcept {
    bad += other.bad;
    missing += other.missing;
    return *this;
  }
};

}  // namespace isobit::tool
