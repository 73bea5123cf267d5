#pragma once

#include "math/kernel.hpp"
#include "math/log/brief_logarithm.hpp"
#include "math/log/logarithm.hpp"
#include "math/log/quick_logarithm.hpp"
#include "math/log/quick_pair_logarithm.hpp"
#include "math/log/subnormal_logarithm.hpp"
#include "math/log2/log2_table.hpp"

ISOBIT_NAMESPACE_BEGIN
#ifndef __CUDACC__
namespace math {
inline constexpr auto log2_rows = unpacked_rows(log2_table);
}  // namespace math
#endif
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

#ifndef __CUDACC__
  ISOBIT_LANE static enclosure<double> brief(double x) {
    auto const [k, r, row] = brief_reduce(x, log2_rows);
    return brief_scaled_logarithm_sum(k + row.high, log2_of_e_high, log2_of_e_low, r, row.low);
  }
#endif

  template <class V> ISOBIT_LANE static enclosure<V> quick(V x) {
    auto const [k, r, cell] = quick_reduce(x);
    V const start = k + entry(log2_quick_high, cell);  // exact
    auto const y = quick_scaled_logarithm_sum(start, log2_of_e_high, log2_of_e_low, r, entry(log2_quick_low, cell));
    return {y.high, y.low, y.high * 0x1.6p-62};
  }

  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return is_subnormal(x) && !is_negative(x); }
  ISOBIT_HOST_DEVICE static enclosure<double> approximate_far(double x) {
    return logarithm_of_subnormal<log2_fast>(x, 1, 0);
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return between(x, 0x1p-149, 0x1p128); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const y = logarithm_float(x);
    return multiply_add(y.of_mantissa, all<V>(log2_of_e_high), y.exponent);
  }
  static constexpr double float_error = 0x1p-45;

  template <class V> ISOBIT_LANE static auto outside_quick(V x) { return outside(x, 0x1p-126f, __builtin_inff()); }
  template <class V> ISOBIT_LANE static enclosure<V> quick_pairs(V x) {
    auto const [k, r, cell] = quick_pair_reduce(x);
    V const start = k + entry(log2_pair_high, cell);  // exact
    auto const y = quick_scaled_pair_sum(start, log2_pair_of_e_high, log2_pair_of_e_low, r, entry(log2_pair_low, cell));
    return {y.high, y.low, y.high * all<V>(0x1.8p-33)};
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
