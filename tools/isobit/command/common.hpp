#pragma once

#include <string>
#include <vector>

#include <isobit/sum/exact.hpp>

#include "../basics/failure.hpp"
#include "../input/reduction.hpp"
#include "../method/method.hpp"
#include "../output/report.hpp"
#include "command_line.hpp"

namespace isobit::tool {

/// Whether more than one result is wanted of sum, norm, mean and variance: of several columns, or of groups of rows.
inline bool wants_table(request const& wanted) {
  return wanted.input.columns.size() > 1 || wanted.input.all_columns || !wanted.input.keys.empty();
}

/// The one column that they work on otherwise; "" where the user named none.
inline std::vector<std::string> single_column(request const& wanted) {
  auto const& columns = wanted.input.columns;
  return columns.empty() ? std::vector<std::string>{""} : columns;
}

/// How much there is to read, for the progress bar; 0 where that is not known.
inline std::uint64_t total_size(input_options const& input) {
  std::uint64_t total = 0;
  for (auto const& path : input.files) total += size_of_file(path);
  return total;
}

/// Whether the result is a float: what the user says, else what the inputs are.
inline bool wants_single(request const& wanted, input_facts const& facts) {
  return wanted.output.single.value_or(facts.holds_floats());
}

/// For the report of a sum by a method that the user named.
inline method_facts facts_of(method which, std::size_t state_bytes) {
  return {name_of(which), name_of(promise_of(which)), state_bytes};
}

/// An exact value in the wanted type, by one of the accumulator's ways of rounding.
template <class Round> number rounded(bool single, Round round) {
  return single ? number{static_cast<double>(round(float{})), true} : number{round(double{}), false};
}

}  // namespace isobit::tool
