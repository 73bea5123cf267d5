#include "base/mpi_library.hpp"

#include <dlfcn.h>
#include <link.h>

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/message.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

constinit thread_local int inside::depth = 0;

namespace {

/// A function that every MPI has and that this library does not define.
constexpr char landmark[] = "PMPI_Get_library_version";

void* object_base(void const* address) noexcept {
  Dl_info info;
  return dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

void* open_loaded(char const* path) noexcept { return dlopen(path, RTLD_LAZY | RTLD_NOLOAD); }

/// Of all libraries in the process.
std::vector<std::string> loaded_objects() {
  std::vector<std::string> paths;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* result) {
        // The main program has no name; a look-up in it would find this library.
        if (object->dlpi_name != nullptr && *object->dlpi_name != '\0')
          static_cast<std::vector<std::string>*>(result)->emplace_back(object->dlpi_name);
        return 0;
      },
      &paths);
  return paths;
}

/// Python loads modules so that others do not see what they bring along.
void* search_loaded_objects() {
  for (std::string const& path : loaded_objects()) {
    void* const handle = open_loaded(path.c_str());
    if (handle == nullptr) continue;
    void* const symbol = dlsym(handle, landmark);
    dlclose(handle);
    if (symbol != nullptr) return symbol;
  }
  return nullptr;
}

void* find_mpi() {
  void* symbol = dlsym(RTLD_NEXT, landmark);
  if (symbol == nullptr) symbol = search_loaded_objects();
  Dl_info info;
  if (symbol == nullptr || dladdr(symbol, &info) == 0) fail("there is no MPI in this process");
  void* const handle = open_loaded(info.dli_fname);
  return handle != nullptr ? handle : RTLD_NEXT;
}

void* mpi() {
  static void* const handle = find_mpi();
  return handle;
}

}  // namespace

namespace {

void* require(void* symbol, char const* name) {
  if (symbol != nullptr) return symbol;
  require_matching_mpi();
  fail(std::string("the MPI in this process has no ") + name + "; build isobit with the MPI of the program");
}

}  // namespace

void* mpi_function(char const* name, char const* other_name) {
  void* const found = dlsym(mpi(), name);
  return require(found == nullptr && other_name != nullptr ? dlsym(mpi(), other_name) : found, name);
}

void* mpi_function_by_int(char const* name) {
  std::string_view const whole = name;
  if (!whole.ends_with("_c") || dlsym(mpi(), name) != nullptr) return nullptr;
  return dlsym(mpi(), std::string(whole.substr(0, whole.size() - 2)).c_str());
}

void* mpi_constant(char const* name) {
  void* const seen_by_all = dlsym(RTLD_DEFAULT, name);
  return require(seen_by_all != nullptr ? seen_by_all : dlsym(mpi(), name), name);
}

void* symbol_of_other_tool(char const* name) {
  // An MPI may consist of several libraries, so it is the function that is compared, not where it lies.
  void* const next = dlsym(RTLD_NEXT, name);
  if (next == nullptr || next == dlsym(mpi(), name)) return nullptr;
  return object_base(next) != object_base(&landmark) ? next : nullptr;
}

namespace {

#if defined(MPI_ABI_VERSION)
constexpr bool for_standard_abi = true;
#else
constexpr bool for_standard_abi = false;
#endif

/// Whether the program is one for the ABI of the standard, whose library has this name with every MPI. The MPI's own
/// words are the same for both, but handles are not.
bool uses_standard_abi() {
  for (std::string const& path : loaded_objects())
    if (std::string_view(path).substr(path.rfind('/') + 1).starts_with("libmpi_abi.so")) return true;
  return false;
}

[[noreturn]] void refuse(std::string const& mpi, char const* what_to_do) {
  fail(std::string("this libisobit_mpi_preload.so is the one for ") + name_of_built_mpi() + ", but the program uses " +
       mpi + "; " + what_to_do);
}

}  // namespace

char const* name_of_built_mpi() noexcept {
#if defined(MPI_ABI_VERSION)
  return "mpi-abi";
#elif defined(OMPI_MAJOR_VERSION)
  return "openmpi";
#else
  return "mpich";
#endif
}

void require_matching_mpi() {
  char version[MPI_MAX_LIBRARY_VERSION_STRING + 8192] = {};  // another MPI's may be longer
  int length = 0;
  reinterpret_cast<int (*)(char*, int*)>(dlsym(mpi(), landmark))(version, &length);
  if (char* const line_end = std::strchr(version, '\n')) *line_end = '\0';
  char const* const preload_another = "preload the library that was built with the program's MPI";
  if (uses_standard_abi() != for_standard_abi)
    refuse(for_standard_abi ? std::string(version) + " itself"
                            : "the standard's ABI (libmpi_abi.so) of " + std::string(version),
           preload_another);
#if defined(MPI_ABI_VERSION)
  bool const matches = true;  // any MPI with that library
#elif defined(OMPI_MAJOR_VERSION)
  bool const matches = std::strstr(version, "Open MPI") != nullptr;
#else
  // MVAPICH and Intel MPI keep MPICH's binary interface.
  bool matches = false;
  for (char const* const name : {"MPICH", "MVAPICH", "Intel(R) MPI"}) matches |= std::strstr(version, name) != nullptr;
#endif
  if (!matches) refuse(version, preload_another);
#if MPI_VERSION >= 4
  // Calls that count by MPI_Count cannot be made by int there, so the first reduction would end the program.
  if (std::is_same_v<MPI_Count, MPI_Aint> && dlsym(mpi(), "PMPI_Allreduce_c") == nullptr)
    refuse(std::string(version) + ", which is older", "build isobit with the MPI of the program");
#endif
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
