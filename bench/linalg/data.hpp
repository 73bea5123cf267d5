#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <isobit/linalg/view.hpp>

#include "../data.hpp"

namespace bench::linalg {

using isobit::linalg::index;
using isobit::linalg::is_complex;
using isobit::linalg::real_of;

/// What the entries are like. `cancelling_20`: of the sum of a product's magnitudes 2^-20 is left; `wide`: exponents
/// from -300 to 300 (float: -30 to 30); `zeros`: 99 % of them; `blocks`: block-diagonal, blocks of 64; `short_values`:
/// float-valued doubles, floats of 12 bits; `integers`: -100 to 100.
enum class data_kind {
  normal,
  positive,
  integers,
  short_values,
  cancelling_20,
  cancelling_30,
  cancelling_45,
  wide,
  zeros,
  blocks,
  nearly_singular
};

inline constexpr std::array<std::string_view, 11> kind_names = {
    "normal",        "positive", "integers", "short_values", "cancelling_20",  "cancelling_30",
    "cancelling_45", "wide",     "zeros",    "blocks",       "nearly_singular"};
constexpr std::string_view name(data_kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

inline constexpr index block_order = 64;

/// One real entry. Integers and exact scalings only: the same on every machine.
template <class Real> Real draw(data_kind kind, generator& random) {
  switch (kind) {
  case data_kind::positive:
    return uniform_value<Real>(random);
  case data_kind::integers:
    return static_cast<Real>(random.below(201)) - 100;
  case data_kind::wide:
    return wide_value<Real>(random, sizeof(Real) == 8 ? 300 : 30);
  case data_kind::zeros:
    return random.below(100) == 0 ? normal_value<Real>(random) : Real(0);
  case data_kind::short_values:
    if constexpr (sizeof(Real) == 8)
      return static_cast<float>(normal_value<double>(random));
    else
      return std::bit_cast<float>(std::bit_cast<std::uint32_t>(normal_value<float>(random)) & 0xfffff000u);
  default:
    return normal_value<Real>(random);
  }
}

/// Calls body on the real parts of x and y: one, or two for complex numbers.
template <class T, class Body> T by_parts(T x, Body body) {
  if constexpr (is_complex<T>) {
    auto const real = body(x.real());
    return {real, body(x.imag())};
  } else {
    return body(x);
  }
}

/// A column-major rows x columns matrix.
template <class T> struct matrix {
  index rows, columns;
  aligned_vector<T> values;

  matrix(index rows_, index columns_)
      : rows(rows_), columns(columns_), values(static_cast<std::size_t>(rows_ * columns_)) {}
  T& operator()(index i, index j) { return values[static_cast<std::size_t>(j * rows + i)]; }
  T const& operator()(index i, index j) const { return values[static_cast<std::size_t>(j * rows + i)]; }
  auto view() { return isobit::linalg::column_major(values.data(), rows, columns); }
  auto view() const { return isobit::linalg::column_major(values.data(), rows, columns); }
};

template <class T> matrix<T> make_matrix(data_kind kind, index rows, index columns, generator& random) {
  matrix<T> m(rows, columns);
  for (index j = 0; j < columns; ++j)
    for (index i = 0; i < rows; ++i) {
      T const x = by_parts(T(), [&](auto part) { return draw<decltype(part)>(kind, random); });
      bool const outside = kind == data_kind::blocks && i / block_order != j / block_order;
      m(i, j) = outside ? T(0) : x;
    }
  return m;
}

template <class T> matrix<T> transposed(matrix<T> const& m) {
  matrix<T> t(m.columns, m.rows);
  for (index j = 0; j < m.columns; ++j)
    for (index i = 0; i < m.rows; ++i) t(j, i) = m(i, j);
  return t;
}

/// The factors of a product whose sums are of the kind: where they cancel, the second half of the terms is nearly the
/// negative of the first.
template <class T> struct factors { matrix<T> a, b; };

template <class T> factors<T> make_factors(data_kind kind, index m, index n, index k, std::uint64_t seed) {
  generator random(seed);
  factors<T> f{make_matrix<T>(kind, m, k, random), make_matrix<T>(kind, k, n, random)};
  int const left = kind == data_kind::cancelling_20   ? -20
                   : kind == data_kind::cancelling_30 ? -30
                   : kind == data_kind::cancelling_45 ? -45
                                                      : 0;
  if (left == 0) return f;
  index const half = k / 2;
  for (index l = half; l < k; ++l)
    for (index i = 0; i < m; ++i) f.a(i, l) = l - half < half ? f.a(i, l - half) : T(0);
  for (index j = 0; j < n; ++j)
    for (index l = half; l < 2 * half; ++l)
      f.b(l, j) = by_parts(f.b(l - half, j), [&](auto x) {
        auto const change = x * std::ldexp(normal_value<decltype(x)>(random), left);
        return -(x + change);
      });
  return f;
}

}  // namespace bench::linalg
