#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace isobit::tool {

/// A list of names for messages, shortened where it is long.
std::string list_of_names(std::vector<std::string> const& names);

/// The place, from 0, of a column that is wanted by name or by number from 1, or that is the only one where none is
/// named. Throws `failure` with the columns that the input has.
std::size_t place_of_column(std::vector<std::string> const& names, std::string const& wanted, std::string const& input);

}  // namespace isobit::tool
