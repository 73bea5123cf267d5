#pragma once

#include <string>
#include <vector>

namespace isobit::tool {

/// A table that is written as CSV, or as a table of Markdown. Fields hold neither commas nor quotes.
struct csv_table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;

  [[nodiscard]] std::string csv() const { return joined(columns, "", ",", "\n") + lines("", ",", "\n"); }
  [[nodiscard]] std::string markdown() const {
    return joined(columns, "| ", " | ", " |\n") +
           joined(std::vector<std::string>(columns.size(), "---"), "|", "|", "|\n") + lines("| ", " | ", " |\n");
  }

private:
  static std::string joined(std::vector<std::string> const& fields, char const* begin, char const* between,
                            char const* end) {
    std::string line = begin;
    for (std::size_t i = 0; i < fields.size(); ++i) line += (i == 0 ? "" : between) + fields[i];
    return line + end;
  }
  [[nodiscard]] std::string lines(char const* begin, char const* between, char const* end) const {
    std::string text;
    for (auto const& row : rows) text += joined(row, begin, between, end);
    return text;
  }
};

}  // namespace isobit::tool
