#include "bind.hpp"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <span>
#include <string_view>

#include "lapack_functions.hpp"
#include "message.hpp"
#include "symbols.hpp"

namespace isobit::interpose::blas {

namespace {

/// What the dynamic linker knows of a library, of which it has set all addresses by now.
struct linked {
  explicit linked(link_map const* map) : base(map->l_addr) {
    for (ElfW(Dyn) const* each = map->l_ld; each->d_tag != DT_NULL; ++each) {
      if (each->d_tag == DT_SYMTAB) symbols = reinterpret_cast<ElfW(Sym) const*>(each->d_un.d_ptr);
      if (each->d_tag == DT_STRTAB) names = reinterpret_cast<char const*>(each->d_un.d_ptr);
      if (each->d_tag == DT_JMPREL) calls = reinterpret_cast<ElfW(Rela) const*>(each->d_un.d_ptr);
      if (each->d_tag == DT_PLTRELSZ) calls_size = each->d_un.d_val;
      if (each->d_tag == DT_RELA) addresses = reinterpret_cast<ElfW(Rela) const*>(each->d_un.d_ptr);
      if (each->d_tag == DT_RELASZ) addresses_size = each->d_un.d_val;
    }
  }
  /// use(symbol, where its address is kept)
  template <class Use> void for_each_reference(Use use) const {
    for (auto const list :
         {std::span(calls, calls_size / sizeof *calls), std::span(addresses, addresses_size / sizeof *addresses)})
      for (ElfW(Rela) const& each : list)
        if (is_address(ELF64_R_TYPE(each.r_info)) && each.r_addend == 0)
          use(symbols[ELF64_R_SYM(each.r_info)], reinterpret_cast<void**>(base + each.r_offset));
  }

  ElfW(Addr) base;
  ElfW(Sym) const* symbols = nullptr;
  char const* names = nullptr;
  ElfW(Rela) const* calls = nullptr;
  ElfW(Rela) const* addresses = nullptr;
  std::size_t calls_size = 0, addresses_size = 0;

private:
  static bool is_address(std::uint64_t type) {
#if defined(__x86_64__)
    return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT || type == R_X86_64_64;
#else
    return type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT || type == R_AARCH64_ABS64;
#endif
  }
};

/// The pages that the dynamic linker has made read-only once it was done, writable while this lives.
class unprotected {
public:
  explicit unprotected(ElfW(Addr) base) : base_(base) {
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* result) {
          auto& self = *static_cast<unprotected*>(result);
          if (object->dlpi_addr != self.base_) return 0;
          auto const page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
          for (auto const& each : std::span(object->dlpi_phdr, object->dlpi_phnum))
            if (each.p_type == PT_GNU_RELRO) {
              self.start_ = (self.base_ + each.p_vaddr) / page * page;
              self.size_ = (self.base_ + each.p_vaddr + each.p_memsz) / page * page - self.start_;
            }
          return 1;
        },
        this);
    protect(PROT_READ | PROT_WRITE);
  }
  ~unprotected() { protect(PROT_READ); }
  unprotected(unprotected const&) = delete;
  unprotected& operator=(unprotected const&) = delete;

private:
  void protect(int how) const {
    if (size_ != 0 && mprotect(reinterpret_cast<void*>(start_), size_, how) != 0)
      fail(std::string("a LAPACK cannot be led to isobit's BLAS: mprotect: ") + std::strerror(errno) +
           ". ISOBIT_LAPACK=program does without");
  }

  ElfW(Addr) base_;
  std::uintptr_t start_ = 0;
  std::size_t size_ = 0;
};

/// In place of LAPACK's own, which ends the program: a routine that refuses an argument says so and sets info.
template <class Int> void refuse(char const* who, Int const* position, std::size_t length) {
  std::string name;
  for (char const letter : std::string_view(who, length))
    if (letter != ' ') name += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  dprintf(STDERR_FILENO, "isobit_blas: on entry to %s parameter number %lld had an illegal value\n", name.c_str(),
          static_cast<long long>(*position));
}

/// isobit's routines by LAPACK's and BLAS's own names, and those of BLAS that others have: null.
std::map<std::string, void*> known_routines(bool wide_integers) {
  std::string_view const before = wide_integers ? "" : "scipy_", after = wide_integers ? "64_" : "";
  std::map<std::string, void*> result;
  for (routine const& each : routines()) {
    std::string_view name = each.name;
    if (!name.starts_with(before) || !name.ends_with(after)) continue;
    name.remove_prefix(before.size()), name.remove_suffix(after.size());
    if (name.ends_with('_') && each.by != provider::any && each.by != provider::lapack)
      result.emplace(name, reinterpret_cast<void*>(each.own));
  }
  return result;
}

}  // namespace

std::vector<std::string> bind_to_isobit(void* lapack, bool wide_integers) {
  link_map* map = nullptr;
  if (dlinfo(lapack, RTLD_DI_LINKMAP, &map) != 0) fail(std::string("dlinfo: ") + dlerror());
  linked const library(map);
  unprotected const writable(library.base);
  auto const known = known_routines(wide_integers);
  std::vector<std::string> left;
  library.for_each_reference([&](ElfW(Sym) const& symbol, void** place) {
    std::string const name = library.names + symbol.st_name;
    auto const known_one = known.find(name);
    bool const inside = symbol.st_shndx != SHN_UNDEF;
    void* target = nullptr;
    if (name == "xerbla_") {
      if (*place != dlsym(lapack, name.c_str())) return;  // the program has its own
      target = wide_integers ? reinterpret_cast<void*>(&refuse<std::int64_t>)
                             : reinterpret_cast<void*>(&refuse<std::int32_t>);
    } else if (known_one != known.end() && known_one->second != nullptr) {
      target = known_one->second;
    } else if (inside && ELF64_ST_TYPE(symbol.st_info) == STT_FUNC) {
      target = reinterpret_cast<void*>(library.base + symbol.st_value);
    } else if (void* const function = function_for_lapack(name)) {
      target = function;
    } else if (name.ends_with('_')) {  // of BLAS, in the library that belongs to this LAPACK
      target = dlsym(lapack, name.c_str());
    }
    if (!inside && known_one != known.end() && known_one->second == nullptr) left.push_back(name);
    if (target != nullptr) __atomic_store_n(place, target, __ATOMIC_RELEASE);
  });
  return left;
}

}  // namespace isobit::interpose::blas
