#include "column_choice.hpp"

#include <algorithm>
#include <charconv>

#include "../basics/failure.hpp"
#include "../basics/printable.hpp"

namespace isobit::tool {

std::string list_of_names(std::vector<std::string> const& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == 20) return list + ", ...";
    list += (i == 0 ? "" : ", ") + shown(names[i]);
  }
  return list;
}

std::size_t place_of_column(std::vector<std::string> const& names, std::string const& wanted,
                            std::string const& input) {
  auto const there_are = "; there are " + list_of_names(names);
  if (wanted.empty() && names.size() == 1) return 0;
  if (wanted.empty()) throw failure(exit_code::usage, input + ": choose a column with --column" + there_are);
  auto const found = std::find(names.begin(), names.end(), wanted);
  if (found != names.end()) {
    if (std::find(found + 1, names.end(), wanted) != names.end())
      throw failure(exit_code::bad_data,
                    input + ": there is more than one column " + shown(wanted) + "; choose by number" + there_are);
    return static_cast<std::size_t>(found - names.begin());
  }
  std::size_t number = 0;
  auto const* const end = wanted.data() + wanted.size();
  auto const [stop, problem] = std::from_chars(wanted.data(), end, number);
  if (problem == std::errc{} && stop == end && number >= 1 && number <= names.size()) return number - 1;
  throw failure(exit_code::bad_data, input + ": there is no column " + shown(wanted) + there_are);
}

}  // namespace isobit::tool
