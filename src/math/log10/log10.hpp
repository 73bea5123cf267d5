#pragma once

#include "math/kernel.hpp"
#include "math/log/brief_logarithm.hpp"
#include "math/log/logarithm.hpp"
#include "math/log/quick_logarithm.hpp"
#include "math/log/quick_pair_logarithm.hpp"
#include "math/log/subnormal_logarithm.hpp"
#include "math/log10/log10_table.hpp"

ISOBIT_NAMESPACE_BEGIN
#ifndef __CUDACC__
namespace math {
inline constexpr auto log10_rows = unpacked_rows(log10_table);
}  // namespace math
#endif
namespace math::ISOBIT_TARGET {

/// log10(x) = exponent log10(2) - log10(c) + log10(e) log(1 + r). docs/maths/logarithm.md#other-bases
struct log10_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return between(x, 0x1p-1022, __builtin_inf()); }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    auto const s = split<256>(x, logarithm_start);
    auto const row = unpacked(lookup(log10_table, s.cell));
    V const start = multiply_add(s.exponent, log10_of_two_high, row.high);  // exact: docs/maths/logarithm.md#table
    auto const y = scaled_logarithm_sum(start, log10_of_e_high, log10_of_e_low, reduced(s.mantissa, row.c),
                                        multiply_add(s.exponent, log10_of_two_low, row.low));
    return {y.high, y.low, y.high * 0x1.4p-70};
  }

#ifndef __CUDACC__
  ISOBIT_LANE static enclosure<double> brief(double x) {
    auto const [k, r, row] = brief_reduce(x, log10_rows);
    double const start = multiply_add(k, log10_of_two_high, row.high);  // exact
    double const rest = multiply_add(k, log10_of_two_low, row.low);
    return brief_scaled_logarithm_sum(start, log10_of_e_high, log10_of_e_low, r, rest);
  }
#endif

  template <class V> ISOBIT_LANE static enclosure<V> quick(V x) {
    auto const [k, r, cell] = quick_reduce(x);
    V const start = multiply_add(k, log10_of_two_high, entry(log10_quick_high, cell));  // exact
    V const rest = multiply_add(k, log10_of_two_low, entry(log10_quick_low, cell));
    auto const y = quick_scaled_logarithm_sum(start, log10_of_e_high, log10_of_e_low, r, rest);
    return {y.high, y.low, y.high * 0x1.6p-62};
  }

  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return is_subnormal(x) && !is_negative(x); }
  ISOBIT_HOST_DEVICE static enclosure<double> approximate_far(double x) {
    return logarithm_of_subnormal<log10_fast>(x, log10_of_two_high, log10_of_two_low);
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return between(x, 0x1p-149, 0x1p128); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const y = logarithm_float(x);
    return multiply_add(y.of_mantissa, all<V>(log10_of_e_high), y.exponent * log10_of_two);
  }
  static constexpr double float_error = 0x1p-45;

  template <class V> ISOBIT_LANE static auto outside_quick(V x) { return outside(x, 0x1p-126f, __builtin_inff()); }
  template <class V> ISOBIT_LANE static enclosure<V> quick_pairs(V x) {
    auto const [k, r, cell] = quick_pair_reduce(x);
    V const start = multiply_add(k, log10_pair_of_two_high, entry(log10_pair_high, cell));  // exact
    V const rest = multiply_add(k, log10_pair_of_two_low, entry(log10_pair_low, cell));
    auto const y = quick_scaled_pair_sum(start, log10_pair_of_e_high, log10_pair_of_e_low, r, rest);
    return {y.high, y.low, y.high * all<V>(0x1.ap-33)};
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
