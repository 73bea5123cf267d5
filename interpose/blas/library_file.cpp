#include "library_file.hpp"

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <span>
#include <string_view>

namespace isobit::interpose::blas {

namespace {

/// A file in memory. Nothing beyond its end is read, whatever stands in it.
class mapped_file {
public:
  explicit mapped_file(char const* path) {
    int const file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
      problem_ = std::string("cannot be opened: ") + std::strerror(errno);
      return;
    }
    struct stat facts {};
    if (fstat(file, &facts) == 0 && facts.st_size > 0) {
      size_ = static_cast<std::size_t>(facts.st_size);
      start_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
      if (start_ == MAP_FAILED) size_ = 0;
    }
    close(file);
  }
  ~mapped_file() {
    if (size_ != 0) munmap(start_, size_);
  }
  mapped_file(mapped_file const&) = delete;
  mapped_file& operator=(mapped_file const&) = delete;

  template <class T> [[nodiscard]] std::span<T const> at(std::size_t offset, std::size_t bytes) const {
    if (offset > size_ || bytes > size_ - offset || offset % alignof(T) != 0) return {};
    return {reinterpret_cast<T const*>(static_cast<char const*>(start_) + offset), bytes / sizeof(T)};
  }

  [[nodiscard]] std::string const& problem() const { return problem_; }

private:
  std::string problem_;
  void* start_ = nullptr;
  std::size_t size_ = 0;
};

using section = ElfW(Shdr);

bool is_of_this_machine(ElfW(Ehdr) const& header) {
#if defined(__x86_64__)
  constexpr auto machine = EM_X86_64;
#else
  constexpr auto machine = EM_AARCH64;
#endif
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_machine == machine && header.e_type == ET_DYN && header.e_shentsize == sizeof(section);
}

void add_symbols(mapped_file const& file, section const& symbols, section const& names, library_file& result) {
  auto const text = file.at<char>(names.sh_offset, names.sh_size);
  for (auto const& each : file.at<ElfW(Sym)>(symbols.sh_offset, symbols.sh_size)) {
    if (each.st_name == 0 || each.st_name >= text.size()) continue;
    auto const rest = text.subspan(each.st_name);
    std::string name(rest.data(), strnlen(rest.data(), rest.size()));
    (each.st_shndx == SHN_UNDEF ? result.needed : result.defined).insert(std::move(name));
  }
}

std::string hexadecimal(std::span<unsigned char const> bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string result;
  for (unsigned const byte : bytes) result += {digits[byte / 16], digits[byte % 16]};
  return result;
}

/// A note that holds the build's name, first in its section, as linkers write it.
std::string build_in(mapped_file const& file, section const& notes) {
  auto const note = file.at<ElfW(Nhdr)>(notes.sh_offset, sizeof(ElfW(Nhdr)));
  if (note.empty() || note[0].n_type != NT_GNU_BUILD_ID || note[0].n_namesz != sizeof ELF_NOTE_GNU) return "";
  return hexadecimal(file.at<unsigned char>(notes.sh_offset + sizeof note[0] + note[0].n_namesz, note[0].n_descsz));
}

}  // namespace

library_file look_at(std::string const& path) {
  library_file result;
  mapped_file const file(path.c_str());
  auto const header = file.at<ElfW(Ehdr)>(0, sizeof(ElfW(Ehdr)));
  result.problem = file.problem();
  if (header.empty() || !is_of_this_machine(header[0])) {
    if (result.problem.empty()) result.problem = "is no library of this machine";
    return result;
  }
  auto const sections = file.at<section>(header[0].e_shoff, header[0].e_shnum * sizeof(section));
  for (section const& each : sections) {
    if (each.sh_type == SHT_DYNSYM && each.sh_link < sections.size())
      add_symbols(file, each, sections[each.sh_link], result);
    if (each.sh_type == SHT_NOTE && result.build.empty()) result.build = build_in(file, each);
  }
  return result;
}

}  // namespace isobit::interpose::blas
