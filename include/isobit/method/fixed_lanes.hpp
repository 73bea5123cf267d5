#pragma once

#include <cstddef>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// For accumulators that cannot be merged in any order: element i goes to the lane that i alone decides, lanes are
/// folded in a fixed order, so the bits depend on the sequence of elements and on nothing else, whatever the vector
/// length or the number of threads.
///
/// Elements come in blocks of `block_size`, element j of a block goes to lane j mod `lanes<T>`. At a block's end the
/// lanes are folded by halves: lane k takes in lane k + h for every k < h, for h = lanes/2, lanes/4, ..., 1. The blocks
/// are taken in one after the other. BITS.md#fixed-lanes
struct fixed_lanes {
  /// 512 bytes of sums: eight of the longest vectors there are, so that eight chains of additions run at once.
  template <class T> static constexpr std::size_t lanes = 512 / sizeof(T);
  static constexpr std::size_t block_size = 16384;
};

ISOBIT_NAMESPACE_END
