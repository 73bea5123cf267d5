#pragma once

#include <isobit/linalg.h>

#include <complex>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/linalg.hpp>

#include "support/random.hpp"

namespace isobit::test {
using linalg::index;
using linalg::is_complex;
using linalg::real_of;

inline constexpr isobit_layout layouts[] = {ISOBIT_ROW_MAJOR, ISOBIT_COLUMN_MAJOR};
inline constexpr isobit_transpose transposes[] = {ISOBIT_NO_TRANSPOSE, ISOBIT_TRANSPOSE, ISOBIT_CONJUGATE_TRANSPOSE};
inline constexpr isobit_triangle halves[] = {ISOBIT_LOWER, ISOBIT_UPPER};

/// The functions of one type.
template <class T> struct functions;
#define ISOBIT_FUNCTIONS(letter, T)                                    \
  template <> struct functions<T> {                                    \
    static constexpr auto gemm = isobit_##letter##gemm;                \
    static constexpr auto gemmt = isobit_##letter##gemmt;              \
    static constexpr auto batch = isobit_##letter##gemm_batch_strided; \
    static constexpr auto syrk = isobit_##letter##syrk;                \
    static constexpr auto gemv = isobit_##letter##gemv;                \
    static constexpr auto axpy = isobit_##letter##axpy;                \
    static constexpr auto scal = isobit_##letter##scal;                \
    static constexpr auto rot = isobit_##letter##rot;                  \
    static constexpr auto trsm = isobit_##letter##trsm;                \
    static constexpr auto trsv = isobit_##letter##trsv;                \
    static constexpr auto lu = isobit_##letter##lu;                    \
    static constexpr auto lu_solve = isobit_##letter##lu_solve;        \
    static constexpr auto solve = isobit_##letter##solve;              \
    static constexpr auto cholesky = isobit_##letter##cholesky;        \
    static constexpr auto inverse = isobit_##letter##inverse;          \
    static constexpr auto determinant = isobit_##letter##determinant;  \
  };
ISOBIT_FUNCTIONS(s, float)
ISOBIT_FUNCTIONS(d, double)
ISOBIT_FUNCTIONS(c, std::complex<float>)
ISOBIT_FUNCTIONS(z, std::complex<double>)
#undef ISOBIT_FUNCTIONS

/// A single number as C passes it.
template <class T> auto argument(T const& x) {
  if constexpr (is_complex<T>)
    return static_cast<void const*>(&x);
  else
    return x;
}

template <class T> T conjugate(T x) {
  if constexpr (is_complex<T>)
    return std::conj(x);
  else
    return x;
}

/// A matrix in one of the layouts, with room behind its lines that must stay as it is.
template <class T> struct stored {
  isobit_layout layout;
  index rows, columns, leading;
  std::vector<T> values;

  stored(isobit_layout layout_, index rows_, index columns_)
      : layout(layout_), rows(rows_), columns(columns_), leading((layout_ == ISOBIT_ROW_MAJOR ? columns_ : rows_) + 2),
        values(static_cast<std::size_t>(leading * (layout_ == ISOBIT_ROW_MAJOR ? rows_ : columns_)), T(-77)) {}
  stored(isobit_layout layout_, index rows_, index columns_, random_source& random) : stored(layout_, rows_, columns_) {
    for (index i = 0; i < rows; ++i)
      for (index j = 0; j < columns; ++j) at(i, j) = integer(random);
  }
  static T integer(random_source& random) {
    using real = real_of<T>;
    auto const x = static_cast<real>(random.between(-9, 9));
    if constexpr (is_complex<T>)
      return {x, static_cast<real>(random.between(-9, 9))};
    else
      return x;
  }
  T& at(index i, index j) {
    return values[static_cast<std::size_t>(layout == ISOBIT_ROW_MAJOR ? i * leading + j : j * leading + i)];
  }
  T const& at(index i, index j) const { return const_cast<stored*>(this)->at(i, j); }
  /// Entry (i, j) of op(matrix).
  [[nodiscard]] T of(isobit_transpose op, index i, index j) const {
    return op == ISOBIT_NO_TRANSPOSE ? at(i, j) : op == ISOBIT_TRANSPOSE ? at(j, i) : conjugate(at(j, i));
  }
  T* data() { return values.data(); }
  T const* data() const { return values.data(); }
  auto view() {
    return layout == ISOBIT_ROW_MAJOR ? linalg::row_major(data(), rows, columns, leading)
                                      : linalg::column_major(data(), rows, columns, leading);
  }
  bool operator==(stored const&) const = default;
};

template <class T>
stored<T> operand(isobit_layout layout, isobit_transpose op, index rows, index columns, random_source& random) {
  return op == ISOBIT_NO_TRANSPOSE ? stored<T>(layout, rows, columns, random)
                                   : stored<T>(layout, columns, rows, random);
}

inline bool inside(isobit_triangle half, index i, index j) { return half == ISOBIT_LOWER ? i >= j : i <= j; }

/// For typed tests.
using c_types = testing::Types<float, double, std::complex<float>, std::complex<double>>;

}  // namespace isobit::test
