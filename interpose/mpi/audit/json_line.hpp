#pragma once

#include <concepts>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// An object of JSON, on one line.
class json_line {
public:
  json_line& add(std::string_view name, std::string_view value) { return add_raw(name, quoted(value)); }
  json_line& add(std::string_view name, char const* value) { return add(name, std::string_view(value)); }
  json_line& add(std::string_view name, std::integral auto value) { return add_raw(name, std::to_string(value)); }
  json_line& add(std::string_view name, std::vector<std::string> const& values) {
    return add_list(name, values, [](std::string const& value) { return quoted(value); });
  }
  json_line& add_object(std::string_view name, json_line const& value) { return add_raw(name, value.text()); }
  json_line& add_objects(std::string_view name, std::vector<json_line> const& values) {
    return add_list(name, values, [](json_line const& value) { return value.text(); });
  }
  [[nodiscard]] std::string text() const { return "{" + members_ + "}"; }

private:
  json_line& add_raw(std::string_view name, std::string const& value) {
    members_ += (members_.empty() ? "" : ", ") + quoted(name) + ": " + value;
    return *this;
  }
  template <class Values, class Text> json_line& add_list(std::string_view name, Values const& values, Text text) {
    std::string list;
    for (auto const& value : values) list += (list.empty() ? "" : ", ") + text(value);
    return add_raw(name, "[" + list + "]");
  }
  static std::string quoted(std::string_view text) {
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

  std::string members_;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
