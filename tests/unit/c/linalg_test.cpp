// Linear algebra for C: products, on small integers, where plain loops are exact; what is refused.
#include <cstdint>
#include <vector>

#include "linalg_support.hpp"

namespace isobit::test {
namespace {

template <class T> class c_linalg : public testing::Test {};
TYPED_TEST_SUITE(c_linalg, c_types);

TYPED_TEST(c_linalg, products_are_blas_s) {
  using T = TypeParam;
  using f = functions<T>;
  random_source random(1);
  index const m = 4, n = 5, k = 3;
  T const alpha = stored<T>::integer(random) + T(20), beta = stored<T>::integer(random) + T(20);
  for (auto const layout : layouts)
    for (auto const op_a : transposes)
      for (auto const op_b : transposes) {
        auto const a = operand<T>(layout, op_a, m, k, random), b = operand<T>(layout, op_b, k, n, random);
        stored<T> c(layout, m, n, random), expected = c;
        for (index i = 0; i < m; ++i)
          for (index j = 0; j < n; ++j) {
            T sum = 0;
            for (index l = 0; l < k; ++l) sum += a.of(op_a, i, l) * b.of(op_b, l, j);
            expected.at(i, j) = alpha * sum + beta * c.at(i, j);
          }
        ASSERT_EQ(f::gemm(layout, op_a, op_b, m, n, k, argument(alpha), a.data(), a.leading, b.data(), b.leading,
                          argument(beta), c.data(), c.leading, 0),
                  ISOBIT_OK);
        EXPECT_EQ(c.values, expected.values) << layout << ' ' << op_a << ' ' << op_b;
      }
}

TYPED_TEST(c_linalg, halves_of_products_are_blas_s) {
  using T = TypeParam;
  using f = functions<T>;
  random_source random(2);
  index const n = 5, k = 3;
  T const alpha = T(3), beta = T(-2);
  for (auto const layout : layouts)
    for (auto const half : halves)
      for (auto const op : transposes) {
        auto const other = op == ISOBIT_NO_TRANSPOSE ? ISOBIT_TRANSPOSE : ISOBIT_NO_TRANSPOSE;
        auto const a = operand<T>(layout, op, n, k, random), b = operand<T>(layout, other, k, n, random);
        stored<T> c(layout, n, n, random), expected = c, square = c, expected_square = c;
        for (index i = 0; i < n; ++i)
          for (index j = 0; j < n; ++j) {
            T sum = 0, squares = 0;
            for (index l = 0; l < k; ++l) {
              sum += a.of(op, i, l) * b.of(other, l, j);
              squares += a.of(op, i, l) * a.of(op, j, l);
            }
            if (!inside(half, i, j)) continue;
            expected.at(i, j) = alpha * sum + beta * c.at(i, j);
            expected_square.at(i, j) = alpha * squares + beta * c.at(i, j);
          }
        ASSERT_EQ(f::gemmt(layout, half, op, other, n, k, argument(alpha), a.data(), a.leading, b.data(), b.leading,
                           argument(beta), c.data(), c.leading, 2),
                  ISOBIT_OK);
        EXPECT_EQ(c.values, expected.values);
        bool const refused = is_complex<T> && op == ISOBIT_CONJUGATE_TRANSPOSE;
        if (refused) expected_square = square;
        EXPECT_EQ(f::syrk(layout, half, op, n, k, argument(alpha), a.data(), a.leading, argument(beta), square.data(),
                          square.leading, 2),
                  refused ? ISOBIT_INVALID_ARGUMENT : ISOBIT_OK);
        EXPECT_EQ(square.values, expected_square.values);
      }
}

TYPED_TEST(c_linalg, batches_share_what_is_read) {
  using T = TypeParam;
  random_source random(3);
  index const m = 2, n = 3, k = 2, count = 4;
  stored<T> const a(ISOBIT_COLUMN_MAJOR, m, k * count, random), b(ISOBIT_COLUMN_MAJOR, k, n, random);
  stored<T> c(ISOBIT_COLUMN_MAJOR, m, n * count), expected = c;
  for (index p = 0; p < count; ++p)
    for (index i = 0; i < m; ++i)
      for (index j = 0; j < n; ++j) {
        T sum = 0;
        for (index l = 0; l < k; ++l) sum += a.at(i, p * k + l) * b.at(l, j);
        expected.at(i, p * n + j) = sum;
      }
  T const one = 1, zero = 0;
  auto const run = [&](index stride_c) {
    return functions<T>::batch(ISOBIT_COLUMN_MAJOR, ISOBIT_NO_TRANSPOSE, ISOBIT_NO_TRANSPOSE, m, n, k, argument(one),
                               a.data(), a.leading, k * a.leading, b.data(), b.leading, 0, argument(zero), c.data(),
                               c.leading, stride_c, count, 2);
  };
  auto const before = c;
  EXPECT_EQ(run(n * c.leading - 3), ISOBIT_INVALID_ARGUMENT) << "the results overlap";
  EXPECT_EQ(c, before);
  ASSERT_EQ(run(n * c.leading), ISOBIT_OK);
  EXPECT_EQ(c.values, expected.values);
}

TYPED_TEST(c_linalg, a_matrix_and_a_vector) {
  using T = TypeParam;
  random_source random(4);
  index const m = 4, n = 3;
  T const alpha = T(2), beta = T(5);
  for (auto const layout : layouts)
    for (auto const op : transposes)
      for (index const step : {1, -2}) {
        stored<T> const a(layout, m, n, random);
        bool const plain = op == ISOBIT_NO_TRANSPOSE;
        index const rows = plain ? m : n, columns = plain ? n : m;
        stored<T> const x(ISOBIT_ROW_MAJOR, columns, 2, random);
        stored<T> y(ISOBIT_ROW_MAJOR, 1, rows, random), expected = y;
        auto const element = [&](index i) {
          return x.values[static_cast<std::size_t>(step > 0 ? i : 2 * (columns - 1 - i))];
        };
        for (index i = 0; i < rows; ++i) {
          T sum = 0;
          for (index l = 0; l < columns; ++l) sum += a.of(op, i, l) * element(l);
          expected.at(0, i) = alpha * sum + beta * y.at(0, i);
        }
        ASSERT_EQ(functions<T>::gemv(layout, op, m, n, argument(alpha), a.data(), a.leading, x.data(), step,
                                     argument(beta), y.data(), 1, 0),
                  ISOBIT_OK);
        EXPECT_EQ(y.values, expected.values);
      }
}

TYPED_TEST(c_linalg, vectors) {
  using T = TypeParam;
  using f = functions<T>;
  T const alpha = T(3), s = T(4);
  std::vector<T> x = {1, 2, 3, 4}, y = {5, 6};
  ASSERT_EQ(f::axpy(2, argument(alpha), x.data(), -2, y.data(), 1), ISOBIT_OK);
  EXPECT_EQ(y, (std::vector<T>{14, 9}));
  ASSERT_EQ(f::scal(2, argument(alpha), x.data(), 3), ISOBIT_OK);
  EXPECT_EQ(x, (std::vector<T>{3, 2, 3, 12}));
  ASSERT_EQ(f::rot(2, x.data(), 1, y.data(), 1, 2, argument(s)), ISOBIT_OK);
  EXPECT_EQ(x, (std::vector<T>{62, 40, 3, 12}));
  EXPECT_EQ(y, (std::vector<T>{16, 10}));
  EXPECT_EQ(f::scal(2, argument(alpha), x.data(), 0), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(f::scal(-1, argument(alpha), x.data(), 1), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(f::scal(1, argument(alpha), nullptr, 1), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(f::scal(0, argument(alpha), nullptr, 1), ISOBIT_OK);
  EXPECT_EQ(x, (std::vector<T>{62, 40, 3, 12}));
}

TYPED_TEST(c_linalg, bad_arguments_are_refused_and_nothing_is_written) {
  using T = TypeParam;
  using f = functions<T>;
  std::vector<T> const a(12, T(2)), untouched(12, T(7));
  std::vector<T> c = untouched;
  T const one = 1;
  auto const gemm = [&](int layout, int op, index m, index n, index k, T const* left, index lda, index ldb, T* result,
                        index ldc) {
    return f::gemm(static_cast<isobit_layout>(layout), static_cast<isobit_transpose>(op), ISOBIT_NO_TRANSPOSE, m, n, k,
                   argument(one), left, lda, a.data(), ldb, argument(one), result, ldc, 0);
  };
  constexpr int rows = ISOBIT_ROW_MAJOR, columns = ISOBIT_COLUMN_MAJOR, plain = ISOBIT_NO_TRANSPOSE;
  index const huge = PTRDIFF_MAX / 2;
  EXPECT_EQ(gemm(100, plain, 2, 3, 2, a.data(), 2, 3, c.data(), 3), ISOBIT_INVALID_ARGUMENT) << "layout";
  EXPECT_EQ(gemm(rows, 110, 2, 3, 2, a.data(), 2, 3, c.data(), 3), ISOBIT_INVALID_ARGUMENT) << "transpose";
  EXPECT_EQ(gemm(rows, plain, -2, 3, 2, a.data(), 2, 3, c.data(), 3), ISOBIT_INVALID_ARGUMENT) << "m";
  EXPECT_EQ(gemm(rows, plain, 2, -3, 2, a.data(), 2, 3, c.data(), 3), ISOBIT_INVALID_ARGUMENT) << "n";
  EXPECT_EQ(gemm(rows, plain, 2, 3, -2, a.data(), 2, 3, c.data(), 3), ISOBIT_INVALID_ARGUMENT) << "k";
  EXPECT_EQ(gemm(rows, plain, 2, 3, 2, nullptr, 2, 3, c.data(), 3), ISOBIT_INVALID_ARGUMENT) << "null a";
  EXPECT_EQ(gemm(rows, plain, 2, 3, 2, a.data(), 2, 3, nullptr, 3), ISOBIT_INVALID_ARGUMENT) << "null c";
  EXPECT_EQ(gemm(rows, plain, 2, 3, 2, a.data(), 1, 3, c.data(), 3), ISOBIT_INVALID_ARGUMENT) << "lda";
  EXPECT_EQ(gemm(rows, plain, 2, 3, 2, a.data(), 2, 2, c.data(), 3), ISOBIT_INVALID_ARGUMENT) << "ldb";
  EXPECT_EQ(gemm(rows, plain, 2, 3, 2, a.data(), 2, 3, c.data(), 2), ISOBIT_INVALID_ARGUMENT) << "ldc";
  EXPECT_EQ(gemm(columns, plain, 2, 3, 2, a.data(), 2, 2, c.data(), 1), ISOBIT_INVALID_ARGUMENT) << "ldc";
  EXPECT_EQ(gemm(rows, plain, 2, 3, 2, a.data(), -2, 3, c.data(), 3), ISOBIT_INVALID_ARGUMENT) << "negative lda";
  EXPECT_EQ(gemm(rows, plain, huge, 3, 2, a.data(), 2, 3, c.data(), 3), ISOBIT_INVALID_ARGUMENT) << "beyond memory";
  EXPECT_EQ(gemm(rows, plain, 2, 3, 2, c.data() + 1, 2, 3, c.data(), 3), ISOBIT_INVALID_ARGUMENT) << "aliasing";
  EXPECT_EQ(c, untouched);
  EXPECT_EQ(gemm(rows, plain, 0, 3, 2, nullptr, 2, 3, nullptr, 3), ISOBIT_OK) << "empty";

  index pivots[2] = {-1, -1}, info = -1;
  EXPECT_EQ(f::lu(ISOBIT_ROW_MAJOR, 2, 2, c.data(), 1, pivots, 0, &info), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(f::lu(ISOBIT_ROW_MAJOR, 2, 2, c.data(), 2, nullptr, 0, &info), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(f::lu(ISOBIT_ROW_MAJOR, 2, 2, c.data(), 2, pivots, 0, nullptr), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(f::cholesky(ISOBIT_ROW_MAJOR, ISOBIT_UPPER, -1, c.data(), 2, 0, &info), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(f::solve(ISOBIT_ROW_MAJOR, 2, 1, a.data(), 2, c.data(), 1, -1, 0), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(f::determinant(ISOBIT_ROW_MAJOR, 2, a.data(), 2, 0, nullptr), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(c, untouched);
  EXPECT_EQ(info, -1);
  EXPECT_EQ(pivots[0], -1);
}

// As BLAS has it: with alpha = 0 there is nothing to read, so there need not be anything.
TYPED_TEST(c_linalg, what_is_not_read_may_be_null) {
  using T = TypeParam;
  using f = functions<T>;
  T const zero = 0, two = 2, one = 1;
  std::vector<T> const before = {1, 2, 3, 4};
  for (auto const layout : layouts)
    for (auto const op : transposes) {
      auto c = before;
      auto const doubled = [&](isobit_status status, char const* what) {
        EXPECT_EQ(status, ISOBIT_OK) << what << ": " << isobit_last_error();
        EXPECT_EQ(c, (std::vector<T>{2, 4, 6, 8})) << what;
        c = before;
      };
      doubled(f::gemm(layout, op, op, 2, 2, 3, argument(zero), nullptr, 3, nullptr, 3, argument(two), c.data(), 2, 0),
              "gemm");
      doubled(f::batch(layout, op, op, 1, 1, 3, argument(zero), nullptr, 3, 3, nullptr, 3, 3, argument(two), c.data(),
                       1, 1, 4, 0),
              "batch");
      auto y = before;
      EXPECT_EQ(f::gemv(layout, op, 4, 4, argument(zero), nullptr, 4, nullptr, -1, argument(two), y.data(), 1, 0),
                ISOBIT_OK);
      EXPECT_EQ(y, (std::vector<T>{2, 4, 6, 8})) << "gemv";
      EXPECT_EQ(f::gemmt(layout, ISOBIT_LOWER, op, op, 2, 3, argument(zero), nullptr, 3, nullptr, 3, argument(zero),
                         c.data(), 2, 0),
                ISOBIT_OK);
      EXPECT_EQ(c[0], T(0)) << "gemmt";
      EXPECT_EQ(f::trsm(layout, ISOBIT_RIGHT, ISOBIT_UPPER, op, ISOBIT_STORED_DIAGONAL, 2, 2, argument(zero), nullptr,
                        2, c.data(), 2, 0),
                ISOBIT_OK);
      EXPECT_EQ(c, std::vector<T>(4)) << "trsm";
      // Still to be right, and to be there where they are read.
      c = before;
      EXPECT_EQ(f::gemm(layout, op, op, 2, 2, 3, argument(zero), nullptr, 1, nullptr, 3, argument(two), c.data(), 2, 0),
                ISOBIT_INVALID_ARGUMENT)
          << "lda";
      EXPECT_EQ(f::gemm(layout, op, op, 2, 2, 3, argument(one), nullptr, 3, nullptr, 3, argument(two), c.data(), 2, 0),
                ISOBIT_INVALID_ARGUMENT)
          << "null";
      EXPECT_EQ(c, before);
    }
  auto y = before;
  EXPECT_EQ(f::axpy(4, argument(zero), nullptr, 1, y.data(), 1), ISOBIT_OK);
  EXPECT_EQ(f::axpy(4, argument(one), nullptr, 1, y.data(), 1), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(f::syrk(ISOBIT_ROW_MAJOR, ISOBIT_UPPER, ISOBIT_NO_TRANSPOSE, 2, 3, argument(zero), nullptr, 3,
                    argument(one), y.data(), 2, 0),
            ISOBIT_OK);
  EXPECT_EQ(y, before);
}

TEST(c_linalg_complex, hermitian_products_and_inner_ones) {
  using complex = std::complex<double>;
  complex const a[] = {{1, 2}, {3, -1}};
  complex c[] = {{5, 99}, {-7, -7}, {1, 1}, {2, 99}};
  ASSERT_EQ(isobit_zherk(ISOBIT_ROW_MAJOR, ISOBIT_LOWER, ISOBIT_NO_TRANSPOSE, 2, 1, 2.0, a, 1, 3.0, c, 2, 0),
            ISOBIT_OK);
  EXPECT_EQ(c[0], complex(2 * 5 + 3 * 5, 0));
  EXPECT_EQ(c[1], complex(-7, -7));
  EXPECT_EQ(c[2], complex(2 * 1 + 3, 2 * -7 + 3));
  EXPECT_EQ(c[3], complex(2 * 10 + 3 * 2, 0));
  complex const before = c[0];
  EXPECT_EQ(isobit_zherk(ISOBIT_ROW_MAJOR, ISOBIT_LOWER, ISOBIT_TRANSPOSE, 2, 1, 2.0, a, 2, 3.0, c, 2, 0),
            ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(c[0], before);

  complex result;
  ASSERT_EQ(isobit_zdotu(2, a, 1, a, 1, &result), ISOBIT_OK);
  EXPECT_EQ(result, complex(-3 + 8, 4 - 6));
  ASSERT_EQ(isobit_zdotc(2, a, 1, a, -1, &result), ISOBIT_OK);
  EXPECT_EQ(result, complex(2, 0));
  EXPECT_EQ(isobit_zdotu(2, a, 1, a, 1, nullptr), ISOBIT_INVALID_ARGUMENT);

  complex outer[4] = {};
  complex const one = 1;
  ASSERT_EQ(isobit_zgeru(ISOBIT_ROW_MAJOR, 2, 2, &one, a, 1, a, 1, outer, 2, 0), ISOBIT_OK);
  EXPECT_EQ(outer[1], a[0] * a[1]);
  ASSERT_EQ(isobit_zgerc(ISOBIT_COLUMN_MAJOR, 2, 2, &one, a, 1, a, 1, outer, 2, 0), ISOBIT_OK);
  EXPECT_EQ(outer[1], a[0] * a[1] + a[1] * std::conj(a[0]));
  EXPECT_EQ(isobit_zgeru(ISOBIT_ROW_MAJOR, 2, 2, nullptr, a, 1, a, 1, outer, 2, 0), ISOBIT_INVALID_ARGUMENT);
  complex const zero = 0, outer_before = outer[1];
  EXPECT_EQ(isobit_zgerc(ISOBIT_ROW_MAJOR, 2, 2, &zero, nullptr, 1, nullptr, -1, outer, 2, 0), ISOBIT_OK);
  EXPECT_EQ(outer[1], outer_before);
  EXPECT_EQ(isobit_zherk(ISOBIT_ROW_MAJOR, ISOBIT_LOWER, ISOBIT_NO_TRANSPOSE, 2, 1, 0.0, nullptr, 1, 1.0, c, 2, 0),
            ISOBIT_OK);
  EXPECT_EQ(c[0], before);
}

}  // namespace
}  // namespace isobit::test
