#include "column_choice.hpp"

#include <algorithm>
#include <charconv>

#include "../basics/failure.hpp"
#include "../basics/printable.hpp"

namespace isobit::tool {
namespace {

std::string list_of(std::vector<std::string> const& names, bool with_numbers) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == 20) return list + ", ...";
    list += (i == 0 ? "" : ", ") + (with_numbers ? std::to_string(i + 1) + " " : "") + shown(names[i]);
  }
  return list;
}

std::string there_are(column_list const& columns) {
  return (columns.are_names == naming::certain ? "there are " : "the first row has ") + list_of_columns(columns.names);
}

std::size_t place_of_name(column_list const& columns, std::string const& name) {
  auto const found = std::find(columns.names.begin(), columns.names.end(), name);
  if (found == columns.names.end())
    throw failure(exit_code::bad_data,
                  columns.input + ": there is no column " + shown(name) + "; " + there_are(columns));
  if (std::find(found + 1, columns.names.end(), name) != columns.names.end())
    throw failure(exit_code::bad_data, columns.input + ": there is more than one column " + shown(name) +
                                           "; choose by number: " + there_are(columns));
  return static_cast<std::size_t>(found - columns.names.begin());
}

}  // namespace

std::string list_of_names(std::vector<std::string> const& names) { return list_of(names, false); }
std::string list_of_columns(std::vector<std::string> const& names) { return list_of(names, true); }

std::optional<std::size_t> column_number(std::string const& wanted) {
  std::size_t number = 0;
  auto const* const end = wanted.data() + wanted.size();
  auto const [stop, problem] = std::from_chars(wanted.data(), end, number);
  if (problem != std::errc{} || stop != end) return std::nullopt;
  if (number == 0) throw failure(exit_code::usage, "there is no column 0: columns are counted from 1");
  return number;
}

std::size_t place_of_number(column_list const& columns, std::size_t number) {
  if (number > columns.names.size())
    throw failure(exit_code::bad_data,
                  columns.input + ": there is no column " + std::to_string(number) + "; " + there_are(columns));
  return number - 1;
}

column_found find_column(column_list const& columns, std::string const& wanted) {
  bool const is_name = columns.are_names == naming::certain &&
                       std::find(columns.names.begin(), columns.names.end(), wanted) != columns.names.end();
  if (auto const number = is_name ? std::nullopt : column_number(wanted))
    return {place_of_number(columns, *number), false};
  if (columns.are_names == naming::absent)
    throw failure(exit_code::usage, columns.input + ": there is no column " + shown(wanted) +
                                        ": a table without a header has no names; give the column's number");
  return {place_of_name(columns, wanted), true};
}

std::size_t place_of_column(std::vector<std::string> const& names, std::string const& wanted,
                            std::string const& input) {
  column_list const columns{input, names};
  if (wanted.empty() && names.size() == 1) return 0;
  if (wanted.empty()) throw failure(exit_code::usage, input + ": choose a column with --column; " + there_are(columns));
  return find_column(columns, wanted).place;
}

}  // namespace isobit::tool
