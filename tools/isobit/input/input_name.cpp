#include "input_name.hpp"

#include <sys/stat.h>

namespace isobit::tool {
namespace {

bool is_file(std::string const& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISDIR(status.st_mode);
}

}  // namespace

input_name split_input_name(std::string const& argument) {
  if (argument == "-" || is_file(argument)) return {argument, ""};
  for (auto colon = argument.find(':'); colon != argument.npos; colon = argument.find(':', colon + 1))
    if (std::string const path = argument.substr(0, colon); is_file(path)) return {path, argument.substr(colon + 1)};
  return {argument, ""};
}

}  // namespace isobit::tool
