// Compares hashes of ten thousand results of every function in Fortran with MPFR's, which functions.txt holds.
#include <map>
#include <string_view>

#include "golden/compare_functions.hpp"
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

auto of(test::unary_function const& f, double) { return unary_of_doubles.at(f.name); }
auto of(test::unary_function const& f, float) { return unary_of_floats.at(f.name); }
auto of(test::binary_function const& f, double) { return binary_of_doubles.at(f.name); }
auto of(test::binary_function const& f, float) { return binary_of_floats.at(f.name); }

struct by_fortran {
  template <class Function, class T, class... More>
  std::vector<T> operator()(Function const& f, std::vector<T> const& x, More const&... y) const {
    std::vector<T> results(x.size());
    of(f, T())(x.data(), y.data()..., results.data(), static_cast<int>(x.size()));
    return results;
  }
};

}  // namespace
}  // namespace isobit::golden

int main() {
  using namespace isobit::golden;
  return compare_functions(ISOBIT_GOLDEN_FOLDER "/functions.txt", few_arguments, by_fortran());
}
