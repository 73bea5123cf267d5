#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace bench {

/// A bar on the standard error output, where that is a terminal.
inline void show_progress(std::size_t done, std::size_t total) {
  if (isatty(STDERR_FILENO) == 0) return;
  constexpr std::size_t width = 40;
  std::string bar(width, ' ');
  std::fill_n(bar.begin(), width * done / total, '#');
  std::fprintf(stderr, "\r[%s] %zu/%zu", bar.c_str(), done, total);
  if (done == total) std::fprintf(stderr, "\r%*s\r", static_cast<int>(width) + 24, "");
  std::fflush(stderr);
}

/// Makes room for a line of results.
inline void clear_progress() {
  if (isatty(STDERR_FILENO) != 0) std::fprintf(stderr, "\r%64s\r", "");
}

}  // namespace bench
