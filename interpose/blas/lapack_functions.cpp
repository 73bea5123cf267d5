#include "lapack_functions.hpp"

#include <cmath>
#include <complex>

#include <isobit/math/functions.hpp>

namespace isobit::interpose::blas {

namespace {

template <class T> void sine_and_cosine(T x, T* sine, T* cosine) { *sine = cr::sin(x), *cosine = cr::cos(x); }

template <class T> T magnitude(std::complex<T> z) { return cr::hypot(z.real(), z.imag()); }

template <class T> std::complex<T> exponential(std::complex<T> z) {
  T const size = cr::exp(z.real());
  return {size * cr::cos(z.imag()), size * cr::sin(z.imag())};
}

/// For a >= 0, sqrt(a + bi) = (t + 2b/t i)/2 with t = sqrt(2(a + |a + bi|)), at exponents where nothing is lost.
std::complex<double> square_root(std::complex<double> z) {
  double const a = z.real(), b = z.imag();
  if (!std::isfinite(a) || !std::isfinite(b) || (a == 0 && b == 0)) return std::sqrt(z);  // no rounding there
  int const half = std::ilogb(std::fmax(std::fabs(a), std::fabs(b))) / 2;
  double const x = std::scalbn(a, -2 * half), y = std::scalbn(b, -2 * half);
  double const t = std::sqrt(2 * (std::fabs(x) + cr::hypot(x, y)));
  double const large = std::scalbn(t / 2, half), small = std::scalbn(std::fabs(y) / t, half);
  return {a >= 0 ? large : small, std::copysign(a >= 0 ? small : large, b)};
}
std::complex<float> square_root(std::complex<float> z) {
  return std::complex<float>(square_root(std::complex<double>(z)));
}

struct function {
  std::string_view name;
  void* address;
};

template <class Result, class... Arguments> void* address_of(Result (*code)(Arguments...)) {
  return reinterpret_cast<void*>(code);
}

}  // namespace

void* function_for_lapack(std::string_view name) {
#define ISOBIT_OF_ONE(f) \
  {#f, address_of<double, double>(&cr::f)}, { #f "f", address_of < float, float>(&cr::f) }
#define ISOBIT_OF_TWO(f) \
  {#f, address_of<double, double, double>(&cr::f)}, { #f "f", address_of < float, float, float>(&cr::f) }
#define ISOBIT_OF_ANY(f, code) \
  {#f, address_of(&code<double>)}, { #f "f", address_of(&code <float>) }
  static function const functions[] = {
      ISOBIT_OF_ONE(exp),
      ISOBIT_OF_ONE(log),
      ISOBIT_OF_ONE(log10),
      ISOBIT_OF_ONE(sin),
      ISOBIT_OF_ONE(cos),
      ISOBIT_OF_TWO(atan2),
      ISOBIT_OF_TWO(hypot),
      ISOBIT_OF_TWO(pow),
      ISOBIT_OF_ANY(sincos, sine_and_cosine),
      ISOBIT_OF_ANY(cabs, magnitude),
      ISOBIT_OF_ANY(cexp, exponential),
      {"csqrt", address_of<std::complex<double>>(&square_root)},
      {"csqrtf", address_of<std::complex<float>>(&square_root)},
  };
  for (function const& each : functions)
    if (each.name == name) return each.address;
  return nullptr;
}

}  // namespace isobit::interpose::blas
