#pragma once

#include <cmath>
#include <concepts>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace common {

/// Text as a string of JSON, quotes included.
inline std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) {
      result += c;
    } else {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
      result += escaped;
    }
  }
  return result + '"';
}

/// A list of JSON: text(value) of every value, with something in between.
template <class Values, class Text>
std::string json_list(Values const& values, Text text, std::string_view between = ", ") {
  std::string list;
  for (auto const& value : values) {
    if (!list.empty()) list += between;
    list += text(value);
  }
  return "[" + list + "]";
}

/// An object of JSON on one line, put together member by member, in order.
class json_object {
public:
  json_object& add(std::string_view name, std::string_view value) { return add_raw(name, json_string(value)); }
  json_object& add(std::string_view name, char const* value) { return add(name, std::string_view(value)); }
  template <std::integral T> json_object& add(std::string_view name, T value) {
    if constexpr (std::same_as<T, bool>)
      return add_raw(name, value ? "true" : "false");
    else
      return add_raw(name, std::to_string(value));
  }
  json_object& add(std::string_view name, std::vector<std::string> const& values) {
    return add_raw(name, json_list(values, [](std::string const& value) { return json_string(value); }));
  }
  json_object& add(std::string_view name, json_object const& value) { return add_raw(name, value.text()); }
  json_object& add(std::string_view name, std::vector<json_object> const& values) {
    return add_raw(name, json_list(values, [](json_object const& value) { return value.text(); }));
  }
  /// A number of so many digits; null for what JSON has no number for.
  json_object& add_rounded(std::string_view name, double value, int digits = 6) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return add_raw(name, std::isfinite(value) ? text : "null");
  }
  json_object& add_raw(std::string_view name, std::string_view json) {
    if (!members_.empty()) members_ += ", ";
    members_ += json_string(name);
    members_ += ": ";
    members_ += json;
    return *this;
  }
  [[nodiscard]] std::string text() const { return "{" + members_ + "}"; }

private:
  std::string members_;
};

}  // namespace common
