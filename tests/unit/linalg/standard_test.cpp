#include <isobit/linalg.hpp>

#include <complex>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/linalg_values.hpp"
#include "support/mdspan.hpp"

namespace isobit::test {
namespace {

using namespace linalg;

template <class T> mdspan<T, 2> rows_of(std::vector<T>& v, std::size_t m, std::size_t n) {
  return {v.data(), {m, n}, {n, 1}};
}
template <class T> mdspan<T, 1> elements_of(std::vector<T>& v) { return {v.data(), {v.size()}, {1}}; }

static_assert(mdspan_like<mdspan<double, 2>> && mdspan_like<mdspan<std::complex<float> const, 1>>);
static_assert(!mdspan_like<mdspan<int, 2>> && !mdspan_like<std::vector<double>>);
static_assert(std::same_as<decltype(view_of(std::declval<mdspan<float const, 2>>())), matrix_view<float const>>);
static_assert(std::same_as<decltype(view_of(std::declval<mdspan<double, 1>>())), vector_view<double>>);
constexpr double numbers[] = {1, 2, 3, 4, 5, 6};
static_assert(view_of(mdspan<double const, 2>{numbers, {2, 3}, {3, 1}}).at(1, 0) == 4);

template <class T> class standard_names : public testing::Test {
protected:
  std::vector<T> values(std::size_t n) {
    std::vector<T> v(n);
    for (T& z : v) z = nasty<T>(random, 6) + T(8);
    return v;
  }
  random_source random{first_seed()};
  std::vector<T> a = values(6), b = values(12), c = values(8), d = c, e = values(8), x = values(3), y = values(2),
                 square = values(4);
  mdspan<T, 2> const A = rows_of(a, 2, 3), B = rows_of(b, 3, 4), C = rows_of(c, 2, 4), E = rows_of(e, 2, 4);
  mdspan<T, 1> const X = elements_of(x), Y = elements_of(y);
  matrix_view<T> const left = row_major(a.data(), 2, 3), right = row_major(b.data(), 3, 4),
                       expected = row_major(d.data(), 2, 4);
};
using types = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(standard_names, types);

TYPED_TEST(standard_names, matrix_product_is_gemm) {
  using T = TypeParam;
  matrix_product(this->A, this->B, this->C);
  gemm(T(1), this->left, this->right, T(0), this->expected);
  EXPECT_EQ(this->c, this->d);
  matrix_product(scaled(T(3), this->A), this->B, this->C);
  gemm(T(3), this->left, this->right, T(0), this->expected);
  EXPECT_EQ(this->c, this->d);
  matrix_product(this->A, scaled(T(-2), this->B), this->E, this->C);
  this->d = this->e;
  gemm(T(-2), this->left, this->right, T(1), this->expected);
  EXPECT_EQ(this->c, this->d);
  matrix_product(this->A, conjugated(this->right), scaled(T(5), this->C), this->C);
  gemm(T(1), this->left, conjugated(this->right), T(5), this->expected);
  EXPECT_EQ(this->c, this->d);
}

TYPED_TEST(standard_names, errors_leave_the_output_alone) {
  auto const before = this->c;
  EXPECT_THROW(matrix_product(this->B, this->A, this->E, this->C), error);
  EXPECT_THROW(matrix_product(this->A, this->B, this->A, this->C), error);
  EXPECT_EQ(this->c, before);
}

TYPED_TEST(standard_names, vectors_are_gemv_ger_and_dots) {
  using T = TypeParam;
  std::vector<T> product(2);
  matrix_vector_product(scaled(T(3), this->A), this->X, this->Y);
  gemv(T(3), this->left, this->x, T(0), vector_view<T>(product));
  EXPECT_EQ(this->y, product);

  auto sum = this->a;
  matrix_rank_1_update(scaled(T(2), this->Y), this->X, this->A);
  ger(T(2), this->y, this->x, row_major(sum.data(), 2, 3));
  EXPECT_EQ(this->a, sum);
  matrix_rank_1_update_c(this->Y, this->X, this->A);
  ger(T(1), this->y, conjugated(vector_view<T>(this->x)), row_major(sum.data(), 2, 3));
  EXPECT_EQ(this->a, sum);

  vector_view<T const> const view(this->x);
  EXPECT_EQ(linalg::dot(this->X, this->X), dotu(view, view));
  EXPECT_EQ(dotc(this->X, this->X), dotc(view, view));
  EXPECT_EQ(vector_two_norm(this->X), nrm2(this->x));
}

/// 2 x 4 results and the square matrices they are made with.
TYPED_TEST(standard_names, structured_products_are_gemm) {
  using T = TypeParam;
  auto large = this->values(16), small = this->values(4);
  auto const L = rows_of(large, 4, 4), S = rows_of(small, 2, 2);
  auto const big = row_major(large.data(), 4, 4), little = row_major(small.data(), 2, 2);
  auto const is = [&](char const* what, auto const& expect) {
    this->d = this->e;
    expect();
    EXPECT_TRUE(same_elements(this->d, this->c)) << what;
  };
  auto const other = row_major(this->e.data(), 2, 4);
  for (auto const half : {triangle::lower, triangle::upper}) {
    auto const check = [&](auto const& structure, auto const& from_left, auto const& from_right) {
      from_left(this->E, this->C);
      is("left", [&] { gemm(T(1), structure(little), other, T(0), this->expected); });
      from_right(scaled(T(3), this->E), this->C);
      is("right", [&] { gemm(T(3), other, structure(big), T(0), this->expected); });
    };
    auto const check_sums = [&](auto const& structure, auto const& from_left, auto const& from_right) {
      auto const factor = this->values(8);
      auto const F = row_major(factor.data(), 2, 4);
      from_left(scaled(T(-2), F), this->E, this->C);
      is("left, added", [&] { gemm(T(-2), structure(little), F, T(1), this->expected); });
      from_right(F, scaled(T(5), this->E), this->C);
      is("right, added", [&] { gemm(T(1), F, structure(big), T(5), this->expected); });
    };
    auto const is_symmetric = [&](auto m) { return symmetric(triangular(half, m)); };
    auto const is_hermitian = [&](auto m) { return hermitian(triangular(half, m)); };
    auto const is_triangular = [&](auto m) { return triangular(half, m, diagonal::ones); };
    check(
        is_symmetric, [&](auto with, auto to) { symmetric_matrix_product(S, half, with, to); },
        [&](auto with, auto to) { symmetric_matrix_product(with, L, half, to, threads(2)); });
    check(
        is_hermitian, [&](auto with, auto to) { hermitian_matrix_product(S, half, with, to); },
        [&](auto with, auto to) { hermitian_matrix_product(with, L, half, to, threads(2)); });
    check(
        is_triangular, [&](auto with, auto to) { triangular_matrix_product(S, half, diagonal::ones, with, to); },
        [&](auto with, auto to) { triangular_matrix_product(with, L, half, diagonal::ones, to, threads(2)); });
    check_sums(
        is_symmetric, [&](auto with, auto plus, auto to) { symmetric_matrix_product(S, half, with, plus, to); },
        [&](auto with, auto plus, auto to) { symmetric_matrix_product(with, L, half, plus, to, threads(2)); });
    check_sums(
        is_hermitian, [&](auto with, auto plus, auto to) { hermitian_matrix_product(S, half, with, plus, to); },
        [&](auto with, auto plus, auto to) { hermitian_matrix_product(with, L, half, plus, to, threads(2)); });
    check_sums(
        is_triangular,
        [&](auto with, auto plus, auto to) { triangular_matrix_product(S, half, diagonal::ones, with, plus, to); },
        [&](auto with, auto plus, auto to) {
          triangular_matrix_product(with, L, half, diagonal::ones, plus, to, threads(2));
        });
    this->c = this->e;
    triangular_matrix_left_product(S, half, diagonal::stored, this->C);
    is("in place", [&] { trmm(T(1), triangular(half, little), this->expected); });
    this->c = this->e;
    triangular_matrix_right_product(L, half, diagonal::stored, this->C);
    is("in place from the right", [&] { trmm(T(1), transposed(triangular(half, big)), transposed(this->expected)); });
  }
}

TYPED_TEST(standard_names, structured_errors_leave_the_output_alone) {
  auto const before = this->c;
  EXPECT_THROW(symmetric_matrix_product(this->A, triangle::lower, this->B, this->C), error);
  EXPECT_THROW(hermitian_matrix_product(this->B, rows_of(this->square, 2, 2), triangle::lower, this->E, this->C),
               error);
  auto const within = row_major(this->c.data(), 2, 2, 4);
  EXPECT_THROW(triangular_matrix_product(within, triangle::lower, diagonal::stored, this->E, this->E, this->C), error);
  EXPECT_THROW(symmetric_matrix_product(rows_of(this->square, 2, 2), triangle::lower, this->C, this->E, this->C),
               error);
  EXPECT_TRUE(same_elements(before, this->c));
}

TYPED_TEST(standard_names, structured_matrices_and_vectors_are_gemv) {
  using T = TypeParam;
  auto matrix = this->values(9);
  auto const M = rows_of(matrix, 3, 3);
  auto const view = row_major(matrix.data(), 3, 3);
  std::vector<T> z(3), wanted(3);
  for (auto const half : {triangle::lower, triangle::upper}) {
    auto const Z = elements_of(z);
    auto const is = [&](char const* what, T alpha, auto const& known) {
      gemv(alpha, known, this->x, T(0), vector_view<T>(wanted));
      EXPECT_TRUE(same_elements(wanted, z)) << what;
    };
    symmetric_matrix_vector_product(M, half, scaled(T(2), this->X), Z);
    is("symmetric", T(2), symmetric(triangular(half, view)));
    hermitian_matrix_vector_product(M, half, this->X, Z, threads(2));
    is("hermitian", T(1), hermitian(triangular(half, view)));
    triangular_matrix_vector_product(M, half, diagonal::ones, scaled(T(3), this->X), Z);
    is("triangular", T(3), triangular(half, view, diagonal::ones));
    z = this->x;
    triangular_matrix_vector_product(M, half, diagonal::stored, Z, threads(2));
    is("in place", T(1), triangular(half, view));
  }
}

TYPED_TEST(standard_names, updates_of_a_half_are_syr_and_her) {
  using T = TypeParam;
  using real = real_of<T>;
  auto sums = this->values(9), wanted = sums;
  auto u = this->values(3), v = this->values(3), p = this->values(6), q = this->values(6);
  auto const M = rows_of(sums, 3, 3), P = rows_of(p, 3, 2), Q = rows_of(q, 3, 2);
  auto const U = elements_of(u), V = elements_of(v);
  auto const result = row_major(wanted.data(), 3, 3), first = row_major(p.data(), 3, 2),
             second = row_major(q.data(), 3, 2);
  T const factor = make<T>(3, 2);
  for (auto const half : {triangle::lower, triangle::upper}) {
    auto const is = [&](char const* what) { EXPECT_TRUE(same_elements(wanted, sums)) << what; };
    symmetric_matrix_rank_1_update(U, M, half);
    symmetric_matrix_rank_1_update(factor, U, M, half, threads(2));
    syr(half, T(1), u, result), syr(half, factor, u, result);
    is("symmetric, 1");
    hermitian_matrix_rank_1_update(U, M, half);
    hermitian_matrix_rank_1_update(real(3), U, M, half, threads(2));
    her(half, real(1), u, result), her(half, real(3), u, result);
    is("hermitian, 1");
    symmetric_matrix_rank_2_update(scaled(factor, U), V, M, half);
    symmetric_matrix_rank_2_update(U, V, M, half, threads(2));
    syr2(half, factor, u, v, result), syr2(half, T(1), u, v, result);
    is("symmetric, 2");
    hermitian_matrix_rank_2_update(scaled(factor, U), V, M, half);
    hermitian_matrix_rank_2_update(U, scaled(factor, V), M, half, threads(2));
    her2(half, factor, u, v, result), her2(half, conjugate(factor), u, v, result);
    is("hermitian, 2");
    symmetric_matrix_rank_k_update(P, M, half);
    symmetric_matrix_rank_k_update(factor, P, M, half, threads(2));
    syrk(half, T(1), first, T(1), result), syrk(half, factor, first, T(1), result);
    is("symmetric, k");
    hermitian_matrix_rank_k_update(P, M, half);
    hermitian_matrix_rank_k_update(real(3), P, M, half, threads(2));
    herk(half, real(1), first, real(1), result), herk(half, real(3), first, real(1), result);
    is("hermitian, k");
    symmetric_matrix_rank_2k_update(P, Q, M, half);
    symmetric_matrix_rank_2k_update(P, scaled(factor, Q), M, half, threads(2));
    syr2k(half, T(1), first, second, T(1), result), syr2k(half, factor, first, second, T(1), result);
    is("symmetric, 2k");
    hermitian_matrix_rank_2k_update(scaled(factor, P), Q, M, half);
    hermitian_matrix_rank_2k_update(P, scaled(factor, Q), M, half, threads(2));
    her2k(half, factor, first, second, real(1), result), her2k(half, conjugate(factor), first, second, real(1), result);
    is("hermitian, 2k");
  }
}

TYPED_TEST(standard_names, solves_are_trsm) {
  using T = TypeParam;
  auto const lower = rows_of(this->square, 2, 2);
  auto const triangular = row_major(this->square.data(), 2, 2);
  std::vector<T> solution(2), in_place = this->y;
  triangular_matrix_vector_solve(lower, triangle::lower, diagonal::stored, this->Y, elements_of(solution));
  trsv(triangle::lower, diagonal::stored, triangular, vector_view<T>(in_place));
  EXPECT_EQ(solution, in_place);
  this->d = this->e;
  triangular_matrix_matrix_left_solve(lower, triangle::upper, diagonal::ones, this->E, this->C);
  trsm(triangle::upper, diagonal::ones, T(1), triangular, this->expected);
  EXPECT_EQ(this->c, this->d);
}

}  // namespace
}  // namespace isobit::test
