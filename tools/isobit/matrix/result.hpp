#pragma once

#include <cstdint>
#include <string>

#include <isobit/error.hpp>

#include "../output/json.hpp"
#include "../output/options.hpp"
#include "options.hpp"

namespace isobit::tool {

/// Throws `failure` where the standard output would get a matrix and JSON.
void require_one_on_standard_output(matrix_options const& options, output_options const& output);

/// Tells what a file holds that was written: as JSON, or as a line, which goes to the standard error output where the
/// standard output got the file.
void print_result(json_object const& object, std::string const& line, matrix_options const& options,
                  output_options const& output);

/// What the library says is wrong, without the names of its parts in front.
std::string plain_message(error const& problem);

/// 1 row, 2 rows.
std::string counted(std::int64_t count, std::string const& one, std::string const& many);

}  // namespace isobit::tool
