#pragma once

#include <isobit/sparse/csr.hpp>

#include "arithmetic/error_free.hpp"
#include "arithmetic/fold.hpp"
#include "certify/enclosure.hpp"
#include "sparse/kernel/gather.hpp"

/// Sums of products that are cut at one place. docs/maths/sparse.md#scale
ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel::ISOBIT_TARGET {

using namespace arithmetic;
using certify::enclosure;

/// How the products of a row are added up: in so many lanes, so many to each, which are folded so many times.
struct sum_shape {
  double width, steps, folds;
};
constexpr double folds = lanes == 8 ? 3 : lanes == 4 ? 2 : lanes == 2 ? 1 : 0;

/// That of a row whose entries go through the lanes of a vector.
ISOBIT_INLINE sum_shape shape_of_row(index entries) {
  index const vectors = (entries + static_cast<index>(lanes) - 1) / static_cast<index>(lanes);
  return {lanes, static_cast<double>(vectors), folds};
}

/// By how much low may be off, in units of 2^-53 ulp(start), with room for the test. docs/maths/sparse.md#bound
ISOBIT_INLINE double radius_at_scale(sum_shape const& s, double start) {
  constexpr double remainders = has_fma ? 1 : 2;
  double const terms = s.width * (s.steps * (0.25 * s.steps + 1.25 + 0.5 * s.folds)) + 2;
  return remainders * terms * (start * (0x1.00001p-53 * 0x1.56p-53));  // ulp(1.5 * 2^k) is 4/3 * 2^-53 of it
}
/// What the magnitudes of the low parts of a row add up to at most. docs/maths/sparse.md#exact
ISOBIT_INLINE double most_in_rest(sum_shape const& s, double start) {
  constexpr double remainders = has_fma ? 1 : 2;
  return start * (0x1.56p-54 * remainders) * s.width * s.steps;
}

/// The products of a row, cut at the last place of where it starts: sum + rest.
struct cut_sum {
  f64 sum, rest = {};
  ISOBIT_INLINE void add_product(f64 a, f64 x) {
    product const p{a, x};
    f64 const next = p.onto(sum);
    rest += p.less(next - sum);
    sum = next;
  }
};

/// The first of them.
ISOBIT_INLINE cut_sum cut_vector(factors const& f, f64 start) {
  product const p{f.values, f.xs};
  f64 const sum = p.onto(start);
  return {sum, p.less(sum - start)};
}

/// What a row becomes: its lanes are folded.
struct two_parts {
  f64 high, low;
};
ISOBIT_INLINE two_parts add(two_parts const& a, two_parts const& b) { return {a.high + b.high, a.low + b.low}; }
template <class Step> ISOBIT_INLINE two_parts by_parts(Step step, two_parts const& a, two_parts const& b) {
  return {step(a.high, b.high), step(a.low, b.low)};
}

/// Magnitudes, of which a fold finds the largest.
struct largest_magnitude {
  f64 v;
};
ISOBIT_INLINE largest_magnitude add(largest_magnitude a, largest_magnitude b) { return {larger_magnitude(a.v, b.v)}; }
template <class Step> ISOBIT_INLINE largest_magnitude by_parts(Step step, largest_magnitude a, largest_magnitude b) {
  return {step(a.v, b.v)};
}

/// Rows whose scales differ, and from where each was cut.
struct sums_at_starts {
  enclosure<f64> sums;
  f64 starts;
};

/// Numbers 1.5 times a power of two, one for each row: at least eight times the sum of a lane.
/// docs/maths/sparse.md#wide
ISOBIT_INLINE f64 own_starts(f64 largest, sum_shape const& s) {
  u64 const exponents = broadcast(std::uint64_t{0x7ff} << 52);
  f64 const sizes = larger_magnitude(largest * broadcast(s.steps * 16), broadcast(0x1p-800));
  return (f64)((u64)sizes & exponents) * broadcast(1.5);
}

}  // namespace sparse::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
