// Products of short sums, which have a path of their own, are their definition: every shape, whatever the elements.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "linalg/bounds.hpp"
#include "linalg/kernels.hpp"
#include "linalg/sliced_product.hpp"
#include "support/float_environment.hpp"
#include "support/products.hpp"

namespace isobit::test {
namespace {

using namespace linalg;

template <class T> class linalg_short_product : public testing::Test {};
TYPED_TEST_SUITE(linalg_short_product, linalg_types);

/// One and zero half of the time: these have a finish of their own.
template <class T> T some_factor(random_source& random, T usual) { return random.coin() ? usual : factor<T>(random); }

/// A product of that shape and some kind, in some layout, is the definition.
template <class T> testing::AssertionResult is_right(product_shape shape, random_source& random) {
  std::size_t const kind = random.below(matrix_kinds<real_of<T>>().size());
  product_problem<T> const problem(kind, random, shape);
  T const alpha = some_factor(random, T(1)), beta = some_factor(random, T(0));
  auto const result = gives_the_definition(problem, random, alpha, beta, region::all,
                                           [&](auto a, auto b, auto c) { gemm(alpha, a, b, beta, c, serial()); });
  if (result) return result;
  return testing::AssertionFailure() << result.message() << ", kind " << matrix_kinds<real_of<T>>()[kind].name
                                     << ", seed " << first_seed();
}

TYPED_TEST(linalg_short_product, of_every_small_shape) {
  using T = TypeParam;
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(1); ++i)
    for (index m = 0; m <= 20; ++m)
      for (index n = 0; n <= 20; ++n)
        for (index k = 0; k <= 20; ++k) ASSERT_TRUE(is_right<T>({m, n, k}, random));
}

TYPED_TEST(linalg_short_product, at_the_borders_of_pieces_and_of_what_fits) {
  using T = TypeParam;
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(2); ++i)
    for (index k : {31, 32, 33, 63, 64, 65, 127, 128, 129})
      for (index m : {24, 25, 49, 127, 128, 129}) ASSERT_TRUE(is_right<T>({m, random.between(2, 19), k}, random));
}

/// Every kind of elements, in sizes where all of the path is used.
TYPED_TEST(linalg_short_product, of_every_kind) {
  using T = TypeParam;
  auto const kinds = matrix_kinds<real_of<T>>();
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    for (std::uint64_t i = 0; i < scaled_count(10); ++i) {
      random_source random(first_seed() + i + (std::uint64_t{kind} << 32));
      product_problem<T> const problem(kind, random,
                                       {random.between(2, 40), random.between(2, 20), random.between(1, 70)});
      for (T const beta : {T(0), T(1), T(-1)})
        ASSERT_TRUE(gives_the_definition(problem, random, T(1), beta, region::all,
                                         [&](auto a, auto b, auto c) { gemm(T(1), a, b, beta, c, serial()); }))
            << kinds[kind].name << ", seed " << first_seed() + i;
    }
}

TYPED_TEST(linalg_short_product, in_batches) {
  using T = TypeParam;
  auto const kinds = matrix_kinds<real_of<T>>().size();
  for (std::uint64_t i = 0; i < scaled_count(40); ++i) {
    random_source random(first_seed() + i);
    std::size_t const count = random.below(12);
    std::vector<product_problem<T>> problems;
    std::vector<std::vector<T>> results;
    for (std::size_t p = 0; p < count; ++p) {
      problems.emplace_back(random.below(kinds), random,
                            product_shape{random.between(0, 30), random.between(0, 30), random.between(0, 140)});
      results.emplace_back(problems[p].sums.size(), T(1));
    }
    std::vector<matrix_view<T const>> a, b;
    std::vector<matrix_view<T>> c;
    for (std::size_t p = 0; p < count; ++p) {
      auto const& [shape, left, right] = problems[p].elements;
      a.push_back(row_major(left.data(), shape.rows, shape.depth));
      b.push_back(column_major(right.data(), shape.depth, shape.columns));
      c.push_back(column_major(results[p].data(), shape.rows, shape.columns));
    }
    T const alpha = some_factor(random, T(1)), beta = some_factor(random, T(0));
    gemm_batch(alpha, a, b, beta, std::span<matrix_view<T> const>(c), threads(1 + random.below(3)));
    for (std::size_t p = 0; p < count; ++p)
      for (index at = 0; at < static_cast<index>(results[p].size()); ++at) {
        index const rows = problems[p].elements.shape.rows;
        T const expected = problems[p].expected(at % rows, at / rows, alpha, beta, T(1));
        ASSERT_TRUE(identical(expected, results[p][static_cast<std::size_t>(at)]))
            << shown(expected) << " and " << shown(results[p][static_cast<std::size_t>(at)]) << ", seed "
            << first_seed() + i;
      }
  }
}

