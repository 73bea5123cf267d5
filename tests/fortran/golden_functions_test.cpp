// Compares hashes of ten thousand results of every function in Fortran with MPFR's, which functions.txt holds, and the
// results of those that it leaves out, of integers and of complex numbers, with the library's.
#include <complex>
#include <cstring>
#include <map>
#include <string_view>

#include <isobit/math.hpp>

#include "golden/compare_functions.hpp"
#include "math/function_list.hpp"

#define ISOBIT_UNARY(name)                               \
  void golden_##name##_f64(double const*, double*, int); \
  void golden_##name##_f32(float const*, float*, int);
#define ISOBIT_BINARY(name)                                             \
  void golden_##name##_f64(double const*, double const*, double*, int); \
  void golden_##name##_f32(float const*, float const*, float*, int);
#define ISOBIT_INTEGER(name)                                                  \
  void golden_##name##_f64(double const*, std::int64_t const*, double*, int); \
  void golden_##name##_f32(float const*, std::int64_t const*, float*, int);
#define ISOBIT_COMPLEX(name)                                                         \
  void golden_##name##_c64(std::complex<double> const*, std::complex<double>*, int); \
  void golden_##name##_c32(std::complex<float> const*, std::complex<float>*, int);
#define ISOBIT_EVERY_COMPLEX(X) \
  X(exp) X(log) X(sqrt) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh)
extern "C" {
ISOBIT_MATH_UNARY(ISOBIT_UNARY)
ISOBIT_MATH_BINARY(ISOBIT_BINARY)
ISOBIT_MATH_INTEGER(ISOBIT_INTEGER)
ISOBIT_EVERY_COMPLEX(ISOBIT_COMPLEX)
void golden_pow_c64(std::complex<double> const*, std::complex<double> const*, std::complex<double>*, int);
void golden_pow_c32(std::complex<float> const*, std::complex<float> const*, std::complex<float>*, int);
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

constexpr int others = 500;

/// 1 where what Fortran makes of arrays of arguments is not what the library makes of each of them, else 0.
template <class T, class Fortran, class Library, class... More>
int differs(char const* name, Fortran fortran, Library library, std::vector<T> const& x,
            std::vector<More> const&... more) {
  std::vector<T> results(others), expected;
  fortran(x.data(), more.data()..., results.data(), others);
  for (std::size_t i = 0; i < x.size(); ++i) expected.push_back(library(x[i], more[i]...));
  if (std::memcmp(results.data(), expected.data(), others * sizeof(T)) == 0) return 0;
  std::printf("%s: not the library's results\n", name);
  return 1;
}

template <class T> std::vector<T> draw(test::random_source& random) {
  std::vector<T> x(others);
  for (T& number : x) number = golden_argument<T>(random, -3, 3);
  return x;
}
std::vector<std::int64_t> draw_integers(test::random_source& random) {
  std::vector<std::int64_t> n(others);
  for (std::int64_t& number : n) number = random.between(-20, 20);
  return n;
}
template <class T> std::vector<std::complex<T>> draw_complex(test::random_source& random) {
  std::vector<T> const real = draw<T>(random), imaginary = draw<T>(random);
  std::vector<std::complex<T>> z;
  for (std::size_t i = 0; i < real.size(); ++i) z.emplace_back(real[i], imaginary[i]);
  return z;
}

#define ISOBIT_TRY_INTEGER(name, T, suffix)                                                            \
  wrong += differs(                                                                                    \
      #name "_" #suffix, golden_##name##_##suffix, [](T x, std::int64_t n) { return cr::name(x, n); }, \
      draw<T>(random), draw_integers(random));
#define ISOBIT_TRY_COMPLEX(name, T, suffix)                                                              \
  wrong += differs(                                                                                      \
      #name "_" #suffix, golden_##name##_##suffix, [](std::complex<T> const& z) { return cr::name(z); }, \
      draw_complex<T>(random));
#define ISOBIT_INTEGER_OF_BOTH(name) ISOBIT_TRY_INTEGER(name, double, f64) ISOBIT_TRY_INTEGER(name, float, f32)
#define ISOBIT_COMPLEX_OF_BOTH(name) ISOBIT_TRY_COMPLEX(name, double, c64) ISOBIT_TRY_COMPLEX(name, float, c32)

/// How many of the functions that functions.txt leaves out are not the library's.
int wrong_others() {
  test::random_source random(1);
  int wrong = 0;
  ISOBIT_MATH_INTEGER(ISOBIT_INTEGER_OF_BOTH)
  ISOBIT_EVERY_COMPLEX(ISOBIT_COMPLEX_OF_BOTH)
  auto const power = [](auto const& z, auto const& w) { return cr::pow(z, w); };
  wrong += differs("pow_c64", golden_pow_c64, power, draw_complex<double>(random), draw_complex<double>(random));
  wrong += differs("pow_c32", golden_pow_c32, power, draw_complex<float>(random), draw_complex<float>(random));
  return wrong;
}

}  // namespace
}  // namespace isobit::golden

int main() {
  using namespace isobit::golden;
  int const status = compare_functions(ISOBIT_GOLDEN_FOLDER "/functions.txt", few_arguments, by_fortran());
  return wrong_others() == 0 ? status : 1;
}
