#pragma once

#include <cstddef>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// For accumulators that cannot be merged in any order: element i goes to the lane that i alone decides, lanes are
/// folded in a fixed order, so the bits depend on the sequence of elements and on nothing else, whatever the vector
/// length or the number of threads.
///
/// Elements come in blocks of `block_size`, element j of a block goes to lane j mod `lanes`; at a block's end lane 0
/// takes in lanes 1, 2, ...; the blocks are taken in one after the other. BITS.md#fixed-lanes
struct fixed_lanes {
  static constexpr std::size_t lanes = 32;
  static constexpr std::size_t block_size = 16384;
};

ISOBIT_NAMESPACE_END
