#include "sum/extraction.hpp"

#include <algorithm>

ISOBIT_NAMESPACE_BEGIN
namespace summation {

namespace {

// With |x| <= 2^e and 2^11 of them, an extractor of 1.5*2^(e+13) keeps every partial sum in its binade. It leaves
// less than 2^(e-39)/2, so a level is 40 bits wide.
constexpr int headroom = 13;
constexpr int level_bits = 40;
static_assert(extraction_size == std::size_t{1} << (headroom - 2) && level_bits == 53 - headroom);

// The lowest useful extractor has the ulp 2^-1074, of which every double is a multiple; a higher one than 2^1023
// does not exist.
constexpr int lowest_extractor = -1022;
constexpr int highest_extractor = 1023;

// Data wider than this many passes are scattered over so many levels that adding one by one is as fast.
constexpr int passes = 4;

template <class State> void add_each(State& state, double const* x, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) state.add(x[i]);
}

}  // namespace

template <class State> void extract(table const& kernels, double* x, std::size_t n, State& state) {
  std::uint64_t const largest = kernels.largest_f64(x, n);
  int top = exponent_above(largest) + headroom;
  if (largest == 0 || largest >= format<double>::infinity || top > highest_extractor) return add_each(state, x, n);

  state.note_addends(false);
  std::size_t const padded = (n + kernels.lanes - 1) / kernels.lanes * kernels.lanes;
  std::fill(x + n, x + padded, 0.0);
  for (int pass = 0; pass < passes; ++pass) {
    double extractors[levels], sums[levels];
    for (int k = 0; k < levels; ++k)
      extractors[k] = three_halves<double>(std::max(top - k * level_bits, lowest_extractor));
    bool const left = kernels.extract(x, padded, extractors, sums);
    for (double const sum : sums) state.add(sum);
    if (!left) return;
    top -= levels * level_bits;
  }
  for (std::size_t i = 0; i < n; ++i)
    if (x[i] != 0) state.add(x[i]);
}

template void extract(table const&, double*, std::size_t, exact&);
template void extract(table const&, double*, std::size_t, exact_product&);

}  // namespace summation
ISOBIT_NAMESPACE_END
