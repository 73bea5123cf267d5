#pragma once

#include <cmath>

#include "linalg/substitution.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// x = alpha*b as sums to subtract from: every row in units of the largest magnitude of that row of l, every column in
/// units that make its entries at most 1.
template <class T> void start_sums(unrounded& sums, diagonal kind, matrix_view<T const> l, T alpha, matrix_view<T> b) {
  for (index i = 0; i < l.rows; ++i) {
    int above = kind == diagonal::ones ? 0 : exponent_above(l.at(i, i));
    for (index k = 0; k < i; ++k) above = std::max(above, exponent_above(l.at(i, k)));
    sums.set_row_exponent(i, above);
  }
  // Both parts of alpha*b are below 2^(sum of the exponents + 1).
  int const alpha_above = alpha == T(1) ? 0 : limited(exponent_above(alpha)) + (is_complex<T> ? 1 : 0);
  double const alpha_power = power_of_two<double>(-alpha_above);
  for (index j = 0; j < b.columns; ++j) {
    int above = -exponent_limit;
    for (index i = 0; i < b.rows; ++i)
      if (b.at(i, j) != T{})
        above = std::max(above, limited(exponent_above(b.at(i, j))) + alpha_above - sums.row_exponent(i));
    sums.set_column_exponent(j, above + headroom);
    for (index i = 0; i < b.rows; ++i) {
      T const x = b.at(i, j);
      if (x == T{}) continue;  // the sums start at zero
      double const power = power_of_two<double>(alpha_above - sums.row_exponent(i) - sums.column_exponent(j));
      auto const start = [&](index part, double high, double low) {
        sums.high()[sums.place(i, j, part)] = in_units(high, power), sums.low()[sums.place(i, j, part)] = low * power;
      };
      if (alpha == T(1)) {
        for (index part = 0; part < parts_of<T>; ++part) start(part, static_cast<double>(part_of(x, part)), 0);
      } else {
        // Beyond the limits a product is NaN, and so never certain.
        auto const product = [&](index p, index q, double sign) {
          double const f = sign * alpha_power * static_cast<double>(part_of(alpha, p));
          auto const g = static_cast<double>(part_of(x, q));
          double const value = f * g, size = std::abs(g);
          bool const usable = std::abs(f) <= 1 && size <= 0x1p450 && (size >= 0x1p-450 || size == 0);
          return std::pair(usable ? value : std::numeric_limits<double>::quiet_NaN(), std::fma(f, g, -value));
        };
        if constexpr (is_complex<T>) {
          auto const add = [&](index part, auto first, auto second) {
            double const sum = first.first + second.first, seen = sum - first.first;
            double const error = (first.first - (sum - seen)) + (second.first - seen);
            start(part, sum, error + (first.second + second.second));
          };
          add(0, product(0, 0, 1), product(1, 1, -1));
          add(1, product(0, 1, 1), product(1, 0, 1));
        } else {
          auto const [value, error] = product(0, 0, 1);
          start(0, value, error);
        }
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
