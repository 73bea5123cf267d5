#include <isobit/linalg/factor.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <isobit/driver/serial.hpp>
#include <isobit/linalg/triangular.hpp>

#include "linalg/exact_entry.hpp"
#include "reference/linear_algebra.hpp"
#include "support/float_environment.hpp"
#include "support/linalg_matrices.hpp"

namespace isobit::test {
namespace {

using linalg::block_size, linalg::diagonal, linalg::exact_entry, linalg::triangle;

template <class T> class linalg_factor : public testing::Test {};
using types = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(linalg_factor, types);

/// body(kind, random) for `count` examples of every kind of matrix; a failure names kind and seed.
template <class Body> void for_each_kind(std::size_t count, Body body) {
  for (matrix_kind const kind : every_matrix_kind)
    for (std::size_t i = 0; i < scaled_count(count); ++i) {
      std::uint64_t const seed = first_seed() + i;
      random_source random(seed + (std::uint64_t(kind) << 32));
      SCOPED_TRACE("kind " + std::to_string(int(kind)) + ", seed " + std::to_string(seed));
      body(kind, random);
      if (testing::Test::HasFailure()) return;
    }
}

/// Empty, single, small, and more than a tile of any instruction set.
index some_size(random_source& random) {
  switch (random.between(0, 7)) {
  case 0:
    return random.between(0, 1);
  case 1:
    return random.between(25, 40);
  default:
    return random.between(2, 24);
  }
}
block_size some_block(random_source& random, index n) {
  index const choices[] = {0, 1, 2, 8, 13, 64, n};
  return {choices[random.below(7)]};
}

TYPED_TEST(linalg_factor, lu_is_its_definition) {
  using T = TypeParam;
  for_each_kind(12, [](matrix_kind kind, random_source& random) {
    index const rows = some_size(random), columns = random.coin() ? rows : some_size(random);
    auto expected = random_matrix<T>(random, kind, rows, columns), actual = expected;
    std::vector<index> expected_pivots(static_cast<std::size_t>(std::min(rows, columns)), -1);
    std::vector<index> pivots = expected_pivots;
    index const expected_zero = reference::lu<T>(expected.view(), expected_pivots);
    index const zero = linalg::lu(actual.view(), std::span(pivots), some_block(random, rows), threads(2));
    EXPECT_EQ(expected_zero, zero);
    EXPECT_EQ(expected_pivots, pivots);
    EXPECT_TRUE(same_storage(expected, actual)) << rows << " x " << columns;
  });
}

// Low rank and a little more, which may be of low rank itself: from some step on everything cancels, and entries are
// left to finer tiers together.
TYPED_TEST(linalg_factor, lu_of_nearly_singular_matrices_is_its_definition) {
  using T = TypeParam;
  using R = real_of<T>;
  for (std::size_t seed = first_seed(); seed < first_seed() + scaled_count(24); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    index const rows = random.between(20, 90), columns = random.coin() ? rows : random.between(20, 90);
    auto expected = random_matrix<T>(random, matrix_kind::ordinary, rows, columns);
    for (index stage = random.between(1, 2); stage > 0; --stage) {
      index const rank = random.between(1, 40 / stage);
      auto left = random_matrix<T>(random, matrix_kind::ordinary, rows, rank),
           right = random_matrix<T>(random, matrix_kind::ordinary, rank, columns);
      R const little = power_of_two<R>(false, -random.between(10, stage == 1 ? 60 : 40));
      bool const scales = random.coin();
      for (index j = 0; j < columns; ++j) {
        R const scale = power_of_two<R>(false, scales ? random.between(-20, 20) : 0);
        for (index i = 0; i < rows; ++i) {
          expected(i, j) *= little;
          for (index k = 0; k < rank; ++k) expected(i, j) += left(i, k) * right(k, j);
          expected(i, j) *= scale;
        }
      }
    }
    auto actual = expected;
    std::vector<index> expected_pivots(static_cast<std::size_t>(std::min(rows, columns)), -1), pivots = expected_pivots;
    index const expected_zero = reference::lu<T, exact_entry<T>>(expected.view(), expected_pivots);
    EXPECT_EQ(expected_zero, linalg::lu(actual.view(), std::span(pivots), some_block(random, rows), threads(2)));
    EXPECT_EQ(expected_pivots, pivots);
    EXPECT_TRUE(same_storage(expected, actual)) << rows << " x " << columns;
  }
}

TYPED_TEST(linalg_factor, cholesky_is_its_definition) {
  using T = TypeParam;
  for_each_kind(12, [](matrix_kind kind, random_source& random) {
    index const n = some_size(random);
    triangle const half = random.coin() ? triangle::lower : triangle::upper;
    auto expected = random_hermitian<T>(random, kind, n), actual = expected;
    index const expected_problem = reference::cholesky<T>(half, expected.view());
    EXPECT_EQ(expected_problem, linalg::cholesky(half, actual.view(), some_block(random, n), threads(2)));
    EXPECT_TRUE(same_storage(expected, actual)) << n << " x " << n;
  });
}

TYPED_TEST(linalg_factor, trsm_is_its_definition) {
  using T = TypeParam;
  for_each_kind(16, [](matrix_kind kind, random_source& random) {
    index const n = some_size(random), columns = random.coin() ? 1 : some_size(random);
    auto a = random_matrix<T>(random, kind, n, n);
    auto expected = random_matrix<T>(random, random.coin() ? kind : matrix_kind::ordinary, n, columns);
    auto actual = expected;
    matrix_view<T const> stored = a.view();
    if (random.coin()) stored = transposed(stored);
    if (random.coin()) stored = conjugated(stored);
    triangle const half = random.coin() ? triangle::lower : triangle::upper;
    diagonal const ones = random.coin() ? diagonal::ones : diagonal::stored;
    auto const some_alpha = [&] {
      auto const re = matrix_entry<real_of<T>>(random, kind, 1, 2);
      return make<T>(re, random.coin() ? real_of<T>(0) : matrix_entry<real_of<T>>(random, kind, 2, 1));
    };
    T const alpha = random.one_in(8) ? T(0) : random.coin() ? T(1) : some_alpha();
    reference::trsm<T>(half, ones, alpha, stored, expected.view());
    linalg::trsm(half, ones, alpha, stored, actual.view(), threads(2));
    EXPECT_TRUE(same_storage(expected, actual)) << n << " x " << columns;
  });
}

// Such columns are put in order and their zeros left out, unless something makes a NaN of a zero.
TYPED_TEST(linalg_factor, columns_that_start_with_zeros_are_solved_for_by_definition) {
  using T = TypeParam;
  using R = real_of<T>;
  for_each_kind(10, [](matrix_kind kind, random_source& random) {
    index const n = random.between(1, 60), columns = random.between(1, 14);
    auto a = random_matrix<T>(random, kind, n, n);
    auto expected = random_matrix<T>(random, matrix_kind::ordinary, n, columns);
    triangle const half = random.coin() ? triangle::lower : triangle::upper;
    for (index j = 0; j < columns; ++j) {
      index const zeros = random.one_in(4) ? 0 : random.between(0, int(n));
      for (index i = 0; i < zeros; ++i)
        expected(half == triangle::lower ? i : n - 1 - i, j) = make<T>(zero<R>(random.coin()), zero<R>(random.coin()));
    }
    auto actual = expected;
    diagonal const ones = random.coin() ? diagonal::ones : diagonal::stored;
    T const alpha = random.one_in(8) ? make<T>(infinite<R>(random.coin()), R(0)) : T(random.coin() ? R(1) : R(-3));
    reference::trsm<T, exact_entry<T>>(half, ones, alpha, a.view(), expected.view());
    linalg::trsm(half, ones, alpha, a.view(), actual.view(), threads(2));
    EXPECT_TRUE(same_storage(expected, actual)) << n << " x " << columns;
  });
}

TYPED_TEST(linalg_factor, blocks_and_threads_do_not_show) {
  using T = TypeParam;
  for (matrix_kind const kind : {matrix_kind::ordinary, matrix_kind::cancelling}) {
    random_source random(first_seed() + 77);
    index const n = 90;
    auto const a = random_matrix<T>(random, kind, n, n);
    auto const h = random_hermitian<T>(random, kind, n);
    auto expected = a, expected_h = h;
    std::vector<index> expected_pivots(n), pivots(n);
    index const expected_zero = reference::lu<T, exact_entry<T>>(expected.view(), expected_pivots);
    index const problem = reference::cholesky<T, exact_entry<T>>(triangle::lower, expected_h.view());
    struct choice {
      index block;
      std::size_t threads;
    };
    for (auto const& [block, count] : {choice{1, 1}, choice{1, 4}, choice{8, 3}, choice{64, 1}, choice{64, 2},
                                       choice{n, 1}, choice{n, 4}, choice{0, 2}}) {
      SCOPED_TRACE("block " + std::to_string(block) + ", threads " + std::to_string(count));
      auto factors = a, factors_h = h;
      EXPECT_EQ(expected_zero, linalg::lu(factors.view(), std::span(pivots), block_size{block}, threads(count)));
      EXPECT_EQ(expected_pivots, pivots);
      EXPECT_TRUE(same_storage(expected, factors));
      EXPECT_EQ(problem, linalg::cholesky(triangle::lower, factors_h.view(), block_size{block}, threads(count)));
      EXPECT_TRUE(same_storage(expected_h, factors_h));
    }
  }
}

// More columns at a time than the kernels take products in a call.
TYPED_TEST(linalg_factor, wide_blocks_do_not_show) {
  using T = TypeParam;
  random_source random(first_seed() + 5);
  index const n = is_complex<T> ? 280 : 540;
  auto const a = random_matrix<T>(random, matrix_kind::ordinary, n, n);
  auto narrow = a, wide = a;
  std::vector<index> narrow_pivots(n), wide_pivots(n);
  ASSERT_EQ(0, linalg::lu(narrow.view(), std::span(narrow_pivots), block_size{32}, serial()));
  ASSERT_EQ(0, linalg::lu(wide.view(), std::span(wide_pivots), threads(2)));
  EXPECT_EQ(narrow_pivots, wide_pivots);
  EXPECT_TRUE(same_storage(narrow, wide));

  auto expected = random_matrix<T>(random, matrix_kind::ordinary, n, 2), actual = expected;
  reference::trsm<T, exact_entry<T>>(triangle::upper, diagonal::ones, T(1), wide.view(), expected.view());
  linalg::trsm(triangle::upper, diagonal::ones, T(1), wide.view(), actual.view(), threads(2));
  EXPECT_TRUE(same_storage(expected, actual));

  auto hermitian = random_hermitian<T>(random, matrix_kind::hilbert, n), other = hermitian;
  for (index i = 0; i < n; ++i) hermitian(i, i) = other(i, i) = T(real_of<T>(30));
  ASSERT_EQ(0, linalg::cholesky(triangle::upper, hermitian.view(), block_size{32}, serial()));
  ASSERT_EQ(0, linalg::cholesky(triangle::upper, other.view(), threads(3)));
  EXPECT_TRUE(same_storage(hermitian, other));
}

/// The last entry of a substitution is the middle between two numbers plus a little, in sums of many products: bounds
/// that are too small show here.
template <class R> void near_ties(random_source& random) {
  using reference::dyadic, reference::exactly, reference::integer;
  index const terms = random.between(1, 300), corrections = 8, n = terms + corrections + 1;
  owned_matrix<R> a(n, n, random), expected(n, 1, random);
  for (index i = 0; i < n; ++i)
    for (index j = 0; j < n; ++j) a(i, j) = R(0);
  dyadic sum;
  for (index k = 0; k < terms; ++k) {
    a(n - 1, k) = random_number<R>(random, -4, -1);
    expected(k, 0) = random_number<R>(random, -4, -1);
    sum = sum - exactly(a(n - 1, k)) * exactly(expected(k, 0));
  }
  R const near = random_number<R>(random, -6, -1);
  auto const [negative, significand, exponent] = decompose(near);
  dyadic const tie = exactly(near) + dyadic(integer(1), exponent - 1);
  dyadic rest = tie + dyadic(integer(random.coin() ? 1 : -1), exponent - random.between(20, 90)) - sum;
  expected(n - 1, 0) = R(0);
  for (index k = terms; k < n - 1; ++k) {  // subtracted, times one
    expected(k, 0) = R(1);
    a(n - 1, k) = negated(reference::round<R>(rest));
    rest = rest + exactly(a(n - 1, k));
  }
  auto actual = expected;
  reference::trsm<R, exact_entry<R>>(triangle::lower, diagonal::ones, R(1), a.view(), expected.view());
  linalg::trsm(triangle::lower, diagonal::ones, R(1), a.view(), actual.view(), serial());
  EXPECT_TRUE(same_storage(expected, actual)) << terms << " terms";
}

TEST(linalg_near_ties, are_rounded_right) {
  for (std::uint64_t seed = first_seed(); seed < first_seed() + scaled_count(100); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    near_ties<double>(random);
    near_ties<float>(random);
    if (testing::Test::HasFailure()) return;
  }
}

/// |PA - LU| <= u*|u(i,j)| on and above the diagonal, (2u + u^2)*|l(i,j)*u(j,j)| below: docs/maths/factor.md#backward
TYPED_TEST(linalg_factor, product_of_the_factors_is_close) {
  using T = TypeParam;
  if constexpr (!is_complex<T>) {
    using reference::dyadic, reference::exactly, reference::integer;
    random_source random(first_seed());
    dyadic const u(integer(1), -format<T>::precision);
    for (matrix_kind const kind : {matrix_kind::ordinary, matrix_kind::cancelling, matrix_kind::hilbert}) {
      index const n = 20;
      auto a = random_matrix<T>(random, kind, n, n), factors = a;
      std::vector<index> pivots(n);
      ASSERT_EQ(0, linalg::lu(factors.view(), std::span(pivots), serial()));
      for (index i = 0; i < n; ++i)
        for (index j = 0; j < n; ++j) std::swap(a(i, j), a(pivots[static_cast<std::size_t>(i)], j));
      for (index i = 0; i < n; ++i)
        for (index j = 0; j < n; ++j) {
          dyadic difference = -exactly(a(i, j));
          for (index k = 0; k <= std::min(i, j); ++k)
            difference = difference + (k == i ? dyadic(integer(1)) : exactly(factors(i, k))) * exactly(factors(k, j));
          dyadic const bound = i <= j ? u * magnitude(exactly(factors(i, j)))
                                      : (u + u + u * u) * magnitude(exactly(factors(i, j)) * exactly(factors(j, j)));
          EXPECT_LE(magnitude(difference), bound) << i << ", " << j;
        }
    }
  }
}

TEST(linalg_environment, is_the_same_before_and_after_and_does_not_show) {
  random_source random(first_seed());
  index const n = 40;
  auto const a = random_matrix<double>(random, matrix_kind::ordinary, n, n);
  std::vector<index> pivots(n);
  auto expected = a;
  ASSERT_EQ(0, linalg::lu(expected.view(), std::span(pivots), threads(2)));
  auto const before = read_environment();
  for (std::uint64_t const control : every_control_word()) {
    auto actual = a;
    float_environment const set = {control, 0};
    write_environment(set);
    index const zero = linalg::lu(actual.view(), std::span(pivots), threads(2));
    auto const after = read_environment();
    write_environment(before);
    EXPECT_EQ(0, zero);
    EXPECT_TRUE(undisturbed(set, after));
    EXPECT_TRUE(same_storage(expected, actual));
  }
}

}  // namespace
}  // namespace isobit::test
