#pragma once

#include <cstring>
#include <vector>

#include <isobit/linalg/view.hpp>

#include "linalg_values.hpp"

/// Matrices that factorisations find easy and hard, in any layout.
namespace isobit::test {

using linalg::index, linalg::matrix_view;

enum class matrix_kind {
  ordinary,    ///< magnitudes near 1
  cancelling,  ///< nearly of rank 2: remainders are tiny
  graded,      ///< exponents as different as the type allows without overflow
  integers,    ///< small ones: ties, exact zeros, singular matrices
  sparse,      ///< mostly zeros, of both signs
  nasty,       ///< subnormal numbers and overflow
  nonfinite,   ///< a few infinities and NaN
  hilbert,     ///< 1 / (i + j + 1): as ill-conditioned as can be
};
inline constexpr matrix_kind every_matrix_kind[] = {
    matrix_kind::ordinary, matrix_kind::cancelling, matrix_kind::graded,    matrix_kind::integers,
    matrix_kind::sparse,   matrix_kind::nasty,      matrix_kind::nonfinite, matrix_kind::hilbert};

template <class R> R matrix_entry(random_source& random, matrix_kind kind, index i, index j) {
  constexpr int range = std::is_same_v<R, double> ? 300 : 30;
  R const ordinary = random_number<R>(random, -3, 0);
  switch (kind) {
  case matrix_kind::ordinary:
    return ordinary;
  case matrix_kind::cancelling:
    return R(i % 7 + 1) * R(j % 5 + 1) + R(i % 3) * R(j % 4) + ordinary * R(0x1p-16);
  case matrix_kind::graded:
    return random_number<R>(random, -range, range);
  case matrix_kind::integers:
    return random_integer<R>(random, 3);
  case matrix_kind::sparse:
    return random.one_in(4) ? ordinary : zero<R>(random.coin());
  case matrix_kind::nasty:
    return random_number<R>(random, format<R>::min_exponent, format<R>::max_exponent - 1);
  case matrix_kind::nonfinite:
    return random.one_in(50) ? (random.one_in(4) ? random_nan<R>(random) : infinite<R>(random.coin())) : ordinary;
  case matrix_kind::hilbert:
    return R(1) / R(i + j + 1);
  }
  return ordinary;
}

/// A matrix that owns its elements and the gaps between them, which must stay as they are.
template <class T> class owned_matrix {
public:
  owned_matrix(index rows, index columns, random_source& random) : rows_(rows), columns_(columns) {
    // Column-major, row-major, or every second element of wider columns.
    switch (random.between(0, 2)) {
    case 0:
      row_stride_ = 1, column_stride_ = rows + random.between(0, 2);
      break;
    case 1:
      column_stride_ = 1, row_stride_ = columns + random.between(0, 2);
      break;
    default:
      row_stride_ = 2, column_stride_ = 2 * rows + 1;
    }
    storage_.resize(static_cast<std::size_t>((rows + 1) * row_stride_ + (columns + 1) * column_stride_ + 1), gap());
  }

  [[nodiscard]] matrix_view<T> view() { return {storage_.data(), rows_, columns_, row_stride_, column_stride_}; }
  [[nodiscard]] T& operator()(index i, index j) { return view().at(i, j); }
  [[nodiscard]] std::vector<T>& storage() noexcept { return storage_; }

private:
  static T gap() { return make<T>(real_of<T>(1234567), real_of<T>(-7654321)); }
  index rows_, columns_, row_stride_, column_stride_;
  std::vector<T> storage_;
};

template <class T> owned_matrix<T> random_matrix(random_source& random, matrix_kind kind, index rows, index columns) {
  owned_matrix<T> matrix(rows, columns, random);
  for (index i = 0; i < rows; ++i)
    for (index j = 0; j < columns; ++j) {
      auto const re = matrix_entry<real_of<T>>(random, kind, i, j);
      matrix(i, j) = make<T>(re, matrix_entry<real_of<T>>(random, kind, j, i));
    }
  return matrix;
}

/// Positive definite for most kinds: the diagonal outweighs its row; sometimes one place does not.
template <class T> owned_matrix<T> random_hermitian(random_source& random, matrix_kind kind, index n) {
  using R = real_of<T>;
  owned_matrix<T> matrix = random_matrix<T>(random, kind == matrix_kind::graded ? matrix_kind::ordinary : kind, n, n);
  std::vector<R> scale;
  for (index i = 0; i < n; ++i) {
    int const range = kind == matrix_kind::graded ? (std::is_same_v<R, double> ? 200 : 20) : 0;
    scale.push_back(power_of_two<R>(false, random.between(-range, range)));
  }
  for (index i = 0; i < n; ++i)
    for (index j = 0; j < n; ++j) {
      R const s = scale[static_cast<std::size_t>(i)] * scale[static_cast<std::size_t>(j)];
      matrix(i, j) = make<T>(real_part(matrix(i, j)) * s, imaginary_part(matrix(i, j)) * s);
    }
  if (kind == matrix_kind::hilbert) return matrix;
  for (index i = 0; i < n; ++i) {
    R const s = scale[static_cast<std::size_t>(i)] * scale[static_cast<std::size_t>(i)];
    matrix(i, i) =
        make<T>((R(kind == matrix_kind::integers || kind == matrix_kind::cancelling ? 60 : 3) * R(n) / 2) * s,
                R(42));  // not read
  }
  if (n > 0 && random.one_in(4)) matrix(n / 2, n / 2) = make<T>(R(-1), R(42));
  return matrix;
}

template <class T> testing::AssertionResult same_storage(owned_matrix<T>& expected, owned_matrix<T>& actual) {
  std::size_t const size = expected.storage().size();
  if (size == actual.storage().size() &&
      std::memcmp(expected.storage().data(), actual.storage().data(), size * sizeof(T)) == 0)
    return testing::AssertionSuccess();
  for (std::size_t i = 0; i < std::min(size, actual.storage().size()); ++i)
    if (auto const result = same(expected.storage()[i], actual.storage()[i]); !result)
      return testing::AssertionFailure() << result.message() << " at place " << i;
  return testing::AssertionFailure() << "storage of different sizes";
}

}  // namespace isobit::test
