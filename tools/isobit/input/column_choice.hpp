#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace isobit::tool {

/// A list of names for messages, shortened where it is long.
std::string list_of_names(std::vector<std::string> const& names);
/// The same with the number of each, by which it can be chosen, too.
std::string list_of_columns(std::vector<std::string> const& names);

/// Whether a table has names: the first row of CSV may hold them, or numbers.
enum class naming { certain, possible, absent };

/// The columns of a table to choose from.
struct column_list {
  std::string const& input;  ///< what it is called in messages
  std::vector<std::string> const& names;
  naming are_names = naming::certain;
};

struct column_found {
  std::size_t place;  ///< from 0
  bool by_name;
};

/// The number from 1 that a text is; nothing where it can only be a name.
std::optional<std::size_t> column_number(std::string const& wanted);

/// The column that is wanted by name or by number from 1. What is both is a name where it is certain that there are
/// names, else a number. Throws `failure` with the columns that the input has.
column_found find_column(column_list const& columns, std::string const& wanted);
/// The place, from 0, of the column with a number.
std::size_t place_of_number(column_list const& columns, std::size_t number);

/// The place of a column of a table that has names; where none is wanted, of the only one.
std::size_t place_of_column(std::vector<std::string> const& names, std::string const& wanted, std::string const& input);

}  // namespace isobit::tool
