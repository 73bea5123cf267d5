#pragma once

#include <array>

#include "math/kernel.hpp"
#include "math/log/logarithm.hpp"

/// How single calls of logarithms begin: the sum in plain doubles. docs/maths/logarithm.md#brief
#ifndef __CUDACC__
ISOBIT_NAMESPACE_BEGIN
namespace math {

/// A row of a table of logarithms as `unpacked` gives it.
struct alignas(32) brief_logarithm_row {
  double c, high, low;
};
using brief_logarithm_table = std::array<brief_logarithm_row, 256>;

constexpr brief_logarithm_table unpacked_rows(double const (&packed)[256][2]) {
  brief_logarithm_table rows{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double const c = from_bits<double>(bits_of(packed[i][0]) & ~std::uint64_t{0} << 43);
    rows[i] = {c, packed[i][1], (packed[i][0] - c) * 0x1p-32};
  }
  return rows;
}

inline constexpr auto log_rows = unpacked_rows(log_table);

namespace ISOBIT_TARGET {

/// x = 2^exponent (1 + r) / row.c. Precondition: x is positive and normal.
struct brief_reduction {
  double exponent, r;
  brief_logarithm_row const& row;
};
ISOBIT_LANE brief_reduction brief_reduce(double x, brief_logarithm_table const& rows) {
  auto const s = split<256>(x, logarithm_start);
  auto const& row = rows[s.cell];
  return {s.exponent, reduced(s.mantissa, row.c), row};
}

/// start + linear (1 - r/2 + r^2/3 - ...) + rest, up to `error` times linear r / 2. Precondition: as for logarithm_sum;
/// where start is 0, so is rest up to what linear lacks.
ISOBIT_LANE enclosure<double> brief_logarithm_sum(double start, double linear, double r, double rest, double error) {
  double const square = linear * (r * -0.5);
  auto const first = fast_two_sum(start, linear);
  double const tail = multiply_add(square * r, polynomial(r, logarithm_polynomial), square);
  return {first.high, tail + (first.low + rest), multiply_add(square, -error, magnitude(start) * 0x1p-66)};
}

/// log(x + low), of which `error` says what the parts of x and low near 1 lose, too. docs/maths/logarithm.md#brief-sums
/// Precondition: as for logarithm(x, low).
ISOBIT_LANE enclosure<double> brief_logarithm(double x, double low, double error) {
  auto const s = split<256>(x, logarithm_start);
  auto const& row = log_rows[s.cell];
  double const r = reduced(s.mantissa, row.c), moved = low * (row.c * power_of_minus_exponent(s));
  double const start = multiply_add(s.exponent, log_of_two_high, row.high);    // exact
  double const from_low = multiply_add(moved, multiply_add(r, r, -r), moved);  // moved / (1 + r)
  double const rest = from_low + multiply_add(s.exponent, log_of_two_low, row.low);
  return brief_logarithm_sum(start, r, r, rest, error);
}

/// brief_logarithm_sum in another base, as scaled_logarithm_sum.
ISOBIT_LANE enclosure<double> brief_scaled_logarithm_sum(double start, double f_high, double f_low, double r,
                                                         double rest) {
  auto const linear = two_product(r, f_high);
  return brief_logarithm_sum(start, linear.high, r, multiply_add(r, f_low, linear.low) + rest, 0x1.44p-51);
}

}  // namespace ISOBIT_TARGET
}  // namespace math
ISOBIT_NAMESPACE_END
#endif
