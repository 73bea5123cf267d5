#pragma once

#include <cstdint>
#include <vector>

#include "../input/options.hpp"
#include "../input/source.hpp"
#include "../output/number.hpp"
#include "../output/options.hpp"
#include "method.hpp"

namespace isobit::tool {

/// What a method made of an input.
struct method_result {
  std::vector<number> values;  ///< one, or the real and the imaginary part
  std::uint64_t rows = 0;
  left_out skipped;
  std::size_t state_bytes = 0;
};

/// Sums an input by any method but the exact one. Bins, and the methods over fixed lanes, take it as a stream; the
/// others need the number of elements, or all of them, before the first, and hold the whole input in memory. Files and
/// pipes with the same numbers give the same bits. Throws `failure`.
method_result sum_input(method which, file_sequence& source, input_options const& input, output_options const& output);

}  // namespace isobit::tool
