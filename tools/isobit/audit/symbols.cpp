#include "symbols.hpp"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>

#include "fortran_names.hpp"
#include "process.hpp"
#include "short_name.hpp"

namespace isobit::tool {
namespace {

constexpr std::size_t most_addresses = 1000;  // a command line

std::string hexadecimal(std::uint64_t x) {
  char text[20] = "0x";
  return {text, std::to_chars(text + 2, text + sizeof text, x, 16).ptr};
}

/// "file:line", with "?" for what addr2line does not know, and perhaps a discriminator behind.
void read_line(std::string const& text, source_place& place) {
  auto const colon = text.rfind(':', text.find(" (discriminator"));
  if (colon == text.npos || text.starts_with("??")) return;
  unsigned line = 0;
  std::from_chars(text.data() + colon + 1, text.data() + text.size(), line);
  place.file = text.substr(0, colon);
  place.line = line;
}

using source_places = std::vector<source_place>;

/// The output of addr2line -a -f -i: the address, then pairs of function and line, the innermost first.
std::map<std::uint64_t, source_places> read_answers(std::string const& output) {
  std::map<std::uint64_t, source_places> answers;
  source_places* places = nullptr;
  std::istringstream lines(output);
  for (std::string line, where; std::getline(lines, line);) {
    if (line.starts_with("0x")) {
      std::uint64_t address = 0;
      std::from_chars(line.data() + 2, line.data() + line.size(), address, 16);
      places = &answers[address];
    } else if (std::getline(lines, where) && places != nullptr) {
      source_place place;
      read_line(where, place);
      if (line != "??") place.function = fortran_name(line, place.file);
      places->push_back(place);
    }
  }
  return answers;
}

/// Whether a module names its own functions, too, not just those that it exports.
bool has_symbol_table(std::string const& module) {
  std::ifstream file(module, std::ios::binary);
  Elf64_Ehdr header;
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header)) return false;
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) return false;
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    file.seekg(static_cast<std::streamoff>(header.e_shoff + i * header.e_shentsize));
    if (!file.read(reinterpret_cast<char*>(&section), sizeof section)) return false;
    if (section.sh_type == SHT_SYMTAB) return true;
  }
  return false;
}

std::string demangled(std::string const& symbol) {
  int status = 0;
  std::unique_ptr<char, void (*)(void*)> const name(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                    std::free);
  return status == 0 && name != nullptr ? name.get() : fortran_name(symbol, "");
}

bool is_of_mpi(frame const& where) {
  constexpr std::string_view starts[] = {"libmpi",      "libpmpi",     "libisobit_mpi_preload",
                                         "libopen-pal", "libopen-rte", "libfmpi",
                                         "libfmpich",   "libopa",      "libpmix",
                                         "libc.so",     "ld-linux"};
  std::string const name = base_name(where.module);
  return !where.is_script() &&
         std::any_of(std::begin(starts), std::end(starts), [&](auto start) { return name.starts_with(start); });
}

}  // namespace

std::string base_name(std::string const& path) { return path.substr(path.find_last_of('/') + 1); }

symbol_table::symbol_table(std::vector<call_site> const& sites) {
  std::map<std::string, std::set<frame>> modules;
  for (auto const& site : sites)
    for (auto const& each : site.frames)
      if (each.is_script())
        known_[each] = {{each.symbol, each.module, static_cast<unsigned>(each.line)}};
      else if (!is_of_mpi(each))
        modules[each.module].insert(each);
  for (auto const& [module, frames] : modules) {
    auto next = frames.begin();
    // Where it knows exported functions only, addr2line names the one before, however far away that is.
    bool const trusted = has_symbol_table(module);
    while (next != frames.end()) {
      std::vector<frame> asked;
      // `--exe=` takes a name that begins with a dash, too.
      std::vector<std::string> arguments = {"addr2line", "-a", "-f", "-C", "-i", "--exe=" + module};
      for (; next != frames.end() && asked.size() < most_addresses; ++next) {
        asked.push_back(*next);
        arguments.push_back(hexadecimal(next->offset));
      }
      auto const answers = read_answers(output_of(arguments, false).value_or(""));
      for (auto const& each : asked)
        if (auto const found = answers.find(each.offset); found != answers.end() && !found->second.empty())
          if (trusted || !found->second.front().file.empty()) known_[each] = found->second;
    }
  }
  for (auto const& site : sites)
    if (auto const* const where = caller(site)) has_lines_ |= !at(*where).file.empty();
}

