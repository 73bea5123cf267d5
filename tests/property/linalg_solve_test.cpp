#include <isobit/linalg/solve.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <isobit/linalg/factor.hpp>
#include <isobit/linalg/gemm.hpp>

#include "reference/linear_algebra.hpp"
#include "support/linalg_matrices.hpp"
#include "support/mpfr_real.hpp"

namespace isobit::test {
namespace {

using linalg::refinement;

template <class T> class linalg_solve : public testing::Test {};
using types = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(linalg_solve, types);

/// What `solve` is by definition: factors, substitutions, residuals, each from the reference.
template <class T> void solve_by_definition(matrix_view<T const> a, matrix_view<T> b, index steps) {
  index const n = a.rows;
  random_source random(1);
  owned_matrix<T> factors(n, n, random), x(n, b.columns, random);
  for (index i = 0; i < n; ++i) {
    for (index j = 0; j < n; ++j) factors(i, j) = reference::read(a, i, j);
    for (index j = 0; j < b.columns; ++j) x(i, j) = b.at(i, j);
  }
  std::vector<index> pivots(static_cast<std::size_t>(n));
  ASSERT_EQ(0, reference::lu<T>(factors.view(), pivots));
  auto const substitute = [&](matrix_view<T> right) {
    for (index i = 0; i < n; ++i)
      for (index j = 0; j < right.columns; ++j)
        std::swap(right.at(i, j), right.at(pivots[static_cast<std::size_t>(i)], j));
    reference::trsm<T>(linalg::triangle::lower, linalg::diagonal::ones, T(1), factors.view(), right);
    reference::trsm<T>(linalg::triangle::upper, linalg::diagonal::stored, T(1), factors.view(), right);
  };
  substitute(x.view());
  for (index step = 0; step < steps; ++step) {
    owned_matrix<T> residual(n, b.columns, random);
    for (index i = 0; i < n; ++i)
      for (index j = 0; j < b.columns; ++j) residual(i, j) = b.at(i, j);
    reference::gemm<T>(T(-1), a, x.view(), T(1), residual.view());
    substitute(residual.view());
    for (index i = 0; i < n; ++i)
      for (index j = 0; j < b.columns; ++j) {
        reference::entry<T> sum;
        sum.add(x(i, j)), sum.add(residual(i, j));
        x(i, j) = sum.round();
      }
  }
  for (index i = 0; i < n; ++i)
    for (index j = 0; j < b.columns; ++j) b.at(i, j) = x(i, j);
}

TYPED_TEST(linalg_solve, is_its_definition) {
  using T = TypeParam;
  for (matrix_kind const kind : {matrix_kind::ordinary, matrix_kind::cancelling, matrix_kind::graded,
                                 matrix_kind::nasty, matrix_kind::nonfinite, matrix_kind::hilbert})
    for (std::uint64_t seed = first_seed(); seed < first_seed() + scaled_count(6); ++seed) {
      SCOPED_TRACE("kind " + std::to_string(int(kind)) + ", seed " + std::to_string(seed));
      random_source random(seed);
      index const n = random.between(1, 12), columns = random.between(0, 3), steps = random.between(0, 4);
      auto a = random_matrix<T>(random, kind, n, n);
      auto expected = random_matrix<T>(random, matrix_kind::ordinary, n, columns), actual = expected;
      matrix_view<T const> const stored = random.coin() ? matrix_view<T const>(a.view()) : adjoint(a.view());
      solve_by_definition<T>(stored, expected.view(), steps);
      linalg::solve(stored, actual.view(), refinement{steps}, threads(2));
      EXPECT_TRUE(same_storage(expected, actual));
      if (testing::Test::HasFailure()) return;
    }
}

// As everywhere in linear algebra, whatever the signs of the factors.
TYPED_TEST(linalg_solve, exact_zeros_are_positive) {
  using T = TypeParam;
  for (index steps : {0, 1, 3})
    for (T pivot : {T(-1), T(1), T(-3)}) {
      T a = pivot, x = T(0);
      linalg::solve(linalg::column_major(&a, 1, 1), linalg::column_major(&x, 1, 1), refinement{steps});
      EXPECT_TRUE(same(T(0), x)) << pivot << ", " << steps << " refinements";
      T factors[] = {pivot, T(0), T(0), pivot};
      std::vector<index> pivots(2);
      ASSERT_EQ(0, linalg::lu(linalg::column_major(factors, 2, 2), std::span<index>(pivots)));
      EXPECT_TRUE(same(T(0), factors[1])) << pivot;
      linalg::inverse(linalg::column_major(factors, 2, 2), refinement{steps});
      EXPECT_TRUE(same(T(0), factors[2])) << pivot;
    }
}

TYPED_TEST(linalg_solve, inverse_solves_for_the_unit_matrix) {
  using T = TypeParam;
  random_source random(first_seed());
  index const n = 9;
  auto a = random_matrix<T>(random, matrix_kind::ordinary, n, n), inverse = a;
  owned_matrix<T> expected(n, n, random);
  for (index i = 0; i < n; ++i)
    for (index j = 0; j < n; ++j) expected(i, j) = T(i == j ? 1 : 0);
  solve_by_definition<T>(a.view(), expected.view(), 2);
  linalg::inverse(inverse.view(), refinement{2});
  for (index i = 0; i < n; ++i)
    for (index j = 0; j < n; ++j) EXPECT_TRUE(same(expected(i, j), inverse(i, j)));
}

/// The solution with 400 bits, by elimination with MPFR.
template <class R> std::vector<real> precise_solution(matrix_view<R> a, std::vector<R> const& b) {
  auto const n = static_cast<std::size_t>(a.rows);
  std::vector<real> m(n * n, real(400)), x(n, real(400));
  real term(400);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) mpfr_set_d(m[i * n + j], double(a.at(index(i), index(j))), MPFR_RNDN);
    mpfr_set_d(x[i], double(b[i]), MPFR_RNDN);
  }
  auto const subtract = [&](mpfr_ptr from, mpfr_srcptr p, mpfr_srcptr q) {
    mpfr_mul(term, p, q, MPFR_RNDN);
    mpfr_sub(from, from, term, MPFR_RNDN);
  };
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i) {
      real factor(400);
      mpfr_div(factor, m[i * n + k], m[k * n + k], MPFR_RNDN);
      for (std::size_t j = k; j < n; ++j) subtract(m[i * n + j], factor, m[k * n + j]);
      subtract(x[i], factor, x[k]);
    }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j) subtract(x[i], m[i * n + j], x[j]);
    mpfr_div(x[i], x[i], m[i * n + i], MPFR_RNDN);
  }
  return x;
}

