// Products by residues are their definition, bit by bit, whatever the plan: one that is too small costs time only.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "linalg/kernels.hpp"
#include "linalg/packed_product.hpp"
#include "linalg/residues/residue_block.hpp"
#include "support/products.hpp"

namespace isobit::test {
namespace {

using namespace linalg;

template <class T> class linalg_residues : public testing::Test {};
TYPED_TEST_SUITE(linalg_residues, linalg_types);

/// By residues, of so many moduli or as planned.
template <class T> auto by_residues(T alpha, T beta, int moduli, std::size_t thread_count = 1) {
  return [=](matrix_view<T const> a, matrix_view<T const> b, matrix_view<T> c) {
    product_choice const choice = {.way = product_way::residues, .moduli = moduli};
    threads const driver(thread_count);
    multiply_packed(driver_ref(driver), alpha, a, b, beta, c, linalg::detail::part::all, choice);
  };
}

/// None, mostly, or any number of them, most of them too few.
int some_moduli(random_source& random) { return random.coin() ? 0 : random.between(2, most_moduli); }

template <class T> T some_alpha(random_source& random) {
  T const alpha = random.coin() ? T(1) : factor<T>(random);
  return alpha == T(0) ? T(-1) : alpha;
}

bool is_empty(product_shape const& shape) { return shape.rows == 0 || shape.columns == 0 || shape.depth == 0; }

TYPED_TEST(linalg_residues, are_the_definition) {
  using T = TypeParam;
  counted_entries entries;
  for_each_product<T>(6, [&](product_problem<T> const& problem, random_source& random) {
    if (is_empty(problem.elements.shape)) return;
    entries.add(problem.elements.shape);
    T const alpha = some_alpha<T>(random), beta = random.coin() ? T(0) : factor<T>(random);
    int const moduli = some_moduli(random);
    ASSERT_TRUE(gives_the_definition(problem, random, alpha, beta, region::all,
                                     by_residues(alpha, beta, moduli, 1 + random.below(3))))
        << moduli << " moduli";
  });
}

// Groups of lines, calls, blocks and their borders.
TYPED_TEST(linalg_residues, are_the_definition_across_blocks) {
  using T = TypeParam;
  for (product_shape shape : {product_shape{200, 21, 9}, {15, 195, 12}, {49, 17, 40}, {193, 33, 5}, {1, 1, 3}}) {
    random_source random(first_seed());
    product_problem<T> const problem(1, random, shape);
    ASSERT_TRUE(gives_the_definition(problem, random, T(1), T(0), region::all, by_residues(T(1), T(0), 0)))
        << shape.rows << " x " << shape.columns;
  }
}

TYPED_TEST(linalg_residues, of_one_half_leave_the_other) {
  using T = TypeParam;
  for (bool lower : {false, true}) {
    random_source random(first_seed());
    product_problem<T> const problem(1, random, {61, 61, 20});
    auto const half = lower ? linalg::detail::part::lower : linalg::detail::part::upper;
    ASSERT_TRUE(gives_the_definition(problem, random, T(1), T(1), lower ? region::lower : region::upper,
                                     [&](matrix_view<T const> a, matrix_view<T const> b, matrix_view<T> c) {
                                       serial const driver;
                                       multiply_packed(driver_ref(driver), T(1), a, b, T(1), c, half,
                                                       {.way = product_way::residues});
                                     }));
  }
}

// What a plan looks at says nothing of the rest: every other line, and most elements, have bits that it does not
// expect.
TEST(linalg_residues, survive_misleading_samples) {
  random_source random(first_seed());
  product_shape const shape = {70, 70, 70};
  auto elements = make_factors<double>(1, random, shape);
  for (auto* side : {&elements.left, &elements.right})
    for (index l = 0; l < 70; ++l)
      for (index p = 0; p < 70; ++p) {
        double& x = (*side)[static_cast<std::size_t>(l * 70 + p)];
        x = l % 2 == 0 && p % 2 == 0 ? std::rint(x * 8) : std::ldexp(x, random.between(-60, 0));
      }
  product_problem<double> const problem(elements);
  for (int moduli : {0, 2, 5, 12, most_moduli})
    ASSERT_TRUE(gives_the_definition(problem, random, 1.0, 0.0, region::all, by_residues(1.0, 0.0, moduli)))
        << moduli << " moduli";
}

// More products than a sum of 32 bits has room for, all of one sign.
TEST(linalg_residues, of_long_sums) {
  index const depth = most_residue_products + 9;
  for (double value : {1 - 0x1p-53, 0x1.5555555555555p-1}) {
    std::vector<double> const a(static_cast<std::size_t>(2 * depth), value), b(a.size(), -value);
    std::vector<double> c(4);
    by_residues(1.0, 0.0, 0)(row_major(a.data(), 2, depth), column_major(b.data(), depth, 2),
                             column_major(c.data(), 2, 2));
    exact_entry<double> expected;
    for (index p = 0; p < depth; ++p) expected.add_product(value, -value);
    for (double x : c) ASSERT_TRUE(same_bits(expected.round(), x));
  }
}

/// A row of a large element and a small one, times a column of nothing and a large one: the small one is rounded away.
double of_a_small_element(double large, double small, double alpha, double beta, double start) {
  double const a[] = {large, small}, b[] = {0, large};
  double c = start;
  by_residues(alpha, beta, 0)(row_major(a, 1, 2), column_major(b, 2, 1), column_major(&c, 1, 1));
  exact_entry<double> sum;
  sum.add_product(small, large);
  EXPECT_TRUE(same_bits(sum.round(alpha, beta, start), c)) << hexadecimal(small) << ", alpha " << hexadecimal(alpha);
  return c;
}

// Of the smallest lines, what is lost vanishes when it is scaled; alpha would make it large again.
TEST(linalg_residues, keep_radii_from_vanishing) {
  for (int exponent = -90; exponent > -440; exponent -= 3)
    for (double alpha : {1.0, 0x1p30, 0x1.8p440}) {
      of_a_small_element(0x1p-451, std::ldexp(1.5, exponent - 451), alpha, 0, 0);
      of_a_small_element(0x1p-451, std::ldexp(1.5, exponent - 451), alpha, 0x1p-350, 0x1.8p-350);
    }
}

// Corrected sums, too: this one is 0x1p-1074 times 2^34 + 0.4375, of which a subnormal number does not hold the end.
// Times alpha that is just more than half of the last place of beta times c, without its end just less.
TEST(linalg_residues, keep_radii_of_corrected_sums_from_vanishing) {
  double const small = (0x1p34 + 0.4375) * 0x1p-623, alpha = 0x1p-640 / ((0x1p34 + 0.25) * 0x1p-900) * 0x1p174;
  double const found = of_a_small_element(0x1p-451, small, alpha, 0x1p-287, (0x1p52 + 1) * 0x1p-352);
  ASSERT_EQ(found, (0x1p52 + 2) * 0x1p-639);
}

/// Sums by residues of so many moduli, and how they compare with the exact ones; as they are, and corrected.
struct enclosed_sums {
  double worst_share = 0;  ///< of the bound that an error reached
  index corrected = 0;

