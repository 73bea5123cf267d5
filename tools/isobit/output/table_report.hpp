#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../basics/left_out.hpp"
#include "number.hpp"
#include "options.hpp"

namespace isobit::tool {

/// One number of a table of results.
struct table_result {
  std::optional<number> value;  ///< nothing where it is not defined
  std::uint64_t count = 0;      ///< of the numbers it was made of
};

/// Results by column, or by group and column.
struct table_report {
  struct column {
    std::string name;
    left_out skipped;
  };
  struct other {
    std::string name, why;
  };
  std::string operation;
  std::vector<std::string> keys;  ///< the names of what the rows were grouped by; none: they were not
  std::vector<column> columns;
  std::vector<other> others;  ///< columns that hold no numbers
  std::uint64_t bad_rows = 0;
  std::size_t groups = 0;  ///< 1 where there are no keys
  /// A part of a group's key, if it has one; groups and parts are counted from 0.
  std::function<std::optional<std::string_view>(std::size_t group, std::size_t part)> key;
  std::function<table_result(std::size_t group, std::size_t column)> result;
};

/// Prints the results to the standard output, remarks to the standard error output.
void print(table_report const& report, std::vector<std::string> const& files, output_options const& output);

}  // namespace isobit::tool
