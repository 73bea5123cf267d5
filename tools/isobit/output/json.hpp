#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "number.hpp"

namespace isobit::tool {

/// Text as a JSON string, quotes included.
std::string json_string(std::string_view text);

/// A JSON object that is put together member by member, in order.
class json_object {
public:
  json_object& text(std::string_view key, std::string_view value) { return raw(key, json_string(value)); }
  json_object& integer(std::string_view key, std::uint64_t value) { return raw(key, std::to_string(value)); }
  json_object& boolean(std::string_view key, bool value) { return raw(key, value ? "true" : "false"); }
  json_object& strings(std::string_view key, std::vector<std::string> const& values);
  json_object& objects(std::string_view key, std::vector<json_object> const& values);
  /// As a JSON number; null for what JSON has no number for.
  json_object& real(std::string_view key, double value);
  /// "value" as a JSON number, and "decimal", "hex" and "bits" as strings, each with the prefix.
  json_object& result(std::string const& prefix, number value);
  json_object& raw(std::string_view key, std::string_view json);
  [[nodiscard]] std::string str() const { return "{" + members_ + "}"; }

private:
  std::string members_;
};

}  // namespace isobit::tool
