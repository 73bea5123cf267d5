#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <isobit/arithmetic/bits.hpp>

/// The arguments whose results lie nearest to a midpoint, as published: one file a function, an argument a line, two
/// separated by a comma.
namespace isobit::test {

/// The folder of those files: in `data`, unless ISOBIT_TEST_DATA names another.
inline std::filesystem::path worst_case_folder(std::filesystem::path const& data) {
  char const* const named = std::getenv("ISOBIT_TEST_DATA");
  return (named != nullptr ? std::filesystem::path(named) : data) / "worst_cases";
}

inline double read_number(std::string const& text) {
  if (text.find("nan") != std::string::npos) return from_bits<double>(format<double>::canonical_nan);
  return std::strtod(text.c_str(), nullptr);
}

struct worst_cases {
  std::vector<double> x, y;
};

/// A line's argument, and for one argument its neighbours and its negative.
inline worst_cases read_worst_cases(std::filesystem::path const& path, bool two) {
  worst_cases all;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    auto const comma = line.find(',');
    double const x = read_number(line.substr(0, comma));
    if (two) {
      all.x.push_back(x);
      all.y.push_back(comma == std::string::npos ? 0 : read_number(line.substr(comma + 1)));
      continue;
    }
    for (double const argument : {x, from_bits<double>(bits_of(x) + 1), from_bits<double>(bits_of(x) - 1), -x})
      all.x.push_back(argument);
  }
  return all;
}

}  // namespace isobit::test
