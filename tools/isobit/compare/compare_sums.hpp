#pragma once

#include "../input/source.hpp"
#include "../output/options.hpp"
#include "../output/progress.hpp"

namespace isobit::tool {

/// Reads all numbers into memory and prints one table to choose from: what the textbooks' ways of adding and every
/// --method make of them, with errors, times relative to the plain sum, promises and sizes of states.
void compare_sums(file_sequence& source, progress& watcher, input_options const& input, output_options const& output);

}  // namespace isobit::tool
