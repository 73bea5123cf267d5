#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "common/arguments.hpp"

namespace bench {

struct options {
  std::vector<std::string> operations;  ///< empty: all
  std::vector<std::string> classes;     ///< empty: all
  std::vector<std::size_t> sizes;       ///< empty: each operation's own
  std::vector<std::size_t> threads = common::one_and_all();
  std::string json;        ///< file to write; empty: none
  std::size_t offset = 0;  ///< bytes past a cache line
  bool quick = false;
  bool help = false;
  bool list = false;
};

extern char const* const usage;

/// What is wanted, and the command line for a report. Throws std::invalid_argument, with a message for the user.
std::pair<options, std::string> parse(int count, char const* const* given);

}  // namespace bench
