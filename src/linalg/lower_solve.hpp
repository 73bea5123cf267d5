#pragma once

#include <limits>
#include <numeric>

#include "linalg/copy.hpp"
#include "linalg/round_entry.hpp"
#include "linalg/substitution.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// x = alpha*b as sums to subtract from: every row in units of the largest magnitude of that row of l, every column in
/// units that make its entries at most 1.
template <class T> void start_sums(unrounded& sums, diagonal kind, matrix_view<T const> l, T alpha, matrix_view<T> b) {
  std::vector<std::uint64_t> of_rows(static_cast<std::size_t>(l.rows));
  std::uint64_t* const largest = of_rows.data();
  for (index k = 0; k < l.rows; ++k) {
    largest[k] = std::max(largest[k], kind == diagonal::ones ? magnitude_bits(1.0) : magnitude_bits(l.at(k, k)));
    for (index i = k + 1; i < l.rows; ++i) largest[i] = std::max(largest[i], magnitude_bits(l.at(i, k)));
    sums.set_row_exponent(k, exponent_bound(largest[k]));
  }
  // Both parts of alpha*b are below 2^(sum of the exponents + 1).
  bool const is_plain = is_unity(alpha);
  int const alpha_above = is_plain ? 0 : limited(exponent_bound(alpha)) + (is_complex<T> ? 1 : 0);
  double const alpha_power = power_of_two<double>(-alpha_above);
  double const factor[] = {alpha_power * static_cast<double>(part_of(alpha, 0)),
                           alpha_power * static_cast<double>(part_of(alpha, 1))};
  auto const in_row_units = [&](index i, index j, index part) {
    return static_cast<double>(part_of(b.at(i, j), part)) * sums.row_power(i);
  };
  for (index j = 0; j < b.columns; ++j) {
    std::uint64_t above = 0;
    for (index part = 0; part < parts_of<T>; ++part)
      for (index i = 0; i < b.rows; ++i) above = std::max(above, magnitude_bits(in_row_units(i, j, part)));
    sums.set_column_exponent(j, limited(exponent_bound(above)) + alpha_above + headroom);
    if (is_plain) {
      for (index part = 0; part < parts_of<T>; ++part) {
        double* const high = sums.high() + sums.column_place(j, part);
        double const power = sums.column_power(j);
        sums.for_rows(0, b.rows, [&](index i, index at) { high[at] = in_units(in_row_units(i, j, part), power); });
      }
      continue;
    }
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
      if constexpr (is_complex<T>) {
        start(0, sum_of_products(factor[0], x.real(), -factor[1], x.imag()));
        start(1, sum_of_products(factor[0], x.imag(), factor[1], x.real()));
      } else {
        start(0, product_of(factor[0], x));
      }
    }
  }
}

/// How many zeros every column starts with.
template <class T> [[nodiscard]] std::vector<index> leading_zeros(matrix_view<T> b) {
  std::vector<index> zeros(static_cast<std::size_t>(b.columns));
  for (index j = 0; j < b.columns; ++j) {
    index i = 0;
    while (i < b.rows && is_zero(b.at(i, j))) ++i;
    zeros[static_cast<std::size_t>(j)] = i;
  }
  return zeros;
}

/// Whether such zeros stay what they are: nothing that they meet makes a NaN of them.
template <class T> [[nodiscard]] bool keeps_zeros(diagonal kind, T alpha, matrix_view<T const> l) noexcept {
  constexpr int not_finite = std::numeric_limits<int>::max();
  if (exponent_bound(alpha) == not_finite) return false;
  for (index k = 0; k < l.rows; ++k) {
    if (kind == diagonal::stored && (is_zero(l.at(k, k)) || exponent_bound(l.at(k, k)) == not_finite)) return false;
    int above = 0;
    for (index i = k + 1; i < l.rows; ++i) above = std::max(above, exponent_bound(l.at(i, k)));
    if (above == not_finite) return false;
  }
  return true;
}

/// b = inverse(l) * alpha*b for a lower triangular l; zeros[j] elements of column j are zero and stay so. As many
/// columns at a time as keep the sums small.
template <class T>
void lower_solve(driver_ref const& driver, diagonal kind, T alpha, matrix_view<T const> l, matrix_view<T> b,
                 std::span<index const> zeros) {
  constexpr index columns_at_once = 1024;
  for (index j = 0; j < b.columns; j += columns_at_once) {
    matrix_view<T> const x = b.block(0, j, b.rows, std::min(columns_at_once, b.columns - j));
    unrounded sums(x.rows, x.columns, parts_of<T>);
    start_sums(sums, kind, l, alpha, x);
    std::vector<index> zero_rows(static_cast<std::size_t>(sums.group_of(x.columns - 1) + 1), x.rows);
    for (index c = 0; c < x.columns; ++c) {
      index& rows = zero_rows[static_cast<std::size_t>(sums.group_of(c))];
      rows = std::min(rows, zeros[static_cast<std::size_t>(j + c)]);
      for (index i = 0; i < zeros[static_cast<std::size_t>(j + c)]; ++i) x.at(i, c) = T{};  // no -0
    }
    auto const exactly = [&](index i, index c) {
      matrix_view<T const> const known = x;
      exact_remainder<T> remainder;
      remainder.subtract(l.block(i, 0, 1, i).row(0), known.block(0, c, i, 1).column(0));
      return remainder.round(alpha, x.at(i, c));
    };
    substitution<T, decltype(exactly)>{sums, l, kind, x, exactly, zero_rows}.apply(driver, 0, x.rows, 0, x.columns,
                                                                                   [](index) {});
  }
}

/// The same for any b. Columns that start with zeros, as those of a unit matrix do, take less time if their neighbours
/// start with as many.
template <class T>
void lower_solve(driver_ref const& driver, diagonal kind, T alpha, matrix_view<T const> l, matrix_view<T> b) {
  std::vector<index> zeros = leading_zeros(b);
  bool const any = std::any_of(zeros.begin(), zeros.end(), [](index n) { return n > 0; });
  if (any && !keeps_zeros(kind, alpha, l)) std::fill(zeros.begin(), zeros.end(), 0);
  if (std::is_sorted(zeros.begin(), zeros.end())) return lower_solve<T>(driver, kind, alpha, l, b, zeros);
  std::vector<index> order(zeros.size());
  std::iota(order.begin(), order.end(), index{0});
  std::stable_sort(order.begin(), order.end(), [&](index i, index j) {
    return zeros[static_cast<std::size_t>(i)] < zeros[static_cast<std::size_t>(j)];
  });
  std::sort(zeros.begin(), zeros.end());
  std::vector<T> sorted(static_cast<std::size_t>(b.rows) * order.size());
  auto const x = column_major(sorted.data(), b.rows, b.columns);
  auto const column = [&](matrix_view<T> const& of, index j) { return of.block(0, j, of.rows, 1); };
  for (index j = 0; j < b.columns; ++j) copy_to(column(x, j), column(b, order[static_cast<std::size_t>(j)]));
  lower_solve<T>(driver, kind, alpha, l, x, zeros);
  for (index j = 0; j < b.columns; ++j) copy_to(column(b, order[static_cast<std::size_t>(j)]), column(x, j));
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
