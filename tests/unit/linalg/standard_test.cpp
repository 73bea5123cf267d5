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