  enclosed_sums(matrix_view<double const> a, matrix_view<double const> b, int count, norm_limit const& left_limit,
                norm_limit const& right_limit) {
    auto const b_lines = transposed(b);
    linalg::panels left(gemm_kernels(), side::left, a), right(gemm_kernels(), side::right, b_lines);
    for (index i = 0; i < left.count(); ++i) left.pack(a, i);
    for (index j = 0; j < right.count(); ++j) right.pack(b_lines, j);
    auto const& system = residue_system_of(count);
    EXPECT_TRUE(sums_fit(system, left.depth(), left_limit, right_limit));
    residue_panels rows(residue_kernels(), system, left, side::left, left_limit);
    residue_panels columns(residue_kernels(), system, right, side::right, right_limit);
    for (index i = 0; i < rows.groups(); ++i) rows.convert(i);
    for (index j = 0; j < columns.groups(); ++j) columns.convert(j);
    residue_factors const factors = {residue_kernels(), system, rows, columns};
    residue_block block(factors, a.rows, b.columns);
    block.multiply(0, a.rows, 0, b.columns, [](auto...) { return true; });
    double high[residue_part_side], low[residue_part_side], radius[residue_part_side];
    for (index j = 0; j < b.columns; ++j) {
      block.reconstruct(0, j, 1, {residue_part_side, residue_part_side, high, low, radius});
      for (index i = 0; i < a.rows; ++i) {
        exact_entry<double> sum;
        for (index p = 0; p < a.columns; ++p) sum.add_product(rows.elements(i)[p], columns.elements(j)[p]);
        double const bound = radius[i];
        sum.add(-high[i]), sum.add(-low[i]);
        double const off = std::abs(sum.round());
        EXPECT_LE(off, bound) << count << " moduli, entry " << i << ", " << j;
        if (bound > 0) worst_share = std::max(worst_share, off / bound);
        auto const left_out = block.left_out(i, j);
        if (!left_out || left_out->sum == 0) continue;
        ++corrected;
        sum.add(-left_out->sum);
        EXPECT_LE(std::abs(sum.round()), block.error(i) + left_out->radius) << count << " moduli, corrected";
      }
    }
  }
};

norm_limit limit_of(double norms) {
  int const bits = std::ilogb(norms) + 1;
  return {bits, std::ldexp(norms, -bits)};
}

/// 1024 equal elements, all half way between whole numbers and rounded up: the norm of the whole numbers is as much
/// larger than theirs as it can be, and the bound of the norm is just below the limit.
struct fullest_line {
  static constexpr index depth = 1024;
  norm_limit limit;
  double units;  ///< what elements are rounded to
  double element;

