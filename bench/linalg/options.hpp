#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace bench::linalg {

struct options {
  std::vector<std::string> operations;  ///< empty: all
  std::vector<std::string> data;        ///< empty: all
  std::vector<std::ptrdiff_t> sizes;    ///< empty: each operation's own
  std::vector<std::size_t> threads;     ///< 1 and all unless named
  std::size_t rounds = 9;
  std::string json;  ///< file to write; empty: none
  std::string blas = "libopenblas.so.0";
  bool list = false;
  bool help = false;
};

extern char const* const usage;

/// Throws std::invalid_argument, with a message for the user.
options parse(int count, char const* const* arguments);

}  // namespace bench::linalg
