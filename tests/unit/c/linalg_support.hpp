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
inline constexpr isobit_diagonal diagonals[] = {ISOBIT_STORED_DIAGONAL, ISOBIT_UNIT_DIAGONAL};
inline constexpr isobit_side sides[] = {ISOBIT_LEFT, ISOBIT_RIGHT};

/// The functions of one type. To real numbers Hermitian matrices are symmetric ones.
template <class T> struct functions;
#define ISOBIT_FUNCTIONS(letter, T, he, hb, hp)                        \
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
    static constexpr auto symm = isobit_##letter##symm;                \
    static constexpr auto trmm = isobit_##letter##trmm;                \
    static constexpr auto syr2k = isobit_##letter##syr2k;              \
    static constexpr auto symv = isobit_##letter##symv;                \
    static constexpr auto sbmv = isobit_##letter##sbmv;                \
    static constexpr auto spmv = isobit_##letter##spmv;                \
    static constexpr auto gbmv = isobit_##letter##gbmv;                \
    static constexpr auto trmv = isobit_##letter##trmv;                \
    static constexpr auto tbmv = isobit_##letter##tbmv;                \
    static constexpr auto tpmv = isobit_##letter##tpmv;                \
    static constexpr auto tbsv = isobit_##letter##tbsv;                \
    static constexpr auto tpsv = isobit_##letter##tpsv;                \
    static constexpr auto syr = isobit_##letter##syr;                  \
    static constexpr auto syr2 = isobit_##letter##syr2;                \
    static constexpr auto spr = isobit_##letter##spr;                  \
    static constexpr auto spr2 = isobit_##letter##spr2;                \
    static constexpr auto axpby = isobit_##letter##axpby;              \
    static constexpr auto rotg = isobit_##letter##rotg;                \
    static constexpr auto hemm = isobit_##letter##he##mm;              \
    static constexpr auto her2k = isobit_##letter##he##r2k;            \
    static constexpr auto hemv = isobit_##letter##he##mv;              \
    static constexpr auto hbmv = isobit_##letter##hb##mv;              \
    static constexpr auto hpmv = isobit_##letter##hp##mv;              \
    static constexpr auto her = isobit_##letter##he##r;                \
    static constexpr auto her2 = isobit_##letter##he##r2;              \
    static constexpr auto hpr = isobit_##letter##hp##r;                \
    static constexpr auto hpr2 = isobit_##letter##hp##r2;              \
  };
ISOBIT_FUNCTIONS(s, float, sy, sb, sp)
ISOBIT_FUNCTIONS(d, double, sy, sb, sp)
ISOBIT_FUNCTIONS(c, std::complex<float>, he, hb, hp)
ISOBIT_FUNCTIONS(z, std::complex<double>, he, hb, hp)
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

/// Entry (i, j) of op(a) for a triangular a.
template <class T>
T triangular_entry(stored<T> const& a, isobit_triangle half, isobit_transpose op, isobit_diagonal kind, index i,
                   index j) {
  bool const plain = op == ISOBIT_NO_TRANSPOSE;
  if (i == j && kind == ISOBIT_UNIT_DIAGONAL) return T(1);
  return inside(half, plain ? i : j, plain ? j : i) ? a.of(op, i, j) : T(0);
}

/// For typed tests.
using c_types = testing::Types<float, double, std::complex<float>, std::complex<double>>;

}  // namespace isobit::test
