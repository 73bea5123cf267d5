// host PLUGIN: the plugin opened, used on three threads, and closed. Its threads and its code are gone then.
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <dlfcn.h>

#include "support/processes.hpp"

namespace {

bool is_mapped(std::string const& file) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.find(file) != std::string::npos) return true;
  return false;
}

int fail(char const* what) {
  std::fprintf(stderr, "host: %s\n", what);
  return 1;
}

}  // namespace

int main(int, char** arguments) {
  std::vector<double> const values(100'000, 0.5);
  std::size_t const before = isobit::test::threads_here();
  for (int round = 0; round < 5; ++round) {
    void* const plugin = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (plugin == nullptr) return fail(dlerror());
    auto* const sum = reinterpret_cast<double (*)(double const*, std::size_t)>(dlsym(plugin, "plugin_sum"));
    if (sum == nullptr || sum(values.data(), values.size()) != 50'000) return fail("wrong sum");
    if (isobit::test::threads_here() != before + 2) return fail("not on three threads");
    dlclose(plugin);
    if (isobit::test::threads_here() != before) return fail("threads are left");
    if (is_mapped(arguments[1])) return fail("the plugin is still there");
    // A child forks without what it registered.
    if (isobit::test::status_of(isobit::test::start_child([] { return 5; })) != 5) return fail("fork failed");
  }
}
