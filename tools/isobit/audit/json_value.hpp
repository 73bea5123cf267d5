#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace isobit::tool {

/// A value that was read from JSON. A number keeps its text.
struct json_value {
  enum class kind { null, boolean, number, string, array, object };
  kind is = kind::null;
  std::string text;
  std::vector<json_value> items;  ///< of an array, or the values of an object
  std::vector<std::string> keys;  ///< of an object

  /// The member of an object; nullptr where there is none.
  [[nodiscard]] json_value const* find(std::string_view key) const noexcept;
  /// A member that is a string; "" where there is none.
  [[nodiscard]] std::string string_at(std::string_view key) const;
  /// A member that is a whole number below 2^64.
  [[nodiscard]] std::optional<std::uint64_t> integer_at(std::string_view key) const;
};

/// Nothing where the text is not exactly one JSON value.
std::optional<json_value> parse_json(std::string_view text);

}  // namespace isobit::tool