  explicit fullest_line(double norms) : limit(limit_of(norms)) {
    double const most = norms / (32 * (1 + 0x1.00001p-20));
    double const whole = std::floor(most - 0.5), odd = whole - std::fmod(whole + 1, 2);
    bool const has_half = most < 0x1p50;
    units = has_half ? odd + 1 : std::floor(most);
    element = std::ldexp(has_half ? odd + 0.5 : units, 5 - limit.bits);
  }
};

// Sums as large as Cauchy and Schwarz allow, of lines as long as their limits allow, and limits as large as fit.
TEST(linalg_residues, hold_the_largest_sums) {
  double const room = std::sqrt(double{fullest_line::depth}) / 2;
  double least_share = 1;
  for (int count = 3; count <= most_moduli; ++count) {
    auto const& system = residue_system_of(count);
    for (double norm : {112.1, 0x1.8p30, 0x1.9p60, std::sqrt(system.product) / 1.5}) {
      fullest_line const right(norm);
      double most = 0.6 * system.product / (norm + room) - room;
      if (most < 0x1p15 || most >= 0x1p90) continue;  // whole numbers that are fine enough
      // The largest limit that fits.
      for (double step = most / 2; step > most * 0x1p-50; step /= 2)
        if (!sums_fit(system, fullest_line::depth, limit_of(most), right.limit))
          most -= step;
        else
          most += step;
      while (!sums_fit(system, fullest_line::depth, limit_of(most), right.limit)) most *= 1 - 0x1p-50;
      fullest_line const left(most);
      double const share = left.units * right.units * 1024 / system.product;
      least_share = std::min(least_share, share);
      for (double sign : {1.0, -1.0}) {
        std::vector<double> const a(fullest_line::depth, left.element), b(a.size(), sign * right.element);
        enclosed_sums const sums(row_major(a.data(), 1, fullest_line::depth),
                                 column_major(b.data(), fullest_line::depth, 1), count, left.limit, right.limit);
        ASSERT_LE(sums.worst_share, 1.0);
      }
    }
  }
  std::printf("sums by residues reach %.4f of the product of their moduli\n", least_share);
  ASSERT_GT(least_share, 0.497);
}

// Elements of one bit more than half of the machine's words, and of the most that plans use.
TEST(linalg_residues, have_elements_of_every_number_of_bits) {
  random_source random(first_seed());
  index const k = 5;
  for (int bits = 10; bits <= 90; ++bits) {
    norm_limit const many = {bits, 1}, few = {std::min(90, 160 - bits), 1};
    std::vector<double> a(static_cast<std::size_t>(3 * k)), b(a.size());
    for (auto* side : {&a, &b})
      for (double& x : *side) x = std::ldexp(static_cast<double>(random.next() >> 11), -53 - random.between(0, 9));
    for (index line = 0; line < 3; ++line) {
      auto const first = static_cast<std::size_t>(line * k);
      a[first] = b[first] = line == 0 ? 1 - 0x1p-53 : -(1 - 0x1p-53);
      if (line < 2)
        for (std::size_t p = first + 1; p < first + k; ++p) a[p] = b[p] = 0;
    }
    auto const left = row_major<double const>(a.data(), 3, k), right = column_major<double const>(b.data(), k, 3);
    for (bool swapped : {false, true})
      enclosed_sums const sums(left, right, most_moduli, swapped ? few : many, swapped ? many : few);
  }
}

// As many bits as a plan may use for one factor, if the other one is of integers.
TEST(linalg_residues, of_wide_rows_by_integers) {
  random_source random(first_seed());
  auto elements = make_factors<double>(1, random, {20, 20, 20});
  for (double& x : elements.left) x = std::ldexp(x, random.between(-110, 0));
  for (double& x : elements.right) x = random.between(-9, 9);
  product_problem<double> const problem(elements);
  ASSERT_TRUE(gives_the_definition(problem, random, 1.0, 0.0, region::all, by_residues(1.0, 0.0, most_moduli)));
}

// What rounding a few elements left out, added: off by no more than it says.
TEST(linalg_residues, are_corrected_within_a_bound) {
  random_source random(first_seed());
  index const k = 200;
  std::vector<double> a(static_cast<std::size_t>(9 * k)), b(a.size());
  for (auto* side : {&a, &b})
    for (double& x : *side) {
      bool const fine = random.one_in(20);
      x = std::ldexp(static_cast<double>(random.next() >> (fine ? 11 : 40)), fine ? -68 : -24);
      if (random.coin()) x = -x;
    }
  enclosed_sums const sums(row_major<double const>(a.data(), 9, k), column_major<double const>(b.data(), k, 9), 12,
                           {40, 1}, {40, 1});
  ASSERT_GT(sums.corrected, 40);
}

// A norm that is a limit times a power of two belongs to the next one.
TEST(linalg_residues, keep_norms_below_their_limits) {
  for (double size : {1.0, 0.5, 0.5 + 0x1p-7, 0.7109375, 0.9921875})
    for (int e : {-3, 0, 8}) {
      norm_limit const limit = {40, size};
      double const edge = std::ldexp(size, e);
      ASSERT_EQ(limit.exponent(edge), e + 1);
      ASSERT_EQ(limit.exponent(std::nextafter(edge, 0)), e);
      ASSERT_LT(std::nextafter(edge, 0) / limit.unit(std::nextafter(edge, 0)), limit.value());
      ASSERT_EQ(limit.unit(edge), std::ldexp(1.0, e + 1 - 40));
    }
}

// Every element half way between two whole numbers, by factors that are as large as can be: truncation at its bound,
// that of either factor and of both.
TEST(linalg_residues, reach_the_bound_of_truncation) {
  index const k = 64;
  int const bits = 30;  // norms lie below 8: the unit of lines is 2^-27
  std::vector<double> halves(static_cast<std::size_t>(k)), ones(halves.size(), 1 - 0x1p-18);
  for (index p = 0; p < k; ++p)
    halves[static_cast<std::size_t>(p)] = 0.96875 + 0x1p-27 * static_cast<double>(2 * p) + 0x1p-28;
  for (auto const& [a, b] : {std::pair{&halves, &ones}, {&ones, &halves}, {&halves, &halves}}) {
    enclosed_sums const sums(row_major<double const>(a->data(), 1, k), column_major<double const>(b->data(), k, 1), 10,
                             {bits}, {bits});
    std::printf("a sum by residues reaches %.4f of its bound\n", sums.worst_share);
    ASSERT_GE(sums.worst_share, 0.95);
  }
}

}  // namespace
}  // namespace isobit::test
