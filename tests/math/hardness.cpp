// How hard the functions are to round whose hardest cases nobody has proved: how near their values come to a number or
// a midpoint, by MPFR. The distance, as a part of half a unit in the last place of a double, should be below 2^-k for
// 2^(1 - k) of all arguments; the program fails where the counts say otherwise.
//
//     hardness [--count 100000] [--seed 1]
//
// Columns: how many distances are below 2^-4, 2^-8, ..., then the bits of precision that the hardest argument takes.

#include <cmath>

#include "../../common/arguments.hpp"
#include "arguments.hpp"
#include "complex_oracle.hpp"
#include "functions.hpp"
#include "oracle.hpp"

namespace isobit::test {
namespace {

constexpr mpfr_prec_t working = 256;
constexpr int step = 4, columns = 6, kept = 53;

/// How many distances are below each power of two.
class histogram {
public:
  /// Not of exact values: algebra decides these.
  void note(mpfr_srcptr value) {
    if (mpfr_regular_p(value) == 0) return;
    real scaled(working), nearest(working);
    mpfr_mul_2si(scaled, value, kept + 1 - mpfr_get_exp(value), MPFR_RNDN);
    mpfr_rint(nearest, scaled, MPFR_RNDN);
    mpfr_sub(scaled, scaled, nearest, MPFR_RNDN);
    if (mpfr_zero_p(static_cast<mpfr_srcptr>(scaled)) != 0) return;
    auto const zeros = static_cast<int>(-mpfr_get_exp(scaled));  // the distance is below 2^-zeros
    ++noted_;
    hardest_ = std::max(hardest_, zeros);
    for (int i = 0; i < columns && zeros >= step * (i + 1); ++i) ++below_[i];
  }
  /// Whether the counts are within six standard deviations and six of what chance has.
  [[nodiscard]] bool print(char const* name) const {
    bool likely = true;
    std::printf("%-14s %9llu", name, static_cast<unsigned long long>(noted_));
    for (int i = 0; i < columns; ++i) {
      double const expected = std::ldexp(static_cast<double>(noted_), 1 - step * (i + 1));
      likely &= std::fabs(static_cast<double>(below_[i]) - expected) <= 6 * std::sqrt(expected) + 6;
      std::printf(" %7llu", static_cast<unsigned long long>(below_[i]));
    }
    std::printf("   %d bits%s\n", kept + 1 + hardest_, likely ? "" : "   UNLIKELY");
    return likely;
  }

private:
  std::uint64_t noted_ = 0, below_[columns] = {};
  int hardest_ = 0;
};

double uniform(random_source& random, double low, double high) {
  return low + (high - low) * (static_cast<double>(random.next() >> 11) * 0x1p-53);
}

bool of_one(unary_function const& f, std::size_t count, random_source& random) {
  histogram seen;
  real x(kept), value(working);
  for (std::size_t i = 0; i < count; ++i) {
    mpfr_set_d(x, uniform(random, f.low, f.high), MPFR_RNDN);
    mpfr_function(f.name)(value, x, MPFR_RNDN);
    seen.note(value);
  }
  return seen.print(std::string(f.name).c_str());
}

bool of_two(binary_function const& f, std::size_t count, random_source& random) {
  histogram seen;
  real x(kept), y(kept), value(working);
  for (std::size_t i = 0; i < count; ++i) {
    mpfr_set_d(x, uniform(random, f.low, f.high), MPFR_RNDN);
    mpfr_set_d(y, uniform(random, -f.high, f.high), MPFR_RNDN);
    mpfr_function_of_two(f.name)(value, x, y, MPFR_RNDN);
    seen.note(value);
  }
  return seen.print(std::string(f.name).c_str());
}

/// Both parts.
template <class Function>
bool of_complex(char const* name, Function function, std::size_t count, random_source& random) {
  histogram seen;
  auto const drawn = [&] { return complex_real(working, uniform(random, -10, 10), uniform(random, -10, 10)); };
  for (std::size_t i = 0; i < count; ++i) {
    complex_real const z = drawn(), value = function(z, drawn());
    seen.note(value.re), seen.note(value.im);
  }
  return seen.print(name);
}

}  // namespace
}  // namespace isobit::test

int main(int argc, char** argv) {
  using namespace isobit::test;
  std::size_t count = 100000;
  std::uint64_t seed = 1;
  common::arguments("hardness").add("--count", count).add("--seed", seed, 0).read_or_exit(argc, argv);
  widen_range();
  random_source random(seed);
  std::printf("seed %llu\n%-14s %9s", static_cast<unsigned long long>(seed), "", "values");
  for (int i = 1; i <= columns; ++i) std::printf("   2^-%-2d", step * i);
  std::printf("   hardest\n");

  bool likely = true;
  for (auto const* name : {"pow", "powr", "atan2", "atan2pi"}) likely &= of_two(binary(name), count, random);
  for (auto const* name : {"erf", "erfc", "tgamma", "lgamma"}) likely &= of_one(unary(name), count, random);
  using number = complex_real const&;
  likely &= of_complex(
      "complex exp", [](number z, number) { return exp(z); }, count, random);
  likely &= of_complex(
      "complex log", [](number z, number) { return log(z); }, count, random);
  likely &= of_complex(
      "complex sqrt", [](number z, number) { return sqrt(z); }, count, random);
  likely &= of_complex(
      "complex pow", [](number z, number w) { return exp(w * log(z)); }, count, random);
  return likely ? 0 : 1;
}
