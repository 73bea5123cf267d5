#include "json.hpp"

#include <cstdio>

namespace isobit::tool {

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
      result += escaped;
    } else {
      result += c;
    }
  }
  return result + '"';
}

json_object& json_object::raw(std::string_view key, std::string_view json) {
  if (!members_.empty()) members_ += ", ";
  members_ += json_string(key);
  members_ += ": ";
  members_ += json;
  return *this;
}

json_object& json_object::strings(std::string_view key, std::vector<std::string> const& values) {
  std::string list;
  for (auto const& value : values) list += (list.empty() ? "" : ", ") + json_string(value);
  return raw(key, "[" + list + "]");
}

json_object& json_object::objects(std::string_view key, std::vector<json_object> const& values) {
  std::string list;
  for (auto const& value : values) list += (list.empty() ? "" : ", ") + value.str();
  return raw(key, "[" + list + "]");
}

json_object& json_object::real(std::string_view key, double value) {
  number const x{value, false};
  return raw(key, is_finite(x) ? decimal(x) : "null");
}

json_object& json_object::result(std::string const& prefix, number value) {
  raw(prefix + "value", is_finite(value) ? decimal(value) : "null");
  text(prefix + "decimal", decimal(value));
  text(prefix + "hex", hexadecimal(value));
  return text(prefix + "bits", bits(value));
}

}  // namespace isobit::tool