TYPED_TEST(linalg_short_product, does_not_see_the_floating_point_environment) {
  using T = TypeParam;
  auto const kinds = matrix_kinds<real_of<T>>();
  float_environment const before = read_environment();
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    random_source random(first_seed() + (std::uint64_t{kind} << 32));
    auto const data = make_factors<T>(kind, random, {13, 10, 20});
    auto const product = [&] {
      std::vector<T> out(130);
      gemm(T(1), row_major(data.left.data(), 13, 20), column_major(data.right.data(), 20, 10), T(0),
           column_major(out.data(), 13, 10), serial());
      return out;
    };
    auto const expected = product();
    for (std::uint64_t word : every_control_word()) {
      write_environment({word, 0});
      auto const found = product();
      float_environment const after = read_environment();
      write_environment(before);
      ASSERT_EQ(after.control, word);
      ASSERT_EQ(after.flags & ~inexact_flag, 0u) << kinds[kind].name;
      for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_TRUE(identical(found[i], expected[i])) << kinds[kind].name << ", control word " << word;
    }
  }
}

/// Factors by columns: of a for the kernels, of b likewise.
struct kernel_problem {
  index rows, columns, depth;
  std::vector<double> a, b;
  kernel_problem(index m, index n, index k)
      : rows(m), columns(n), depth(k), a(static_cast<std::size_t>(m * k)), b(static_cast<std::size_t>(k * n)) {}
};

/// Where these kernels cut, for factors with such squares: units of slices, or the start of sums whose products are
/// cut.
struct places {
  int left_unit, right_unit;
  double start;
  places(double left_squares, double right_squares) {
    int const above_sums = std::ilogb(std::sqrt(left_squares * right_squares)) + 1;
    left_unit = std::ilogb(std::sqrt(left_squares)) + 1 - 27;
    right_unit = above_sums - 53 - left_unit;
    start = gemm_kernels().sliced_f64.cuts_products ? std::ldexp(1.5, above_sums + 1) : 0;
  }
};

/// The largest error of high + low and the radius.
std::pair<double, double> error_and_radius(kernel_problem const& p) {
  auto const& table = gemm_kernels().sliced_f64;
  index const stride = (p.rows + table.lanes - 1) / table.lanes * table.lanes;
  std::vector<double> left(static_cast<std::size_t>(2 * stride * p.depth)),
      right(static_cast<std::size_t>(most_sliced_columns * sliced_column_size)),
      high(static_cast<std::size_t>(most_sliced_columns * stride)), low(high.size());
  double const left_squares = table.row_squares(p.a.data(), p.rows, p.rows, p.depth, left.data()) * (1 + 0x1p-20),
               right_squares =
                   table.column_squares(p.b.data(), p.depth, p.columns, p.depth, right.data()) * (1 + 0x1p-20);
  places const cut(left_squares, right_squares);
  if (!table.cuts_products) {
    table.slice_rows(p.a.data(), p.rows, p.rows, p.depth, std::ldexp(1.5, cut.left_unit + 52), left.data());
    table.slice_columns(p.b.data(), p.depth, p.columns, p.depth, std::ldexp(1.5, cut.right_unit + 52), right.data());
  }
  table.multiply(p.rows, p.columns, p.depth, left.data(), right.data(), cut.start, high.data(), low.data(), stride);
  double worst = 0;
  for (index j = 0; j < p.columns; ++j)
    for (index i = 0; i < p.rows; ++i) {
      exact_product sum;
      for (index l = 0; l < p.depth; ++l)
        sum.add_product(p.a[static_cast<std::size_t>(l * p.rows + i)], p.b[static_cast<std::size_t>(j * p.depth + l)]);
      sum.subtract(high[static_cast<std::size_t>(j * stride + i)]);
      sum.subtract(low[static_cast<std::size_t>(j * stride + i)]);
      worst = std::max(worst, std::abs(sum.round()));
    }
  double const rest = sliced_rest(p.depth, std::sqrt(left_squares), std::ldexp(1.0, cut.left_unit),
                                  std::sqrt(right_squares), std::ldexp(1.0, cut.right_unit));
  return {worst, table.cuts_products ? cut_radius(p.depth, cut.start) : sliced_radius(p.depth, rest)};
}

