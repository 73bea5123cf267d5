#include "loaded.hpp"

#include <dlfcn.h>
#include <link.h>

#include "symbols.hpp"

namespace isobit::interpose::blas {

void const* library_of(void const* address) {
  Dl_info where{};
  return dladdr(address, &where) != 0 ? where.dli_fbase : nullptr;
}

std::string library_name(void const* address) {
  Dl_info where{};
  if (dladdr(address, &where) == 0 || where.dli_fname == nullptr) return "";
  std::string const path = where.dli_fname;
  return path.substr(path.find_last_of('/') + 1);
}

std::vector<std::string> loaded_libraries() {
  std::vector<std::string> paths;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* list) {
        if (*object->dlpi_name != '\0') static_cast<std::vector<std::string>*>(list)->emplace_back(object->dlpi_name);
        return 0;
      },
      &paths);
  return paths;
}

void* foreign(void* found) {
  static void const* const here = library_of(&isobit_blas_counting);
  return found != nullptr && library_of(found) != here ? found : nullptr;
}

void* in_object(char const* path, char const* name) {
  void* const handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  void* const found = foreign(dlsym(handle, name));
  dlclose(handle);  // only the reference just taken
  return found;
}

void* beside(void const* address, char const* name) {
  Dl_info where{};
  return dladdr(address, &where) != 0 ? in_object(where.dli_fname, name) : nullptr;
}

}  // namespace isobit::interpose::blas
