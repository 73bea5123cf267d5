#pragma once

#include "math/kernel.hpp"
#include "math/log/logarithm.hpp"
#include "math/log/quick_logarithm.hpp"
#include "math/log2/log2_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// log2(x) = exponent log2(2) - log2(c) + log2(e) log(1 + r). docs/maths/logarithm.md#other-bases
struct log2_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return between(x, 0x1p-1022, __builtin_inf()); }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    auto const s = split<256>(x, logarithm_start);
    auto const row = unpacked(lookup(log2_table, s.cell));
    V const start = s.exponent + row.high;  // exact: docs/maths/logarithm.md#table
    auto const y = scaled_logarithm_sum(start, log2_of_e_high, log2_of_e_low, reduced(s.mantissa, row.c), row.low);
    return {y.high, y.low, y.high * 0x1.4p-70};
  }

  template <class V> ISOBIT_LANE static enclosure<V> quick(V x) {
    auto const [k, r, cell] = quick_reduce(x);
    V const start = k + entry(log2_quick_high, cell);  // exact
    auto const y = quick_scaled_logarithm_sum(start, log2_of_e_high, log2_of_e_low, r, entry(log2_quick_low, cell));
    return {y.high, y.low, y.high * 0x1.6p-62};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return between(x, 0x1p-126, 0x1p128); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const y = logarithm_float(x);
    return multiply_add(y.of_mantissa, all<V>(log2_of_e_high), y.exponent);
  }
  static constexpr double float_error = 0x1p-45;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
