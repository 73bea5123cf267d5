#pragma once

#include <string>

#include "common/json.hpp"
#include "number.hpp"

namespace isobit::tool {

using common::json_object;
using common::json_string;

/// As a JSON number, with all its digits; null for what JSON has no number for.
inline std::string json_number(number x) { return is_finite(x) ? decimal(x) : "null"; }
inline std::string json_number(double x) { return json_number(number{x, false}); }

/// "value" as a JSON number, and "decimal", "hex" and "bits" as strings, each with the prefix.
inline json_object& add_result(json_object& object, std::string const& prefix, number value) {
  return object.add_raw(prefix + "value", json_number(value))
      .add(prefix + "decimal", decimal(value))
      .add(prefix + "hex", hexadecimal(value))
      .add(prefix + "bits", bits(value));
}

}  // namespace isobit::tool
