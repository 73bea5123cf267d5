// Matrix products are their definition, entry by entry, bit by bit: whatever the elements, shapes, layouts and factors.
#include <gtest/gtest.h>

#include "support/products.hpp"

namespace isobit::test {
namespace {

using namespace linalg;

template <class T> class linalg_gemm : public testing::Test {};
TYPED_TEST_SUITE(linalg_gemm, linalg_types);

/// One of the drivers, which must not show.
template <class Body> void with_some_driver(random_source& random, Body body) {
  switch (random.below(4)) {
  case 0:
    return body(automatic());
  case 1:
    return body(serial());
  case 2:
    return body(threads(1 + random.below(4)));
  default:
    return body(executor(23, [](std::size_t parts, task_ref run) {
      for (std::size_t part = 0; part < parts; ++part) run(parts - 1 - part);
    }));
  }
}

TYPED_TEST(linalg_gemm, is_the_definition) {
  using T = TypeParam;
  counted_entries entries;
  for_each_product<T>(10, [&](product_problem<T> const& problem, random_source& random) {
    for (int i = 0; i < 3; ++i) entries.add(problem.elements.shape);
    T const factors[][2] = {{T(1), T(0)}, {T(random.coin() ? 1 : -1), T(1)}, {factor<T>(random), factor<T>(random)}};
    for (auto const& pair : factors)
      with_some_driver(random, [&](auto const& driver) {
        T const alpha = pair[0], beta = pair[1];
        ASSERT_TRUE(gives_the_definition(problem, random, alpha, beta, region::all,
                                         [&](auto a, auto b, auto c) { gemm(alpha, a, b, beta, c, driver); }));
      });
  });
}

TYPED_TEST(linalg_gemm, is_the_definition_for_all_factors) {
  using T = TypeParam;
  for (std::size_t kind : {1u, 10u, 18u}) {
    random_source random(first_seed());
    product_problem<T> const problem(kind, random, {3, 4, 6});
    for (std::size_t i = 0; i < scaled_count(600); ++i) {
      T const alpha = factor<T>(random), beta = factor<T>(random);
      ASSERT_TRUE(gives_the_definition(problem, random, alpha, beta, region::all,
                                       [&](auto a, auto b, auto c) { gemm(alpha, a, b, beta, c); }))
          << "kind " << kind;
    }
  }
}

TYPED_TEST(linalg_gemm, of_one_half_leaves_the_other) {
  using T = TypeParam;
  auto const kinds = matrix_kinds<real_of<T>>().size();
  for (std::size_t i = 0; i < scaled_count(60); ++i) {
    random_source random(first_seed() + i);
    index const size = random.between(0, 40);
    product_problem<T> const problem(random.below(kinds), random, {size, size, random.between(0, 50)});
    bool const lower = random.coin();
    T const alpha = factor<T>(random), beta = random.coin() ? T(1) : factor<T>(random);
    ASSERT_TRUE(gives_the_definition(problem, random, alpha, beta, lower ? region::lower : region::upper,
                                     [&](auto a, auto b, auto c) {
                                       gemmt(lower ? triangle::lower : triangle::upper, alpha, a, b, beta, c,
                                             threads(1 + random.below(3)));
                                     }))
        << "seed " << first_seed() + i;
  }
}

/// A factor times its own transpose or adjoint.
template <class T> product_problem<T> with_itself(product_problem<T> const& problem, bool conjugate) {
  auto elements = problem.elements;
  elements.shape.columns = elements.shape.rows;
  elements.right = elements.left;
  if constexpr (is_complex<T>)
    if (conjugate)
      for (T& z : elements.right) z = {z.real(), -z.imag()};
  product_problem<T> result(elements);
  result.real_diagonal = conjugate;
  return result;
}

TYPED_TEST(linalg_gemm, syrk_and_herk_are_products_with_the_factor_itself) {
  using T = TypeParam;
  using R = real_of<T>;
  auto const kinds = matrix_kinds<R>().size();
  for (std::size_t i = 0; i < scaled_count(60); ++i) {
    random_source random(first_seed() + i);
    product_problem<T> const any(random.below(kinds), random, {random.between(0, 30), 1, random.between(0, 60)});
    bool const lower = random.coin();
    auto const half = lower ? triangle::lower : triangle::upper;
    auto const written = lower ? region::lower : region::upper;
    T const alpha = factor<T>(random), beta = factor<T>(random);
    ASSERT_TRUE(gives_the_definition(with_itself(any, false), random, alpha, beta, written,
                                     [&](auto a, auto, auto c) { syrk(half, alpha, a, beta, c); }))
        << "syrk, seed " << first_seed() + i;
    if constexpr (!is_complex<T>) {
      ASSERT_TRUE(gives_the_definition(with_itself(any, true), random, alpha, beta, written,
                                       [&](auto a, auto, auto c) { herk(half, alpha, a, beta, c); }))
          << "herk, seed " << first_seed() + i;
    } else {
      R const real_alpha = alpha.real();
      ASSERT_TRUE(gives_the_definition(with_itself(any, true), random, T(real_alpha), T(0), written,
                                       [&](auto a, auto, auto c) { herk(half, real_alpha, a, R(0), c); }))
          << "herk, seed " << first_seed() + i;
    }
  }
}

TYPED_TEST(linalg_gemm, herk_reads_no_imaginary_part_of_the_diagonal) {
  using T = TypeParam;
  using R = real_of<T>;
  if constexpr (is_complex<T>) {
    random_source random(first_seed());
    product_problem<T> const problem = with_itself(product_problem<T>(1, random, {9, 1, 20}), true);
    std::vector<T> c(81), expected(81);
    for (index j = 0; j < 9; ++j)
      for (index i = 0; i < 9; ++i) {
        T const start(R(random.between(-9, 9)), R(random.between(-9, 9)));
        c[static_cast<std::size_t>(j * 9 + i)] = i == j ? T(start.real(), std::numeric_limits<R>::quiet_NaN()) : start;
        T& entry = expected[static_cast<std::size_t>(j * 9 + i)];
        entry = i < j ? start : problem.expected(i, j, T(R(0.3)), T(R(-1.7)), i == j ? T(start.real()) : start);
      }
    herk(triangle::lower, R(0.3), row_major(problem.elements.left.data(), 9, 20), R(-1.7),
         column_major(c.data(), 9, 9));
    for (std::size_t at = 0; at < c.size(); ++at) ASSERT_TRUE(identical(expected[at], c[at])) << at;
  }
}

TYPED_TEST(linalg_gemm, batches_are_many_products) {
  using T = TypeParam;
  auto const kinds = matrix_kinds<real_of<T>>().size();
  for (std::size_t i = 0; i < scaled_count(20); ++i) {
    random_source random(first_seed() + i);
    T const alpha = factor<T>(random), beta = T(0);
    std::size_t const count = random.below(12);
    std::vector<product_problem<T>> problems;
    for (std::size_t each = 0; each < count; ++each)
      problems.emplace_back(random.below(kinds), random,
                            product_shape{random.between(0, 9), random.between(0, 9), random.between(0, 30)});
    std::vector<std::vector<T>> results;
    std::vector<matrix_view<T const>> a, b;
    std::vector<matrix_view<T>> c;
    for (auto const& problem : problems) {
      auto const [m, n, k] = problem.elements.shape;
      results.emplace_back(static_cast<std::size_t>(m * n), std::numeric_limits<real_of<T>>::quiet_NaN());
      a.push_back(row_major(problem.elements.left.data(), m, k));
      b.push_back(column_major(problem.elements.right.data(), k, n));
      c.push_back(column_major(results.back().data(), m, n));
    }
    gemm_batch(alpha, a, b, beta, std::span<matrix_view<T> const>(c), threads(3));
    for (std::size_t each = 0; each < count; ++each) {
      auto const [m, n, k] = problems[each].elements.shape;
      for (index j = 0; j < n; ++j)
        for (index row = 0; row < m; ++row)
          ASSERT_TRUE(identical(problems[each].expected(row, j, alpha, beta, T(0)),
                                results[each][static_cast<std::size_t>(j * m + row)]))
              << "seed " << first_seed() + i;
    }
  }
}

// The comparison can fail: what everyone computes does.
TYPED_TEST(linalg_gemm, plain_products_are_not_the_definition) {
  using T = TypeParam;
  random_source random(first_seed());
  product_problem<T> const problem(1, random, {8, 8, 64});
  auto const plain = [](bool blocked) {
    return [blocked](matrix_view<T const> a, matrix_view<T const> b, matrix_view<T> c) {
      auto const at = [](matrix_view<T const> m, index i, index j) {
        if constexpr (is_complex<T>)
          return m.conjugate ? std::conj(m.at(i, j)) : m.at(i, j);
        else
          return m.at(i, j);
      };
      for (index j = 0; j < c.columns; ++j)
        for (index i = 0; i < c.rows; ++i) {
          T sum = 0, block = 0;
          for (index p = 0; p < a.columns; ++p) {
            if constexpr (is_complex<T>)
              block += at(a, i, p) * at(b, p, j);
            else
              block = std::fma(at(a, i, p), at(b, p, j), block);
            if (blocked && p % 8 == 7) sum += block, block = 0;
          }
          c.at(i, j) = sum + block;
        }
    };
  };
  for (bool blocked : {false, true})
    ASSERT_FALSE(gives_the_definition(problem, random, T(1), T(0), region::all, plain(blocked)));
}

}  // namespace
}  // namespace isobit::test
