#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "options.hpp"

namespace isobit::tool {

/// The format, of those that isobit reads with another library, that a file starts like. Every signature is long enough
/// that raw numbers do not start with it by chance.
std::optional<input_format> library_format_of(std::string_view start) noexcept;

/// Whether isobit was built with the library: whether the module is there.
bool is_built_in(input_format format);

/// What a file of such a format, of one of NumPy's, or of classic netCDF, is, as in "is a Parquet file".
std::string name_of_file(input_format format);

/// Where isobit was built without the library: what to do, as the rest of a sentence about the file.
std::string without_library(input_format format);

/// Those that were built in, as --format names them.
std::vector<std::string> built_in_formats();

}  // namespace isobit::tool
