#include "reference_lapack.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "bind.hpp"
#include "library_file.hpp"
#include "loaded.hpp"
#include "message.hpp"
#include "settings.hpp"

namespace isobit::interpose::blas {

namespace {

/// What speaks against a file; nothing, if it is a reference LAPACK.
std::string problem_with(library_file const& file) {
  if (!file.problem.empty()) return file.problem;
  if (!file.defined.contains("dgesdd_") || !file.defined.contains("ilaver_")) return "has no LAPACK";
  if (!file.needed.contains("dgemm_")) return "does not leave BLAS to another library";
  // Optimised libraries that come in parts call what is between these parts.
  constexpr std::string_view inner_names[] = {"gotoblas", "openblas", "mkl_", "bli_", "ATL_", "flexiblas", "armpl"};
  for (auto const* const symbols : {&file.defined, &file.needed})
    for (std::string const& each : *symbols)
      for (std::string_view const inner : inner_names)
        if (each.find(inner) != each.npos) return "is no reference LAPACK: it has " + each;
  return "";
}

/// ilaver writes three integers: their upper halves, if they have such.
struct probe {
  explicit probe(void* ilaver) {
    reinterpret_cast<void (*)(std::int64_t*, std::int64_t*, std::int64_t*)>(ilaver)(&parts[0], &parts[1], &parts[2]);
  }
  [[nodiscard]] bool wide() const { return parts[0] >= 0; }
  [[nodiscard]] std::string version() const {
    std::string result;
    for (std::int64_t const part : parts)
      result += (result.empty() ? "" : ".") + std::to_string(static_cast<std::int32_t>(part));
    return result;
  }
  std::int64_t parts[3] = {-1, -1, -1};
};

bool contains(std::vector<std::string> const& list, std::string const& text) {
  return std::ranges::find(list, text) != list.end();
}

std::string resolved(std::string const& path) {
  std::unique_ptr<char, decltype(&std::free)> const real(realpath(path.c_str(), nullptr), &std::free);
  return real != nullptr ? real.get() : path;
}

/// Null if integers have another size there. `problem` says why there is nothing for any size.
reference_lapack* open_lapack(std::string const& path, bool wide_integers, std::string& problem) {
  library_file const file = look_at(path);
  problem = problem_with(file);
  if (!problem.empty()) return nullptr;
  auto const before = loaded_libraries();
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    problem = std::string("cannot be loaded: ") + dlerror();
    return nullptr;
  }
  probe const found(dlsym(handle, "ilaver_"));
  if (found.wide() != wide_integers) {
    dlclose(handle);
    return nullptr;
  }
  auto brought = loaded_libraries();
  std::erase_if(brought, [&](std::string const& each) { return contains(before, each); });
  return new reference_lapack{
      handle, resolved(path), found.version(), file.build, bind_to_isobit(handle, wide_integers), brought};
}

/// Where the program's libraries are looked for: the search path, its own folders, those of the system.
std::vector<std::string> library_folders() {
  std::vector<std::string> result;
  void* const program = dlopen(nullptr, RTLD_LAZY);
  Dl_serinfo size{};
  if (dlinfo(program, RTLD_DI_SERINFOSIZE, &size) != 0) return result;
  std::vector<std::max_align_t> memory(size.dls_size / sizeof(std::max_align_t) + 1);
  auto* const list = reinterpret_cast<Dl_serinfo*>(memory.data());
  if (dlinfo(program, RTLD_DI_SERINFOSIZE, list) != 0 || dlinfo(program, RTLD_DI_SERINFO, list) != 0) return result;
  for (unsigned i = 0; i < list->dls_cnt; ++i) result.emplace_back(list->dls_serpath[i].dls_name);
  return result;
}

/// Debian has the reference LAPACK in a folder beside the link that programs follow, which may lead elsewhere.
std::vector<std::string> usual_places(bool wide_integers) {
  std::string const stem = wide_integers ? "lapack64" : "lapack", file = "/lib" + stem + ".so.3";
  std::vector<std::string> result;
  for (std::string const& folder : library_folders()) {
    result.push_back(folder + "/" + stem + file);
    result.push_back(folder + file);
  }
  return result;
}

/// a:b:c
std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> result;
  while (!list.empty()) {
    std::size_t const end = std::min(list.find(':'), list.size());
    if (end != 0) result.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return result;
}

reference_lapack const* find_lapack(bool wide_integers) {
  std::string const& wish = the_settings().lapack;
  if (wish == "program") return nullptr;
  for (std::string const& path : wish.empty() ? usual_places(wide_integers) : split(wish)) {
    std::string problem;
    if (auto const* const found = open_lapack(path, wide_integers, problem)) return found;
    if (!wish.empty() && !problem.empty()) fail("ISOBIT_LAPACK=" + wish + ": " + path + " " + problem);
  }
  return nullptr;
}

/// What was found for a size of integers, once it was looked for.
struct search {
  std::atomic<bool> over = false;
  reference_lapack const* result = nullptr;
};
search searches[2];  // by whether integers are wide

}  // namespace

void* reference_lapack::find(std::string const& name) const {
  void* const found = dlsym(handle, name.c_str());
  // Not what a library that it needs has under that name.
  return found != nullptr && library_of(found) == library_of(dlsym(handle, "ilaver_")) ? found : nullptr;
}

reference_lapack const* reference_lapack_with(bool wide_integers) {
  auto const look = [](bool wide) {
    searches[wide].result = find_lapack(wide);
    searches[wide].over = true;
    return searches[wide].result;
  };
  if (wide_integers) {
    static auto const* const wide = look(true);
    return wide;
  }
  static auto const* const narrow = look(false);
  return narrow;
}

std::vector<reference_lapack const*> references_in_use() {
  std::vector<reference_lapack const*> result;
  for (search const& each : searches)
    if (each.over && each.result != nullptr) result.push_back(each.result);
  return result;
}

bool came_with_wide_reference(std::string const& path) {
  search const& wide = searches[true];
  return wide.over && wide.result != nullptr && contains(wide.result->brought, path);
}

std::vector<std::string> references_missed() {
  std::vector<std::string> result;
  if (the_settings().lapack == "program") return result;
  for (bool const wide : {false, true})
    if (searches[wide].over && searches[wide].result == nullptr)
      result.emplace_back(wide ? "no reference LAPACK with 64-bit integers was found: install it (Debian: "
                                 "liblapack64-3), or name it: ISOBIT_LAPACK=file"
                               : "no reference LAPACK was found: install it (Debian: liblapack3), or name it: "
                                 "ISOBIT_LAPACK=file");
  return result;
}

}  // namespace isobit::interpose::blas
