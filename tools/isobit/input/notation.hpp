#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "missing_value.hpp"
#include "number.hpp"

namespace isobit::tool {

/// How the numbers of a text are written.
struct notation {
  char point = '.';            ///< before the fraction
  char thousands = '\0';       ///< between groups of three digits before the point; none unless given
  bool skips_missing = false;  ///< NaN, NA and the like are values that are missing

  [[nodiscard]] bool is_plain() const noexcept { return point == '.' && thousands == '\0' && !skips_missing; }
};

/// The number as C++ writes it: with a point, without separators. Empty where it is not written in this notation:
/// thousands come in groups of three, and what is the point elsewhere is none here.
inline std::string plainly_written(std::string_view token, notation const& how) {
  std::string accepted = "0123456789";
  if (how.thousands != '\0') accepted += how.thousands;
  std::size_t const start = token.starts_with('+') || token.starts_with('-') ? 1 : 0;
  std::size_t const whole_end = token.find_first_not_of(accepted, start);
  std::string_view const whole = token.substr(start, whole_end - start);
  bool const is_grouped = how.thousands != '\0' && whole.find(how.thousands) != whole.npos;
  if (is_grouped && whole.size() % 4 == 0) return {};  // the first group has no digit, or four
  std::string result(token.substr(0, start));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    bool const is_separator = is_grouped && (whole.size() - i) % 4 == 0;
    if ((whole[i] == how.thousands) != is_separator) return {};
    if (!is_separator) result += whole[i];
  }
  if (whole_end == token.npos) return result;
  std::string_view rest = token.substr(whole_end);
  if (how.thousands != '\0' && rest.find(how.thousands) != rest.npos) return {};
  if (how.point != '.' && rest.find('.') != rest.npos) return {};
  if (rest.front() == how.point) {
    result += '.';
    rest.remove_prefix(1);
  }
  return result.append(rest);
}

/// As `parse_number`, in another notation.
template <class T> parsed_number<T> parse_number(std::string_view token, notation const& how) {
  if (how.skips_missing && is_missing_value(token)) return {T(0), number_status::unavailable};
  bool const is_usual = how.point == '.' && how.thousands == '\0';
  auto const result = is_usual ? parse_number<T>(token) : parse_number<T>(plainly_written(token, how));
  // A NaN with a sign is one, too.
  if (how.skips_missing && std::isnan(result.value)) return {T(0), number_status::unavailable};
  return result;
}

/// use(parse) with what parses floats, or doubles, in this notation; in the usual one as fast as possible.
template <class Use> void with_parser(bool single, notation const& how, Use use) {
  auto const with = [&]<class T>(T) {
    if (how.is_plain())
      use(number_parser<T>{});
    else
      use([&how](std::string_view token) { return parse_number<T>(token, how); });
  };
  if (single)
    with(float{});
  else
    with(double{});
}

}  // namespace isobit::tool
