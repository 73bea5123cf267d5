#include "libm_arguments.hpp"

#include <algorithm>
#include <string_view>

#include <isobit/arithmetic/bits.hpp>

#include "common/random.hpp"

namespace isobit::tool {
namespace {

/// From 2^lowest to 2^(highest + 1).
struct exponents {
  int lowest, highest;
};

/// Beyond these the functions overflow, vanish, are constant or not defined. Logarithms, roots and the like take all
/// there are.
exponents exponents_of(std::string_view function) {
  constexpr struct {
    std::string_view name;
    exponents range;
  } narrow[] = {{"exp", {-30, 9}},       {"exp2", {-30, 9}},       {"exp10", {-30, 8}},    {"expm1", {-30, 9}},
                {"sinh", {-26, 9}},      {"cosh", {-26, 9}},       {"tanh", {-26, 4}},     {"asin", {-26, -1}},
                {"acos", {-50, -1}},     {"atanh", {-26, -1}},     {"atan", {-26, 60}},    {"erf", {-60, 2}},
                {"erfc", {-50, 4}},      {"sin", {-26, 1023}},     {"tan", {-26, 1023}},   {"cos", {-26, 1023}},
                {"sinpi", {-60, 51}},    {"cospi", {-26, 51}},     {"asinh", {-26, 1023}}, {"acosh", {0, 1023}},
                {"log1p", {-50, 1023}},  {"pow", {-8, 6}},         {"atan2", {-60, 60}},   {"hypot", {-60, 60}},
                {"tgamma", {-60, 7}},    {"lgamma", {-60, 900}},   {"exp2m1", {-60, 9}},   {"exp10m1", {-60, 8}},
                {"log2p1", {-60, 1023}}, {"log10p1", {-60, 1023}}, {"tanpi", {-60, 49}},   {"asinpi", {-60, -1}},
                {"acospi", {-50, -1}},   {"atanpi", {-60, 60}},    {"atan2pi", {-60, 60}}, {"powr", {-8, 6}}};
  for (auto const& each : narrow)
    if (each.name == function) return each.range;
  return {-1022, 1023};
}

template <class T> T with_exponent(common::splitmix64& random, exponents range, bool positive) {
  using f = format<T>;
  int const lowest = std::max(range.lowest, 1 - f::bias), highest = std::min(range.highest, f::bias);
  auto const span = static_cast<std::size_t>(highest - lowest + 1);
  int const field = lowest + static_cast<int>(random.below(span)) + f::bias;
  auto const bits = random();
  auto const sign = positive || bits >> 63 == 0 ? typename f::bits_type{0} : f::sign_bit;
  auto const fraction = static_cast<typename f::bits_type>(bits) & (f::implicit_bit - 1u);
  return from_bits<T>(typename f::bits_type(sign | typename f::bits_type(field) << f::stored_bits | fraction));
}

}  // namespace

template <class T>
void draw_arguments(math::named_function const& function, std::size_t first, std::span<T> x, std::span<T> y) {
  auto const range = exponents_of(function.name);
  std::uint64_t seed = 0;
  for (char const letter : function.name) seed = seed * 257 + static_cast<unsigned char>(letter);
  for (std::size_t i = 0; i < x.size(); ++i) {
    common::splitmix64 random(seed ^ (first + i) << 20);
    bool const evenly = (first + i) % 2 == 0;
    auto const draw = [&](bool positive, double low) {
      return evenly ? static_cast<T>(low + (function.high - low) * common::positive_fraction(random()))
                    : with_exponent<T>(random, range, positive);
    };
    x[i] = draw(function.low >= 0, function.low);
    // The exponent of a power may be negative; its base is not.
    if (!y.empty()) y[i] = draw(false, -function.high);
  }
}

template void draw_arguments(math::named_function const&, std::size_t, std::span<double>, std::span<double>);
template void draw_arguments(math::named_function const&, std::size_t, std::span<float>, std::span<float>);

}  // namespace isobit::tool
