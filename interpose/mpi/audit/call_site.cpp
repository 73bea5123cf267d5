#include "audit/call_site.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "audit/python_frames.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

constinit thread_local void const* origin::address = nullptr;
constinit thread_local void const* origin::frame = nullptr;

namespace {

std::string_view file_name(std::string_view path) {
  auto const slash = path.rfind('/');
  return slash == path.npos ? path : path.substr(slash + 1);
}

std::string demangled(char const* symbol) {
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> const name(abi::__cxa_demangle(symbol, nullptr, nullptr, &status),
                                                         std::free);
  return status == 0 ? name.get() : symbol;
}

std::string program_path() {
  char path[4096];
  auto const length = readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : "program";
}

}  // namespace

bool is_in_wrapper(void const* address) {
  Dl_info info;
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return false;
  std::string_view const name = file_name(info.dli_fname);
  return std::ranges::any_of(std::initializer_list<std::string_view>{"libmpi.so", "libmpi_mpifh", "libmpi_usempi",
                                                                     "libmpich", "libmpifort", "libisobit_mpi", "MPI."},
                             [&](std::string_view prefix) { return name.starts_with(prefix); });
}

void walk_stack(function_ref<bool(void* address, std::uintptr_t stack_pointer)> visit) {
  struct walk {
    function_ref<bool(void*, std::uintptr_t)> visit;
    bool has_left_library = false;
  } state{visit};
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* argument) {
        auto& here = *static_cast<walk*>(argument);
        auto* const address = reinterpret_cast<void*>(_Unwind_GetIP(context));
        if (!here.has_left_library) here.has_left_library = address == origin::return_address();
        if (!here.has_left_library || here.visit(address, _Unwind_GetCFA(context))) return _URC_NO_REASON;
        return _URC_NORMAL_STOP;
      },
      &state);
}

std::vector<void*> stack_of_call(std::size_t most) {
  std::vector<void*> addresses;
  walk_stack([&](void* address, std::uintptr_t) {
    if (!is_in_wrapper(address)) addresses.push_back(address);
    return addresses.size() < most;
  });
  if (addresses.empty()) addresses.push_back(const_cast<void*>(origin::return_address()));
  return addresses;
}

code_place place_of(void const* return_address) {
  // One byte back: the call, not what comes after it, which may belong to another line or function.
  auto const address = reinterpret_cast<std::uintptr_t>(return_address) - 1;
  Dl_info info;
  void* entry = nullptr;
  if (dladdr1(reinterpret_cast<void const*>(address), &info, &entry, RTLD_DL_SYMENT) == 0) return {"", address, ""};
  // The nearest symbol before an address need not be the function around it, which may have none.
  auto const* const symbol = static_cast<ElfW(Sym) const*>(entry);
  bool const is_inside = info.dli_sname != nullptr && symbol != nullptr &&
                         address - reinterpret_cast<std::uintptr_t>(info.dli_saddr) < symbol->st_size;
  auto const* const header = static_cast<ElfW(Ehdr) const*>(info.dli_fbase);
  bool const is_fixed = header->e_type == ET_EXEC;
  std::string module = info.dli_fname != nullptr ? info.dli_fname : "";
  if (module.empty() || module.find('/') == module.npos) module = program_path();
  // The program may change folders before anybody reads this.
  if (std::unique_ptr<char, decltype(&std::free)> const whole(realpath(module.c_str(), nullptr), std::free); whole)
    module = whole.get();
  return {module, is_fixed ? address : address - reinterpret_cast<std::uintptr_t>(info.dli_fbase),
          is_inside ? demangled(info.dli_sname) : ""};
}

std::string describe_call() {
  auto const stack = stack_of_call(1);
  if (is_in_python(stack.front()))
    if (auto const frames = python_frames(1); !frames.empty())
      return frames[0].function + " (" + frames[0].file + ":" + std::to_string(frames[0].line) + ")";
  code_place const place = place_of(stack.front());
  char offset[32];
  std::snprintf(offset, sizeof offset, "+0x%llx", static_cast<unsigned long long>(place.offset));
  std::string const where = place.module + offset;
  return place.symbol.empty() ? where : place.symbol + " (" + where + ")";
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
