#pragma once

#include <dlfcn.h>

namespace isobit::interpose::blas {

/// Which loaded library an address lies in, as a number; null for none.
inline void const* library_of(void const* address) {
  Dl_info where{};
  return dladdr(address, &where) != 0 ? where.dli_fbase : nullptr;
}

}  // namespace isobit::interpose::blas
