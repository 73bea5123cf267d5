// Compares the library with the golden results, bit for bit. A plain program without GoogleTest or MPFR, so that it
// runs wherever the library does: golden_golden_test [results.txt]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <isobit/isobit.hpp>

#include "cases.hpp"

namespace isobit::golden {
namespace {

template <class Driver> struct library_operations {
  Driver driver;
  template <class R, class T> R sum(std::span<T const> x) const { return isobit::sum<R>(driver, x); }
  template <class R, class T> R asum(std::span<T const> x) const { return isobit::asum<R>(driver, x); }
  template <class R, class T> R squared_norm(std::span<T const> x) const { return isobit::squared_norm<R>(driver, x); }
  template <class R, class T> R nrm2(std::span<T const> x) const { return isobit::nrm2<R>(driver, x); }
  template <class R, class T> R mean(std::span<T const> x) const { return isobit::mean<R>(driver, x); }
  template <class R, class T> R variance(std::span<T const> x) const { return isobit::variance<R>(driver, x); }
  template <class R, class T> R dot(std::span<T const> x, std::span<T const> y) const {
    return isobit::dot<R>(driver, x, y);
  }
  template <class T> std::vector<std::byte> sum_bytes(std::span<T const> x) const {
    return exact_sum(driver, x).serialise();
  }
  template <class T> std::uint64_t sum_hash(std::span<T const> x) const { return exact_sum(driver, x).hash(); }
  template <class T> std::uint64_t dot_hash(std::span<T const> x, std::span<T const> y) const {
    return exact_dot(driver, x, y).hash();
  }
};

struct counts {
  std::size_t passed = 0, failed = 0;
};

template <class Driver> counts compare(std::ifstream& file, Driver const& driver, char const* driver_name) {
  counts result;
  file.clear();
  file.seekg(0);
  std::string expected;
  for_each_case(library_operations<Driver>{driver}, [&](std::string const& actual) {
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

}  // namespace
}  // namespace isobit::golden

int main(int argc, char** argv) {
  using namespace isobit;
  constexpr int skipped = 77;
  if (char const* const forced = std::getenv("ISOBIT_FORCE_ISA")) {
    auto const sets = available_instruction_sets();
    if (std::ranges::none_of(sets, [&](instruction_set set) { return name(set) == forced; })) {
      std::printf("skipped: this machine has no %s\n", forced);
      return skipped;
    }
  }
  auto const path =
      argc > 1 ? std::filesystem::path(argv[1]) : std::filesystem::path(__FILE__).parent_path() / "results.txt";
  std::ifstream file(path);
  if (!file) {
    std::printf("cannot read %s; give the path of results.txt\n", path.c_str());
    return 2;
  }
  auto const alone = golden::compare(file, serial(), "serial");
  auto const together = golden::compare(file, threads(3), "threads");
  std::size_t const failed = alone.failed + together.failed;
  std::printf("%s: %zu passed, %zu failed\n", std::string(name(active_instruction_set())).c_str(),
              alone.passed + together.passed, failed);
  return failed == 0 ? 0 : 1;
}
