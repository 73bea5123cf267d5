#pragma once

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace isobit::interpose::blas {

/// Says why there can be no result, and ends the program: it would go on with a wrong one.
[[noreturn]] inline void fail(std::string const& why) {
  dprintf(STDERR_FILENO, "isobit_blas: %s\n", why.c_str());
  std::abort();
}

}  // namespace isobit::interpose::blas
