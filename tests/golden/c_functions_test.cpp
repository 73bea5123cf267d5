// Compares hashes of ten thousand results of every function for C, of arrays and of single numbers, with MPFR's, which
// functions.txt holds.
#include <cstring>
#include <map>
#include <string_view>

#include <isobit/math.h>

#include "compare_functions.hpp"
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

auto const& of(test::unary_function const& f, double) { return unary_of_doubles.at(f.name); }
auto const& of(test::unary_function const& f, float) { return unary_of_floats.at(f.name); }
auto const& of(test::binary_function const& f, double) { return binary_of_doubles.at(f.name); }
auto const& of(test::binary_function const& f, float) { return binary_of_floats.at(f.name); }

/// Of arrays; nothing where single numbers have other results.
struct by_c {
  template <class Function, class T, class... More>
  std::vector<T> operator()(Function const& f, std::vector<T> const& x, More const&... y) const {
    auto const& function = of(f, T());
    std::vector<T> results(x.size()), ones(x.size());
    auto const status = function.array(x.data(), y.data()..., results.data(), x.size());
    for (std::size_t i = 0; i < x.size(); ++i) ones[i] = function.one(x[i], y[i]...);
    if (status == ISOBIT_OK && std::memcmp(ones.data(), results.data(), x.size() * sizeof(T)) == 0) return results;
    std::printf("%s of an array: status %d, or not as one by one\n", std::string(f.name).c_str(), int(status));
    return {};
  }
};

}  // namespace
}  // namespace isobit::golden

int main() {
  using namespace isobit;
  if (int const status = test::status_of_forced_set(); status != 0) return status;
  return golden::compare_functions(ISOBIT_GOLDEN_FOLDER "/functions.txt", golden::few_arguments, golden::by_c());
}
