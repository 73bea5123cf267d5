#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace demo {

/// One way to run the same sum, and what came of it.
struct way {
  std::string name;
  double plain;
  double isobit;
};

/// The same numbers in other orders, then in other partitions over threads.
std::vector<way> all_ways(std::vector<double> const& values);

std::uint64_t bits(double value);
std::size_t distinct(std::vector<way> const& ways, double way::*answer);

}  // namespace demo
