#pragma once

#include <cstdint>

#include <isobit/version.hpp>

#include "arithmetic/host_device.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// How much room a list of parts of lines has, and a word that says how much is taken: parts, and lines of several
/// parts, which are taken together.
struct list_room {
  using word = unsigned long long;
  static constexpr int part_bits = 40;
  static constexpr word one_line = word{1} << part_bits;
  long long most_parts, most_lines;

  ISOBIT_HOST_DEVICE static long long parts_of(word taken) { return static_cast<long long>(taken & (one_line - 1)); }
  ISOBIT_HOST_DEVICE static long long lines_of(word taken) { return static_cast<long long>(taken >> part_bits); }
  /// What a line adds to the word.
  ISOBIT_HOST_DEVICE static word share_of(long long parts) {
    return (parts > 1 ? one_line : 0) + static_cast<word>(parts);
  }

  /// Whether nothing has room any more. Nothing may be taken then: lines that overlap are so many that the word would
  /// overflow, and places be taken twice. What several do at a time that saw room before, it has bits for.
  ISOBIT_HOST_DEVICE bool is_full(word taken) const { return parts_of(taken) >= most_parts; }
  /// Whether a line has room behind what was taken before it.
  ISOBIT_HOST_DEVICE bool fits(word before, long long parts) const {
    return parts_of(before) + parts <= most_parts && (parts == 1 || lines_of(before) < most_lines);
  }
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
