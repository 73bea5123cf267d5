// The arguments whose results lie nearest to a midpoint, as published, and their neighbours: against MPFR, bit for bit.
//
//     worst_cases FOLDER    which holds worst_cases/, unless ISOBIT_TEST_DATA names another

#include "check.hpp"
#include "worst_case_files.hpp"

namespace isobit::test {
namespace {

constexpr int skipped = 77;

bool print(std::string_view name, tally t) {
  std::printf("%-7.*s %8" PRIu64 " arguments, %" PRIu64 " wrong\n", int(name.size()), name.data(), t.checked, t.wrong);
  return t.wrong == 0;
}

}  // namespace
}  // namespace isobit::test

int main(int argc, char** argv) {
  using namespace isobit;
  using namespace isobit::test;
  auto const folder = worst_case_folder(argc > 1 ? argv[1] : "");
  if (!std::filesystem::is_directory(folder)) {
    std::printf("SKIPPED: no folder %s; set ISOBIT_TEST_DATA to the folder that has worst_cases in it\n",
                folder.c_str());
    return skipped;
  }
  auto const& functions = math::functions();
  bool right = true;
  std::size_t files = 0;
  auto const path = [&](std::string_view name) { return folder / (std::string(name) + ".txt"); };
  for (unary_function const& f : unary_functions) {
    if (!exists(path(f.name))) continue;
    ++files;
    auto const cases = read_worst_cases(path(f.name), false);
    right &= print(f.name, check_unary<double>(functions, f, cases.x));
    std::vector<float> const narrow(cases.x.begin(), cases.x.end());
    right &= print(std::string(f.name) + "f", check_unary<float>(functions, f, narrow));
  }
  for (binary_function const& f : binary_functions) {
    if (!exists(path(f.name))) continue;
    ++files;
    auto const cases = read_worst_cases(path(f.name), true);
    right &= print(f.name, check_binary<double>(functions, f, cases.x, cases.y));
    right &= print(f.name, check_binary<double>(functions, f, cases.y, cases.x));
  }
  std::printf("%zu files\n", files);
  return right && files > 0 ? 0 : 1;
}
