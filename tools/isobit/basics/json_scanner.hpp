#pragma once

#include <string_view>

namespace isobit::tool {

/// Is told what a JSON text holds, in its order. Of every value it gets the place in the text, too.
class json_handler {
public:
  virtual ~json_handler() = default;
  virtual void begin_object(char const* at) = 0;
  /// The name of the member whose value comes next.
  virtual void key(std::string_view name) = 0;
  virtual void end_object() = 0;
  virtual void begin_array(char const* at) = 0;
  virtual void end_array() = 0;
  virtual void string(std::string_view text, char const* at) = 0;
  /// As it is written. NaN, Infinity and -Infinity, which are not JSON but which Python writes, are numbers, too.
  virtual void number(std::string_view text) = 0;
  virtual void boolean(bool value, char const* at) = 0;
  virtual void null(char const* at) = 0;
};

/// Null where the text is exactly one JSON value; else the place where it is not.
char const* scan_json(std::string_view text, json_handler& handler);

}  // namespace isobit::tool