/// |x - value| in units of the last place of x, an upper bound.
template <class R> double error_in_ulps(R x, mpfr_srcptr value) {
  real difference(400);
  mpfr_sub_d(difference, value, double(x), MPFR_RNDA);
  auto const [negative, significand, exponent] = decompose(x);
  mpfr_mul_2si(difference, difference, -exponent, MPFR_RNDA);
  return std::abs(mpfr_get_d(difference, MPFR_RNDA));
}

// docs/maths/factor.md#refinement: half a unit, and condition * u of it. The matrices are dominated by their diagonals.
template <class R> void refined_error_is_near_half_an_ulp() {
  index const n = 40;
  double largest_refined = 0, largest_plain = 0;
  for (std::uint64_t seed = first_seed(); seed < first_seed() + 3; ++seed) {
    random_source random(seed);
    auto a = random_matrix<R>(random, matrix_kind::ordinary, n, n);
    for (index i = 0; i < n; ++i) a(i, i) += R(n);
    std::vector<R> b;
    for (index i = 0; i < n; ++i) b.push_back(random_number<R>(random, -3, 0));
    auto const exact = precise_solution<R>(a.view(), b);
    auto plain = b, refined = b;
    linalg::solve(a.view(), linalg::column_major(plain.data(), n, 1));
    linalg::solve(a.view(), linalg::column_major(refined.data(), n, 1), refinement{5});
    for (std::size_t i = 0; i < exact.size(); ++i) {
      largest_plain = std::max(largest_plain, error_in_ulps(plain[i], exact[i]));
      largest_refined = std::max(largest_refined, error_in_ulps(refined[i], exact[i]));
    }
  }
  EXPECT_LE(largest_refined, 0.5 + 0x1p-10);
  EXPECT_GT(largest_plain, 0.6);  // so there was something to refine
}
TEST(linalg_refinement, error_is_near_half_an_ulp) {
  refined_error_is_near_half_an_ulp<double>();
  refined_error_is_near_half_an_ulp<float>();
}

TYPED_TEST(linalg_solve, determinant_is_the_rounded_product_of_the_pivots) {
  using T = TypeParam;
  using R = real_of<T>;
  for (matrix_kind const kind :
       {matrix_kind::ordinary, matrix_kind::cancelling, matrix_kind::graded, matrix_kind::integers, matrix_kind::nasty})
    for (std::uint64_t seed = first_seed(); seed < first_seed() + scaled_count(10); ++seed) {
      SCOPED_TRACE("kind " + std::to_string(int(kind)) + ", seed " + std::to_string(seed));
      random_source random(seed);
      index const n = random.between(0, 14);
      auto a = random_matrix<T>(random, kind, n, n), factors = a;
      std::vector<index> pivots(static_cast<std::size_t>(n));
      static_cast<void>(reference::lu<T>(factors.view(), pivots));
      reference::dyadic re(reference::integer(1)), im;
      bool finite = true, zero = false;
      for (index i = 0; i < n && finite; ++i) {
        T const pivot = factors(i, i);
        finite = !is_nonfinite(real_part(pivot)) && !is_nonfinite(imaginary_part(pivot));
        zero = zero || pivot == T{};
        if (!finite) break;
        auto const x = reference::exactly(real_part(pivot)), y = reference::exactly(imaginary_part(pivot));
        auto const next = re * x - im * y;
        im = re * y + im * x, re = next;
        if (pivots[static_cast<std::size_t>(i)] != i) re = -re, im = -im;
      }
      if (!finite) continue;
      auto const rounded = [](reference::dyadic const& d) { return d.is_zero() ? R(0) : reference::round<R>(d); };
      EXPECT_TRUE(same(make<T>(rounded(re), rounded(im)), linalg::determinant(a.view())));
    }
}

}  // namespace
}  // namespace isobit::test
