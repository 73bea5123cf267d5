#pragma once

#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

namespace isobit::tool {

/// As the calls that start programs want them: the addresses, and null at the end.
inline std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (auto& each : strings) result.push_back(each.data());
  result.push_back(nullptr);
  return result;
}

/// What comes out of a pipe until its other end is closed.
inline std::string read_all(int descriptor) {
  std::string text;
  char part[4096];
  for (;;) {
    ssize_t const got = ::read(descriptor, part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(part, static_cast<std::size_t>(got));
  }
}

}  // namespace isobit::tool
