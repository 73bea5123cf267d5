#pragma once

#include <concepts>
#include <span>
#include <vector>

#include "../basics/failure.hpp"
#include "../input/block.hpp"

namespace isobit::tool {

/// A column of a block in the type a method works in; floats are widened, into `scratch`. Throws `failure` where
/// doubles would have to be rounded.
template <class T> std::span<T const> column_as(block const& numbers, std::size_t column, std::vector<T>& scratch) {
  if (numbers.is_single == std::same_as<T, float>) return numbers.values<T>(column);
  if constexpr (std::same_as<T, float>) {
    throw failure(exit_code::usage, "only exact rounds f64 numbers to an f32 sum; the other methods add in f32 where "
                                    "all inputs are f32: --result f64 adds in f64");
  } else {
    auto const floats = numbers.values<float>(column);
    scratch.assign(floats.begin(), floats.end());
    return scratch;
  }
}

}  // namespace isobit::tool
