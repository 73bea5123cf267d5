#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

/// What the command lines of the benchmarks have in common.
namespace bench {

inline std::vector<std::string> words(std::string const& list) {
  std::vector<std::string> found;
  std::istringstream in(list);
  for (std::string word; std::getline(in, word, ',');) found.push_back(word);
  return found;
}

/// For the report: without the name of the file it goes to.
inline std::string command_line(std::string command, int count, char const* const* arguments) {
  for (int i = 1; i < count; ++i)
    if (std::string_view(arguments[i]) == "--json")
      command += " --json FILE", ++i;
    else
      command += std::string(" ") + arguments[i];
  return command;
}

}  // namespace bench
