#pragma once

#include "../input/source.hpp"
#include "../output/options.hpp"
#include "judge.hpp"

namespace isobit::tool {

/// Reads all numbers once, in order, and prints a table of what the usual methods make of a dot product, norm or mean
/// beside the exact result: value, bits, error in units in the last place; then the condition number and a verdict in
/// words.
void compare(compared operation, block_source& source, input_facts const& facts, input_options const& input,
             output_options const& output);

}  // namespace isobit::tool
