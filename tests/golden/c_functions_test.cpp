// Compares hashes of ten thousand results of every function for C, of arrays and of single numbers, with MPFR's, which
// functions.txt holds.
#include <cstring>
#include <fstream>
#include <map>
#include <string_view>

#include <isobit/math.h>

#include "function_hashes.hpp"
#include "math/function_list.hpp"
#include "support/forced_set.hpp"

namespace isobit::golden {
namespace {

template <class T> struct unary {
  T (*one)(T);
  isobit_status (*array)(T const*, T*, std::size_t);
};
template <class T> struct binary {
  T (*one)(T, T);
  isobit_status (*array)(T const*, T const*, T*, std::size_t);
};
template <class Function> using by_name = std::map<std::string_view, Function>;

#define ISOBIT_F64(name) {#name, {isobit_cr_##name, isobit_cr_##name##_array}},
#define ISOBIT_F32(name) {#name, {isobit_cr_##name##f, isobit_cr_##name##f_array}},
by_name<unary<double>> const unary_of_doubles = {ISOBIT_MATH_UNARY(ISOBIT_F64)};
by_name<unary<float>> const unary_of_floats = {ISOBIT_MATH_UNARY(ISOBIT_F32)};
by_name<binary<double>> const binary_of_doubles = {ISOBIT_MATH_BINARY(ISOBIT_F64)};
by_name<binary<float>> const binary_of_floats = {ISOBIT_MATH_BINARY(ISOBIT_F32)};

struct comparison {
  std::ifstream file{ISOBIT_GOLDEN_FOLDER "/functions.txt"};
  int passed = 0, failed = 0;

  void check(std::string const& line, bool ones_agree) {
    std::string expected;
    do std::getline(file, expected);
    while (file && expected.starts_with('#'));
    bool const same = file && expected.starts_with(line + " ") && ones_agree;
    ++(same ? passed : failed);
    if (!same)
      std::printf("expected %s\ngot      %s%s\n", expected.c_str(), line.c_str(), ones_agree ? "" : ", not one by one");
  }

  template <class T> void unary_function(test::unary_function const& f, by_name<unary<T>> const& functions) {
    auto const [one, array] = functions.at(f.name);
    bool agree = true;
    auto const evaluate = [&, one = one, array = array](std::vector<T> const& x, std::vector<T> const&) {
      std::vector<T> results(x.size()), ones(x.size());
      agree = array(x.data(), results.data(), x.size()) == ISOBIT_OK;
      for (std::size_t i = 0; i < x.size(); ++i) ones[i] = one(x[i]);
      agree = agree && std::memcmp(ones.data(), results.data(), x.size() * sizeof(T)) == 0;
      return results;
    };
    auto const line = hash_line<T>(f.name, false, f.low, f.high, few_arguments, evaluate);
    check(line, agree);
  }
  template <class T> void binary_function(test::binary_function const& f, by_name<binary<T>> const& functions) {
    auto const [one, array] = functions.at(f.name);
    bool agree = true;
    auto const evaluate = [&, one = one, array = array](std::vector<T> const& x, std::vector<T> const& y) {
      std::vector<T> results(x.size()), ones(x.size());
      agree = array(x.data(), y.data(), results.data(), x.size()) == ISOBIT_OK;
      for (std::size_t i = 0; i < x.size(); ++i) ones[i] = one(x[i], y[i]);
      agree = agree && std::memcmp(ones.data(), results.data(), x.size() * sizeof(T)) == 0;
      return results;
    };
    auto const line = hash_line<T>(f.name, true, f.low, f.high, few_arguments, evaluate);
    check(line, agree);
  }
};

}  // namespace
}  // namespace isobit::golden

int main() {
  using namespace isobit;
  if (int const status = test::status_of_forced_set(); status != 0) return status;
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
