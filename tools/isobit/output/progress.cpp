#include "progress.hpp"

#include <cstdio>

namespace isobit::tool {

void progress::remark(std::string const& text) {
  if (!speaks_) return;
  clear();
  std::fprintf(stderr, "isobit: %s\n", text.c_str());
}

}  // namespace isobit::tool
