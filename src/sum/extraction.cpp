#include "sum/extraction.hpp"

#include <algorithm>
#include <bit>
#include <concepts>

ISOBIT_NAMESPACE_BEGIN
namespace summation {

namespace {

// The lowest useful extractor has the ulp 2^-1074, of which every double is a multiple; a higher one than 2^1023
// does not exist.
constexpr int lowest_extractor = -1022;
constexpr int highest_extractor = 1023;

// Data wider than this many passes are scattered over so many levels that adding one by one is as fast.
constexpr int passes = 3;

template <class T, class State> void add_each(State& state, T const* x, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) state.add(x[i]);
}

// The biased exponent of the largest magnitude, as a double's.
int largest_exponent(table const& kernels, double const* x, std::size_t n) {
  return kernels.largest_exponent_f64(x, n);
}
int largest_exponent(table const& kernels, float const* x, std::size_t n) {
  return static_cast<int>(bits_of(static_cast<double>(from_bits<float>(kernels.largest_f32(x, n)))) >> 52);
}

bool extract_levels(table const& kernels, double const* x, double* rest, std::size_t n, int levels,
                    double const* extractors, std::int64_t* units) {
  return kernels.extract_f64(x, rest, n, levels, extractors, units);
}
bool extract_levels(table const& kernels, float const* x, double* rest, std::size_t n, int levels,
                    double const* extractors, std::int64_t* units) {
  return kernels.extract_f32(x, rest, n, levels, extractors, units);
}

// How many binades reach from the largest exponent down to the last bits of the first few numbers.
template <class T> int width_of_sample(int largest, T const* x, std::size_t n) {
  using f = format<T>;
  constexpr std::size_t sample_size = 16;
  int smallest = largest;
  for (std::size_t i = 0; i < std::min(n, sample_size); ++i) {
    int const biased = static_cast<int>(bits_of(magnitude(x[i])) >> f::stored_bits);
    if (biased != 0) smallest = std::min(smallest, biased - f::bias + format<double>::bias);
  }
  return largest - smallest + f::precision;
}

// Floats whose width is known, and is not that of all floats: false otherwise.
template <class State> bool sum_by_levels(table const& kernels, float const* x, std::size_t n, State& state) {
  using f = format<float>;
  auto const [largest, smallest] = kernels.range_f32(x, n);
  if (largest == 0 || largest >= f::infinity) return false;
  auto const exponent = [](std::uint32_t magnitude) {
    return std::max(static_cast<int>(magnitude >> f::stored_bits), 1) - f::bias;
  };
  constexpr int headroom = std::bit_width(level_additions);
  constexpr int bits = format<double>::precision - headroom;
  int const above = exponent(largest) + 1, unit = exponent(smallest) - f::stored_bits;
  int const levels = std::max((above - unit + 1 + bits - 1) / bits, fewest_levels_f32);
  if (levels > most_levels_f32) return false;

  double extractors[most_levels_f32];
  int exponents[most_levels_f32];
  std::int64_t units[most_levels_f32];
  for (int k = 0; k < levels; ++k) {
    exponents[k] = k + 1 < levels ? above + headroom - format<double>::stored_bits - k * bits : unit;
    extractors[k] = three_halves<double>(exponents[k] + format<double>::stored_bits);
  }
  kernels.sum_levels_f32(x, n, levels, extractors, units);
  state.note_addends(false);
  for (int k = 0; k < levels; ++k)
    if (units[k] != 0) state.add_scaled(units[k], exponents[k]);
  return true;
}

}  // namespace

template <class T, class State> void extract(table const& kernels, T const* x, std::size_t n, State& state) {
  if constexpr (std::same_as<T, float>)
    if (sum_by_levels(kernels, x, n, state)) return;
  int const headroom = extraction_headroom(kernels.lanes);
  int const largest = largest_exponent(kernels, x, n);
  int top = largest - format<double>::bias + 1 + headroom;
  // Nothing but zeros and subnormal numbers; too large for an extractor, or not finite.
  if (largest == 0 || top > highest_extractor) return add_each(state, x, n);

  std::size_t const whole = n / kernels.lanes * kernels.lanes;
  add_each(state, x + whole, n - whole);
  state.note_addends(false);
  alignas(64) double rest[extraction_size];
  int const bits = format<double>::precision - headroom;
  int const levels = width_of_sample(largest, x, n) <= few_levels * bits ? few_levels : many_levels;
  for (int pass = 0; pass < passes; ++pass) {
    double extractors[many_levels];
    int exponents[many_levels];
    std::int64_t units[many_levels];
    for (int k = 0; k < levels; ++k) {
      int const exponent = std::max(top, lowest_extractor);
      extractors[k] = three_halves<double>(exponent);
      exponents[k] = exponent - format<double>::stored_bits;
      top -= bits;
    }
    bool const left = pass == 0 ? extract_levels(kernels, x, rest, whole, levels, extractors, units)
                                : extract_levels(kernels, rest, rest, whole, levels, extractors, units);
    for (int k = 0; k < levels; ++k)
      if (units[k] != 0) state.add_scaled(units[k], exponents[k]);
    if (!left) return;
  }
  for (std::size_t i = 0; i < whole; ++i)
    if (rest[i] != 0) state.add(rest[i]);
}

template void extract(table const&, double const*, std::size_t, exact&);
template void extract(table const&, double const*, std::size_t, exact_product&);
template void extract(table const&, float const*, std::size_t, exact&);
template void extract(table const&, float const*, std::size_t, exact_product&);

}  // namespace summation
ISOBIT_NAMESPACE_END
