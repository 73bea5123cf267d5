// Linear algebra for C: triangular systems on small integers, which are exact; factorisations against those for C++.
#include <span>
#include <vector>

#include "linalg_support.hpp"

namespace isobit::test {
namespace {

template <class T> class c_linalg_systems : public testing::Test {};
TYPED_TEST_SUITE(c_linalg_systems, c_types);

TYPED_TEST(c_linalg_systems, triangular_systems_from_both_sides) {
  using T = TypeParam;
  using f = functions<T>;
  random_source random(5);
  index const m = 4, n = 3;
  T const one = 1;
  for (auto const layout : layouts)
    for (auto const half : halves)
      for (auto const op : transposes)
        for (auto const kind : diagonals)
          for (auto const side : sides) {
            index const order = side == ISOBIT_LEFT ? m : n;
            stored<T> a(layout, order, order, random);
            for (index i = 0; i < order; ++i) a.at(i, i) = T(i % 2 == 0 ? 2 : -4);
            auto const entry = [&](index i, index j) { return triangular_entry(a, half, op, kind, i, j); };
            stored<T> const x(layout, m, n, random);
            stored<T> b = x;
            for (index i = 0; i < m; ++i)
              for (index j = 0; j < n; ++j) {
                T sum = 0;
                for (index l = 0; l < order; ++l)
                  sum += side == ISOBIT_LEFT ? entry(i, l) * x.at(l, j) : x.at(i, l) * entry(l, j);
                b.at(i, j) = sum;
              }
            std::vector<T> column;
            for (index i = 0; i < m; ++i) column.push_back(b.at(i, 0));
            ASSERT_EQ(
                f::trsm(layout, side, half, op, kind, m, n, argument(one), a.data(), a.leading, b.data(), b.leading, 2),
                ISOBIT_OK);
            EXPECT_EQ(b.values, x.values);
            if (side == ISOBIT_RIGHT) continue;
            ASSERT_EQ(f::trsv(layout, half, op, kind, m, a.data(), a.leading, column.data(), 1), ISOBIT_OK);
            for (index i = 0; i < m; ++i) EXPECT_EQ(column[static_cast<std::size_t>(i)], x.at(i, 0));
          }
}

TYPED_TEST(c_linalg_systems, factors_and_solutions_are_those_of_cpp) {
  using T = TypeParam;
  using f = functions<T>;
  random_source random(6);
  index const n = 6;
  for (auto const layout : layouts) {
    stored<T> a(layout, n, n, random), b(layout, n, 2, random);
    for (index i = 0; i < n; ++i) a.at(i, i) += T(30);

    auto factors = a, expected = a;
    std::vector<index> pivots(n), expected_pivots(n);
    index info = -1;
    ASSERT_EQ(f::lu(layout, n, n, factors.data(), factors.leading, pivots.data(), 2, &info), ISOBIT_OK);
    EXPECT_EQ(info, linalg::lu(expected.view(), std::span(expected_pivots)));
    EXPECT_EQ(factors.values, expected.values);
    EXPECT_EQ(pivots, expected_pivots);

    auto x = b, expected_x = b;
    ASSERT_EQ(f::lu_solve(layout, n, 2, factors.data(), factors.leading, pivots.data(), x.data(), x.leading, 1),
              ISOBIT_OK);
    linalg::lu_solve(expected.view(), expected_pivots, expected_x.view());
    EXPECT_EQ(x.values, expected_x.values);
    x = expected_x = b;
    ASSERT_EQ(f::solve(layout, n, 2, a.data(), a.leading, x.data(), x.leading, 5, 1), ISOBIT_OK);
    linalg::solve(a.view(), expected_x.view(), linalg::refinement{5});
    EXPECT_EQ(x.values, expected_x.values);

    auto inverse = a;
    expected = a;
    ASSERT_EQ(f::inverse(layout, n, inverse.data(), inverse.leading, 2, 1), ISOBIT_OK);
    linalg::inverse(expected.view(), linalg::refinement{2});
    EXPECT_EQ(inverse.values, expected.values);
    T determinant = 0;
    ASSERT_EQ(f::determinant(layout, n, a.data(), a.leading, 1, &determinant), ISOBIT_OK);
    EXPECT_EQ(determinant, linalg::determinant(a.view()));

    for (index i = 0; i < n; ++i) a.at(i, i) = T(200);
    for (auto const half : halves) {
      auto l = a, expected_l = a;
      ASSERT_EQ(f::cholesky(layout, half, n, l.data(), l.leading, 1, &info), ISOBIT_OK);
      EXPECT_EQ(info, 0);
      auto const which = half == ISOBIT_LOWER ? linalg::triangle::lower : linalg::triangle::upper;
      EXPECT_EQ(linalg::cholesky(which, expected_l.view()), 0);
      EXPECT_EQ(l.values, expected_l.values);
    }
  }
}

TYPED_TEST(c_linalg_systems, a_singular_matrix_is_a_status) {
  using T = TypeParam;
  using f = functions<T>;
  std::vector<T> const a = {1, 2, 2, 4};
  std::vector<T> work = a, b = {1, 1};
  index pivots[2], info = 0;
  EXPECT_EQ(f::solve(ISOBIT_ROW_MAJOR, 2, 1, a.data(), 2, b.data(), 1, 0, 0), ISOBIT_SINGULAR);
  EXPECT_EQ(b, (std::vector<T>{1, 1}));
  EXPECT_EQ(f::inverse(ISOBIT_ROW_MAJOR, 2, work.data(), 2, 0, 0), ISOBIT_SINGULAR);
  EXPECT_EQ(work, a);
  EXPECT_EQ(f::lu(ISOBIT_ROW_MAJOR, 2, 2, work.data(), 2, pivots, 0, &info), ISOBIT_SINGULAR);
  EXPECT_EQ(info, 2);
  work = {4, 2, 2, -1};
  EXPECT_EQ(f::cholesky(ISOBIT_ROW_MAJOR, ISOBIT_LOWER, 2, work.data(), 2, 0, &info), ISOBIT_SINGULAR);
  EXPECT_EQ(info, 2);
}

}  // namespace
}  // namespace isobit::test
