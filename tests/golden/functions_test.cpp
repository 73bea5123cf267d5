// Compares hashes of a million results of every function with MPFR's, which functions.txt holds. A plain program, so
// that it runs wherever the library does: golden_functions_test [--all] [functions.txt]; without --all a hundredth of
// them.
#include <cstring>
#include <filesystem>
#include <fstream>

#include <isobit/math.hpp>

#include "arithmetic/environment.hpp"
#include "function_hashes.hpp"

namespace isobit::golden {
namespace {

struct comparison {
  std::ifstream file;
  std::size_t count;
  std::size_t failed = 0, passed = 0;

  void check(std::string const& line) {
    std::string expected;
    do std::getline(file, expected);
    while (file && expected.starts_with('#'));
    bool const same = file && expected.starts_with(line) && line.size() > 20;
    ++(same ? passed : failed);
    if (!same) std::printf("expected %s\ngot      %s\n", expected.c_str(), line.c_str());
  }
};

template <class T> void compare_unary(comparison& c, test::unary_function const& f, math::unary<T> entry) {
  c.check(hash_line<T>(f.name, false, f.low, f.high, c.count, [&](std::vector<T> const& x, std::vector<T> const&) {
    std::vector<T> results(x.size());
    environment_guard environment;
    entry.array(x.data(), results.data(), x.size());
    return results;
  }));
}

template <class T> void compare_binary(comparison& c, test::binary_function const& f, math::binary<T> entry) {
  c.check(hash_line<T>(f.name, true, f.low, f.high, c.count, [&](std::vector<T> const& x, std::vector<T> const& y) {
    std::vector<T> results(x.size());
    environment_guard environment;
    entry.array(x.data(), y.data(), results.data(), x.size());
    return results;
  }));
}

}  // namespace
}  // namespace isobit::golden

int main(int argc, char** argv) {
  using namespace isobit;
  using namespace isobit::golden;
  bool const all = argc > 1 && std::strcmp(argv[1], "--all") == 0;
  if (char const* const forced = std::getenv("ISOBIT_FORCE_ISA")) {
    bool available = false;
    for (auto const set : available_instruction_sets()) available |= name(set) == forced;
    if (!available) {
      std::printf("skipped: this machine has no %s\n", forced);
      return 77;
    }
  }
  auto const path = argc > (all ? 2 : 1) ? std::filesystem::path(argv[all ? 2 : 1])
                                         : std::filesystem::path(ISOBIT_GOLDEN_FOLDER) / "functions.txt";
  comparison c{std::ifstream(path), all ? all_arguments : few_arguments};
  if (!c.file) {
    std::printf("cannot read %s\n", path.c_str());
    return 1;
  }
  auto const& functions = math::functions();
  for (auto const& f : test::unary_functions) {
    compare_unary<double>(c, f, functions.*f.of_doubles);
    compare_unary<float>(c, f, functions.*f.of_floats);
  }
  for (auto const& f : test::binary_functions) {
    compare_binary<double>(c, f, functions.*f.of_doubles);
    compare_binary<float>(c, f, functions.*f.of_floats);
  }
  std::printf("instruction set %s: %zu hashes of %zu results agree, %zu do not\n",
              std::string(name(functions.set)).c_str(), c.passed, c.count, c.failed);
  return c.failed == 0 && c.passed > 0 ? 0 : 1;
}
