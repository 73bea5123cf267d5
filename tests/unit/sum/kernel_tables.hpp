#pragma once

#include <string>
#include <vector>

#include "arithmetic/environment.hpp"
#include "sum/kernels.hpp"

namespace isobit::test {

inline std::vector<summation::table const*> every_table() {
  std::vector<summation::table const*> tables;
  for (auto set : available_instruction_sets()) tables.push_back(summation::kernels_for(set));
  return tables;
}

inline std::string set_name(summation::table const& kernels) { return std::string(name(kernels.set)); }

/// What a kernel returned and which flags it raised.
template <class Result> struct observed {
  Result result;
  bool rounded;
  bool out_of_range;
};
template <class Call> auto observe(Call call) {
  return in_standard_environment([&](environment_guard& environment) {
    auto const result = call();
    return observed<decltype(call())>{result, environment.rounded(), environment.out_of_range()};
  });
}

}  // namespace isobit::test
