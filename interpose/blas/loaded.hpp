#pragma once

#include <dlfcn.h>
#include <link.h>

#include <string>
#include <vector>

namespace isobit::interpose::blas {

/// Which loaded library an address lies in, as a number; null for none.
inline void const* library_of(void const* address) {
  Dl_info where{};
  return dladdr(address, &where) != 0 ? where.dli_fbase : nullptr;
}

/// The files of all libraries that are loaded now.
inline std::vector<std::string> loaded_libraries() {
  std::vector<std::string> paths;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* list) {
        if (*object->dlpi_name != '\0') static_cast<std::vector<std::string>*>(list)->emplace_back(object->dlpi_name);
        return 0;
      },
      &paths);
  return paths;
}

}  // namespace isobit::interpose::blas
