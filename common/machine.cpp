#include "machine.hpp"

#include <fstream>

namespace common {

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  std::string model, family, number;
  for (std::string line; std::getline(info, line) && !line.empty();) {
    auto const colon = line.find(": ");
    if (colon == std::string::npos) continue;
    auto const key = line.substr(0, line.find_last_not_of("\t ", colon - 1) + 1);
    auto const value = line.substr(colon + 2);
    if (key == "model name") model = value;
    if (key == "cpu family") family = value;
    if (key == "model") number = value;
  }
  if (model.empty()) return "unknown";
  return family.empty() ? model : model + " (family " + family + ", model " + number + ")";
}

std::string compiler_name() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#else
  return "unknown";
#endif
}

}  // namespace common
