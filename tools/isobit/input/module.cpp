#include "module.hpp"

#include <dlfcn.h>

#include <filesystem>

#include "../basics/failure.hpp"

namespace isobit::tool {
namespace {

namespace fs = std::filesystem;

/// Empty where there is none.
fs::path path_of_module(std::string const& name) {
  std::error_code ignored;
  fs::path const folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (fs::path const& path : {folder / name, folder / ISOBIT_MODULES / name})
    if (fs::is_regular_file(path, ignored)) return path;
  return {};
}

/// The module stays loaded until the program ends.
template <class Function> Function* function_of(std::string const& name, char const* function) {
  std::string const path = path_of_module(name).string();
  void* const module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const found = module == nullptr ? nullptr : ::dlsym(module, function);
  if (found == nullptr)
    throw failure(exit_code::unsupported, std::string("what reads this file cannot be loaded: ") + ::dlerror());
  return reinterpret_cast<Function*>(found);
}

}  // namespace

bool has_module(std::string const& name) { return !path_of_module(name).empty(); }

std::unique_ptr<reader> open_hdf5(std::string const& path, std::string const& dataset, input_options const& options,
                                  progress& watcher) {
  auto* const open = function_of<open_reader_function>(hdf5_module, "isobit_open_hdf5");
  return std::unique_ptr<reader>(open(path, dataset, options, watcher));
}

std::unique_ptr<table_reader> open_arrow(std::string const& path, table_wish const& wish, input_options const& options,
                                         progress& watcher) {
  auto* const open = function_of<open_table_function>(arrow_module, "isobit_open_arrow");
  return std::unique_ptr<table_reader>(open(path, wish, options, watcher));
}

}  // namespace isobit::tool
