// Compares hashes of ten thousand results of every function in Fortran with MPFR's, which functions.txt holds.
#include <fstream>
#include <map>
#include <string_view>

#include "golden/function_hashes.hpp"
#include "math/function_list.hpp"

#define ISOBIT_UNARY(name)                               \
  void golden_##name##_f64(double const*, double*, int); \
  void golden_##name##_f32(float const*, float*, int);
#define ISOBIT_BINARY(name)                                             \
  void golden_##name##_f64(double const*, double const*, double*, int); \
  void golden_##name##_f32(float const*, float const*, float*, int);
extern "C" {
ISOBIT_MATH_UNARY(ISOBIT_UNARY)
ISOBIT_MATH_BINARY(ISOBIT_BINARY)
}

namespace isobit::golden {
namespace {

template <class T> using unary = std::map<std::string_view, void (*)(T const*, T*, int)>;
template <class T> using binary = std::map<std::string_view, void (*)(T const*, T const*, T*, int)>;

#define ISOBIT_F64(name) {#name, golden_##name##_f64},
#define ISOBIT_F32(name) {#name, golden_##name##_f32},
unary<double> const unary_of_doubles = {ISOBIT_MATH_UNARY(ISOBIT_F64)};
unary<float> const unary_of_floats = {ISOBIT_MATH_UNARY(ISOBIT_F32)};
binary<double> const binary_of_doubles = {ISOBIT_MATH_BINARY(ISOBIT_F64)};
binary<float> const binary_of_floats = {ISOBIT_MATH_BINARY(ISOBIT_F32)};

struct comparison {
  std::ifstream file{ISOBIT_GOLDEN_FOLDER "/functions.txt"};
  int passed = 0, failed = 0;

  void check(std::string const& line) {
    std::string expected;
    do std::getline(file, expected);
    while (file && expected.starts_with('#'));
    bool const same = file && expected.starts_with(line + " ");
    ++(same ? passed : failed);
    if (!same) std::printf("expected %s\ngot      %s\n", expected.c_str(), line.c_str());
  }

  template <class T> void unary_function(test::unary_function const& f, unary<T> const& functions) {
    check(hash_line<T>(f.name, false, f.low, f.high, few_arguments, [&](auto const& x, auto const&) {
      std::vector<T> results(x.size());
      functions.at(f.name)(x.data(), results.data(), static_cast<int>(x.size()));
      return results;
    }));
  }
  template <class T> void binary_function(test::binary_function const& f, binary<T> const& functions) {
    check(hash_line<T>(f.name, true, f.low, f.high, few_arguments, [&](auto const& x, auto const& y) {
      std::vector<T> results(x.size());
      functions.at(f.name)(x.data(), y.data(), results.data(), static_cast<int>(x.size()));
      return results;
    }));
  }
};

}  // namespace
}  // namespace isobit::golden

int main() {
  using namespace isobit;
  golden::comparison all;
  for (auto const& f : test::unary_functions) {
    all.unary_function<double>(f, golden::unary_of_doubles);
    all.unary_function<float>(f, golden::unary_of_floats);
  }
  for (auto const& f : test::binary_functions) {
    all.binary_function<double>(f, golden::binary_of_doubles);
    all.binary_function<float>(f, golden::binary_of_floats);
  }
  std::printf("%d hashes as expected, %d not\n", all.passed, all.failed);
  return all.failed == 0 && all.passed != 0 ? 0 : 1;
}
