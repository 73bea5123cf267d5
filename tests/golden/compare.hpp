#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <isobit/driver/threads.hpp>
#include <isobit/instruction_set.hpp>

#include "cases.hpp"
#include "support/forced_set.hpp"

namespace isobit::golden {

struct counts {
  std::size_t passed = 0, failed = 0;
};

template <class Columns>
counts compare(std::ifstream& file, std::span<std::size_t const> of_sizes, Columns const& columns,
               char const* driver_name) {
  counts result;
  file.clear();
  file.seekg(0);
  std::string expected;
  for_each_case(of_sizes, columns, [&](std::string const& actual) {
    do std::getline(file, expected);
    while (file && expected.starts_with('#'));
    bool const same = file && expected == actual;
    ++(same ? result.passed : result.failed);
    if (!same) std::printf("%s driver:\n  expected %s\n  got      %s\n", driver_name, expected.c_str(), actual.c_str());
    expected.clear();
  });
  if (std::getline(file, expected)) {
    std::printf("the file has more cases than this program: %s\n", expected.c_str());
    ++result.failed;
  }
  return result;
}

/// The main function of a test: the library's columns, with two drivers, against those of the file, whose path may be
/// given.
template <template <class> class Columns, template <class> class Operations>
int compare_with_file(std::span<std::size_t const> of_sizes, int argc, char** argv) {
  if (int const status = test::status_of_forced_set(); status != 0) return status;
  using alone = Columns<Operations<serial>>;
  using together = Columns<Operations<threads>>;
  auto const path =
      argc > 1 ? std::filesystem::path(argv[1]) : std::filesystem::path(ISOBIT_GOLDEN_FOLDER) / alone::file;
  std::ifstream file(path);
  if (!file) {
    std::printf("cannot read %s; give the path of %s\n", path.c_str(), alone::file);
    return 2;
  }
  auto const first = compare(file, of_sizes, alone{{serial()}}, "serial");
  auto const second = compare(file, of_sizes, together{{threads(3)}}, "threads");
  std::size_t const failed = first.failed + second.failed;
  std::printf("%s: %zu passed, %zu failed\n", std::string(name(active_instruction_set())).c_str(),
              first.passed + second.passed, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace isobit::golden