TEST(linalg_short_product, errors_reach_for_the_radius_in_vain) {
  random_source random(first_seed());
  bool const cuts_products = gemm_kernels().sliced_f64.cuts_products;
  double largest = 0;
  for (index k = 1; k <= most_sliced_depth; ++k) {
    kernel_problem p(3, 8, k);
    for (double& x : p.a) x = 1;
    for (double& x : p.b) x = 1;  // stays so in the last column, which decides on the unit
    double const squares = static_cast<double>(k) * (1 + 0x1p-20);
    places const cut(squares, squares);
    double const unit = cuts_products ? cut.start / 1.5 * 0x1p-52 : std::ldexp(1.0, cut.right_unit);
    index const piece = cuts_products ? k : sliced_piece;
    for (index j = 0; j + 1 < p.columns; ++j)
      for (index first = 0; first < k; first += piece) {
        auto const rests = drifting(std::min(k - first, piece), unit, j % 2 == 0, random);
        std::copy(rests.begin(), rests.end(), p.b.begin() + j * k + first);
      }
    auto const [error, radius] = error_and_radius(p);
    ASSERT_LE(error, radius) << "k " << k;
    largest = std::max(largest, error / radius);
  }
  std::printf("sliced: largest error / radius %.3f\n", largest);
  ASSERT_GT(largest, 0.02);
}

TEST(linalg_short_product, radius_holds_for_anything) {
  for (std::uint64_t i = 0; i < scaled_count(300); ++i) {
    random_source random(first_seed() + i);
    kernel_problem p(random.between(1, 30), random.between(1, 16), random.between(1, 128));
    int const spread = random.between(0, 60);
    auto const fill = [&](std::vector<double>& values) {
      bool const signs = random.coin();
      for (double& x : values) {
        x = std::ldexp(static_cast<double>(random.next() >> 11), -53 - random.between(0, spread));
        if (signs && random.coin()) x = -x;
      }
    };
    fill(p.a), fill(p.b);
    auto const [error, radius] = error_and_radius(p);
    ASSERT_LE(error, radius) << "seed " << first_seed() + i;
  }
}

// Rows of zeros, which are settled first, beside near ties, which are not.
TEST(linalg_short_product, near_ties_beside_zeros_are_not_lost) {
  constexpr linalg::index rows = 16, depth = 3;
  std::vector<double> a(rows * depth), c(rows * 2);
  std::vector<double> const b = {1, 1, 1, 1, 0.25, 0.125};
  for (linalg::index zeros = 0; zeros < rows; ++zeros) {
    for (linalg::index i = 0; i < rows; ++i) {
      auto const at = [&](linalg::index p) -> double& { return a[static_cast<std::size_t>(p * rows + i)]; };
      bool const hard = i == zeros || i == zeros + 1;
      at(0) = i < zeros ? 0 : 1,
      at(1) = i < zeros ? 0
              : hard    ? 0x1p-53
                        : 0.3,
      at(2) = i < zeros ? 0
              : hard    ? -0x1p-90
                        : 0.25;
    }
    linalg::gemm<double>(1.0, linalg::column_major(std::as_const(a).data(), rows, depth),
                         linalg::column_major(b.data(), depth, 2), 0.0, linalg::column_major(c.data(), rows, 2));
    for (linalg::index i = zeros; i < std::min(zeros + 2, rows); ++i)
      EXPECT_EQ(c[static_cast<std::size_t>(i)], 1.0) << zeros << " rows of zeros, row " << i;
  }
}

}  // namespace
}  // namespace isobit::test
