#include "native.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <link.h>

namespace {

[[noreturn]] void fail(char const* why) {
  std::fprintf(stderr, "isobit_bench_interpose: %s\n", why);
  std::exit(1);
}

/// The file that an address was loaded from.
std::string file_of(void* address) {
  Dl_info place{};
  return address != nullptr && dladdr(address, &place) != 0 ? place.dli_fname : "";
}

/// All libraries of this process.
std::vector<std::string> libraries() {
  std::vector<std::string> names;
  dl_iterate_phdr(
      [](dl_phdr_info* one, std::size_t, void* out) {
        if (*one->dlpi_name != '\0') static_cast<std::vector<std::string>*>(out)->emplace_back(one->dlpi_name);
        return 0;
      },
      &names);
  return names;
}

template <class Function> Function find(void* library, char const* name) {
  void* const address = dlsym(library, name);
  if (address == nullptr) fail(name);
  return reinterpret_cast<Function>(address);
}

}  // namespace

bench::native_calls bench::find_native_calls() {
  std::string const first = file_of(dlsym(RTLD_DEFAULT, "MPI_Allreduce"));
  if (first.find("isobit") == std::string::npos)
    fail("MPI_Allreduce is the MPI's own; run this with LD_PRELOAD=.../libisobit_mpi_preload.so");
  for (std::string const& name : libraries()) {
    void* const library = dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    // A handle finds the symbols of what the library needs, too; only the MPI defines them itself.
    if (library == nullptr || name == first || file_of(dlsym(library, "PMPI_Allreduce")) != name) continue;
    return {
        find<decltype(&MPI_Allreduce)>(library, "PMPI_Allreduce"), find<decltype(&MPI_Reduce)>(library, "PMPI_Reduce"),
        find<decltype(&MPI_Iallreduce)>(library, "PMPI_Iallreduce"), find<decltype(&MPI_Wait)>(library, "PMPI_Wait")};
  }
  fail("no library in this process defines PMPI_Allreduce");
}
