#pragma once

#include "arithmetic/error_free.hpp"
#include "arithmetic/fold.hpp"
#include "certify/enclosure.hpp"

/// Sums with the errors of their additions, and with the magnitudes of the errors in adding these up: nothing need be
/// known of the addends, and what was not rounded is known to be exact. docs/maths/sparse.md#careful
ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel::ISOBIT_TARGET {

using namespace arithmetic;

struct careful_sum {
  f64 high, low, lost;

  ISOBIT_INLINE void add_low(f64 x) {
    f64 const next = low + x;
    lost += magnitude(two_sum_error(low, x, next));
    low = next;
  }
  ISOBIT_INLINE void add_number(f64 x) {
    f64 const next = high + x;
    add_low(two_sum_error(high, x, next));
    high = next;
  }
};
ISOBIT_INLINE careful_sum add(careful_sum a, careful_sum const& b) {
  a.add_number(b.high);
  a.add_low(b.low);
  a.lost += b.lost;
  return a;
}
template <class Step> ISOBIT_INLINE careful_sum by_parts(Step step, careful_sum const& a, careful_sum const& b) {
  return {step(a.high, b.high), step(a.low, b.low), step(a.lost, b.lost)};
}

/// Whether a product and its error are exact: it is far from the ends of the range, or a factor is zero.
ISOBIT_INLINE i64 is_moderate(f64 a, f64 x, f64 p) {
  f64 const size = magnitude(p);
  i64 moderate = (size >= broadcast(0x1p-900)) & (size <= broadcast(0x1p1000));
  if constexpr (!has_fma)  // factors are split
    moderate &= (magnitude(a) <= broadcast(0x1p990)) & (magnitude(x) <= broadcast(0x1p990));
  return moderate | ((p == f64{}) & ((a == f64{}) | (x == f64{})));
}

/// What is known of the sums of some rows, and the largest product among them.
struct careful_rows {
  certify::enclosure<f64> sums;
  double largest;
};

/// Products of doubles.
ISOBIT_INLINE i64 add_product(double, careful_sum& sum, f64 a, f64 x, f64& largest) {
  f64 const p = a * x;
  sum.add_number(p);
  sum.add_low(product{a, x}.less(p));
  largest = larger_magnitude(largest, p);
  return is_moderate(a, x, p);
}
/// Products of floats have no error.
ISOBIT_INLINE i64 add_product(float, careful_sum& sum, f64 a, f64 x, f64& largest) {
  f64 const p = a * x;
  sum.add_number(p);
  largest = larger_magnitude(largest, p);
  return (i64)(magnitude(p) <= broadcast(0x1p1000));
}

}  // namespace sparse::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