source_places symbol_table::all_at(frame const& where) const {
  auto const found = known_.find(where);
  source_places places = found == known_.end() ? source_places(1) : found->second;
  if (places.back().function.empty()) places.back().function = demangled(where.symbol);
  return places;
}

source_place symbol_table::at(frame const& where) const { return all_at(where).front(); }

frame const* symbol_table::caller(call_site const& site) {
  auto const found =
      std::find_if(site.frames.begin(), site.frames.end(), [](frame const& each) { return !is_of_mpi(each); });
  return found == site.frames.end() ? nullptr : &*found;
}

std::string symbol_table::line_of(frame const& where, source_place const& place) {
  return place.file.empty() ? base_name(where.module) + "+" + hexadecimal(where.offset)
                            : base_name(place.file) + ":" + std::to_string(place.line);
}

std::string symbol_table::describe(call_site const& site) const {
  auto const* const where = caller(site);
  if (where == nullptr) return "unknown place";
  auto const place = at(*where);
  std::string const line = line_of(*where, place);
  if (!place.function.empty()) return place.function + "  " + line;
  auto const named = std::find_if(site.frames.begin() + (where - site.frames.data()), site.frames.end(),
                                  [&](frame const& each) { return !at(each).function.empty(); });
  return named == site.frames.end() ? line : "below " + at(*named).function + "  " + line;
}

std::string symbol_table::label(call_site const& site) const {
  auto const* const where = caller(site);
  if (where == nullptr) return describe(site);
  auto const place = at(*where);
  if (place.function.empty()) return describe(site);
  auto const name = short_name(place.function);
  return place.file.empty() ? name : name + "  " + line_of(*where, place);
}

std::vector<std::string> symbol_table::callers_in(call_site const& site) const {
  std::vector<std::string> callers;
  auto const frames = site.own_frames();
  auto const* const innermost = caller(site);
  if (innermost == nullptr) return callers;
  for (auto i = static_cast<std::size_t>(innermost - site.frames.data()); i < frames.size(); ++i)
    for (auto const& place : all_at(frames[i])) {
      std::string const name = place.function.empty() ? "" : short_name(place.function) + " ";
      callers.push_back(" from " + name + line_of(frames[i], place));
    }
  if (!callers.empty()) callers.erase(callers.begin());
  return callers;
}

std::vector<std::string> callers_of(std::vector<call_site> const& sites, symbol_table const& symbols) {
  std::vector<std::vector<std::string>> all;
  std::size_t deepest = 0;
  for (auto const& site : sites) {
    all.push_back(symbols.callers_in(site));
    deepest = std::max(deepest, all.back().size());
  }
  std::vector<std::string> callers(sites.size());
  for (std::size_t depth = 0; depth < deepest; ++depth) {
    std::map<std::string, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < sites.size(); ++i)
      alike[sites[i].call + '\n' + sites[i].type + '\n' + sites[i].operation + '\n' + symbols.describe(sites[i]) +
            callers[i]]
          .push_back(i);
    auto const text_of = [&](std::size_t i) { return depth < all[i].size() ? all[i][depth] : std::string(); };
    for (auto const& [text, members] : alike) {
      std::set<std::string> further_out;
      for (std::size_t const i : members) further_out.insert(text_of(i));
      if (further_out.size() > 1)
        for (std::size_t const i : members) callers[i] += text_of(i);
    }
  }
  return callers;
}

}  // namespace isobit::tool
