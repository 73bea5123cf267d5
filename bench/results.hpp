#pragma once

#include <string>
#include <vector>

#include "operation.hpp"

namespace bench {

struct record {
  std::string operation;
  test_case test;
  outcome result;
};

/// The machine, the command and every timing, as JSON. Throws std::runtime_error where the file cannot be written.
void write_json(std::string const& path, std::string const& command, std::vector<record> const& records);

/// One line of the table on the terminal.
std::string table_line(record const& one);

}  // namespace bench
