#include "refusal.hpp"

#include "../basics/failure.hpp"
#include "../basics/printable.hpp"
#include "notation.hpp"

namespace isobit::tool {
namespace {

std::string problem_with(std::string_view token, number_status status) {
  if (status == number_status::too_large) return shown(token) + " is too large for the type";
  if (status == number_status::missing) return "the row " + shown(token) + " has too few columns";
  if (status == number_status::surplus) return "the row " + shown(token) + " has too many columns";
  return token.empty() ? "the field is empty" : shown(token) + " is not a number";
}

/// The options with which the token is a number.
std::string options_for(std::string_view token) {
  struct {
    notation how;
    char const* options;
  } constexpr others[] = {{{',', '\0'}, "--decimal-comma"},        {{'.', ','}, "--thousands comma"},
                          {{'.', '\''}, "--thousands apostrophe"}, {{',', '.'}, "--decimal-comma --thousands point"},
                          {{'.', ' '}, "--thousands space"},       {{',', ' '}, "--decimal-comma --thousands space"}};
  std::string list;
  for (auto const& [how, options] : others) {
    bool const needs_both = how.point == ',' && how.thousands != '\0';
    if (needs_both && !list.empty()) continue;
    if (parse_number<double>(token, how).status == number_status::good)
      list += (list.empty() ? "" : " or ") + std::string(options);
  }
  return list;
}

std::string advice_on(std::string_view token, number_status status, bool in_table) {
  if (status == number_status::malformed && is_missing_value(token)) return "--skip-na would leave it out and count it";
  if (status == number_status::surplus) return "quotes, or another --separator, would make one field of it";
  std::string const options = status == number_status::malformed ? options_for(token) : "";
  bool const is_table = !in_table && token.find_first_of(",;") != token.npos;
  if (is_table)
    return "is this a table? try --format csv --column ..." +
           (options.empty() ? "" : "; " + options + " would read it");
  return options.empty() ? "--skip-bad would skip and count it" : options + " would read it";
}

}  // namespace

void refuse_number(std::string const& where, std::string_view token, number_status status, bool in_table) {
  throw failure(exit_code::bad_data,
                where + ": " + problem_with(token, status) + " (" + advice_on(token, status, in_table) + ")");
}

}  // namespace isobit::tool
