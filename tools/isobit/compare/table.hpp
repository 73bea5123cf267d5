#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "../input/options.hpp"
#include "../output/number.hpp"
#include "../output/options.hpp"

namespace isobit::tool {

/// What one method made of the input.
struct comparison_row {
  std::string method;
  number value;
  double error_in_ulp;
  bool is_right;  ///< the same bits as the exact result
};

struct comparison {
  std::uint64_t count;
  bool is_single;
  double condition;                  ///< sum of |terms| / |sum of terms|
  std::vector<comparison_row> rows;  ///< the plain one first, the exact one last
};

/// The verdict in words.
std::string verdict(comparison const& table);

void print_comparison(std::string const& operation, comparison const& table, std::uint64_t skipped,
                      input_options const& input, output_options const& output);

}  // namespace isobit::tool
