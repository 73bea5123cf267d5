#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../basics/left_out.hpp"
#include "../input/options.hpp"
#include "../output/number.hpp"
#include "../output/options.hpp"

namespace isobit::tool {

/// What there is to know about a method before choosing it.
struct row_facts {
  std::string promise;
  std::size_t state_bytes = 0;
  bool is_choice = false;           ///< for --method
  std::optional<double> time = {};  ///< relative to the plain sum, where it was measured
};

/// What one method made of the input.
struct comparison_row {
  std::string method;
  number value;
  double error_in_ulp;
  bool is_right;  ///< the same bits as the exact result
  std::optional<row_facts> facts = {};
  std::string refusal = {};  ///< why the method could not take the input; then there is no value
};

struct comparison {
  std::uint64_t count;
  bool is_single;
  double condition;                  ///< sum of |terms| / |sum of terms|
  std::vector<comparison_row> rows;  ///< the plain one first, the exact one last
};

/// The verdict in words.
std::string verdict(comparison const& table);

void print_comparison(std::string const& operation, comparison const& table, left_out skipped,
                      input_options const& input, output_options const& output);

}  // namespace isobit::tool
