#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "common/arguments.hpp"

namespace bench::linalg {

struct options {
  std::vector<std::string> operations;  ///< empty: all
  std::vector<std::string> data;        ///< empty: all
  std::vector<std::ptrdiff_t> sizes;    ///< empty: each operation's own
  std::vector<std::size_t> threads = common::one_and_all();
  std::size_t rounds = 9;
  std::string json;  ///< file to write; empty: none
  std::string blas = "libopenblas.so.0";
  bool list = false;
  bool help = false;
};

extern char const* const usage;

/// What is wanted, and the command line for a report. Throws std::invalid_argument, with a message for the user.
std::pair<options, std::string> parse(int count, char const* const* given);

}  // namespace bench::linalg
