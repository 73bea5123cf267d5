#pragma once

#include <limits>

#include "linalg/round_entry.hpp"
#include "linalg/substitution.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// x = alpha*b as sums to subtract from: every row in units of the largest magnitude of that row of l, every column in
/// units that make its entries at most 1.
template <class T> void start_sums(unrounded& sums, diagonal kind, matrix_view<T const> l, T alpha, matrix_view<T> b) {
  for (index i = 0; i < l.rows; ++i) {
    int above = kind == diagonal::ones ? 0 : exponent_bound(l.at(i, i));
    for (index k = 0; k < i; ++k) above = std::max(above, exponent_bound(l.at(i, k)));
    sums.set_row_exponent(i, above);
  }
  // Both parts of alpha*b are below 2^(sum of the exponents + 1).
  int const alpha_above = is_unity(alpha) ? 0 : limited(exponent_bound(alpha)) + (is_complex<T> ? 1 : 0);
  double const alpha_power = power_of_two<double>(-alpha_above);
  double const factor[] = {alpha_power * static_cast<double>(part_of(alpha, 0)),
                           alpha_power * static_cast<double>(part_of(alpha, 1))};
  for (index j = 0; j < b.columns; ++j) {
    int above = -exponent_limit;
    for (index i = 0; i < b.rows; ++i)
      if (b.at(i, j) != T{})
        above = std::max(above, limited(exponent_bound(b.at(i, j))) + alpha_above - sums.row_exponent(i));
    sums.set_column_exponent(j, above + headroom);
    for (index i = 0; i < b.rows; ++i) {
      T const x = b.at(i, j);
      if (x == T{}) continue;  // the sums start at zero
      double const power = power_of_two<double>(alpha_above - sums.row_exponent(i) - sums.column_exponent(j));
      auto const start = [&](index part, enclosure<double> const& value) {
        index const at = sums.place(i, j, part);
        // NaN is never certain. docs/maths/factor.md#radius
        bool const known = value.radius * power <= 0x1p-103;
        sums.high()[at] = known ? in_units(value.high, power) : std::numeric_limits<double>::quiet_NaN();
        sums.low()[at] = value.low * power;
      };
      if (is_unity(alpha)) {
        for (index part = 0; part < parts_of<T>; ++part) start(part, {static_cast<double>(part_of(x, part)), 0, 0});
      } else if constexpr (is_complex<T>) {
        start(0, sum_of_products(factor[0], x.real(), -factor[1], x.imag()));
        start(1, sum_of_products(factor[0], x.imag(), factor[1], x.real()));
      } else {
        start(0, product_of(factor[0], x));
      }
    }
  }
}

/// b = inverse(l) * alpha*b for a lower triangular l. As many columns at a time as keep the sums small.
template <class T>
void lower_solve(driver_ref const& driver, diagonal kind, T alpha, matrix_view<T const> l, matrix_view<T> b) {
  constexpr index columns_at_once = 1024;
  for (index j = 0; j < b.columns; j += columns_at_once) {
    matrix_view<T> const x = b.block(0, j, b.rows, std::min(columns_at_once, b.columns - j));
    unrounded sums(x.rows, x.columns, parts_of<T>);
    start_sums(sums, kind, l, alpha, x);
    substitution<T>{sums, l, kind, alpha, x}.apply(driver, 0, x.rows, 0, x.columns, [](index) {});
  }
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
