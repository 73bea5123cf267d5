// Sums and products of columns, in every format, against MPFR.
#include "column/columns.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "mpfr_column.hpp"
#include "support/check.hpp"

namespace isobit::test {
namespace {

using columns::operation;

template <class Constant> class exact_columns : public testing::Test {
public:
  static constexpr number_format tested = Constant::value;

  /// Columns of all kinds side by side, against the oracle.
  static void expect_exact(operation what, int ranks, std::size_t count, random_source& random) {
    column_source<tested> source(random);
    std::vector<std::vector<uint128>> columns;
    for (std::size_t i = 0; i < count; ++i)
      columns.push_back(source.column(static_cast<int>(random.below(column_source<tested>::kinds)), ranks));
    auto const memory = row_memory::of<tested>(columns, ranks, random);
    auto const results = reduced({}, what, {tested, false}, memory.view());
    for (std::size_t i = 0; i < count; ++i) {
      uint128 const expected =
          what == operation::sum ? mpfr_column<tested>::sum(columns[i]) : mpfr_column<tested>::product(columns[i]);
      std::string numbers;
      if (ranks < 10)
        for (uint128 x : columns[i]) numbers += " " + text_of(x);
      ASSERT_EQ(text_of(bits_at<tested>(results, i)), text_of(expected)) << "column " << i << " of" << numbers;
    }
  }
};
TYPED_TEST_SUITE(exact_columns, format_types);

TYPED_TEST(exact_columns, sums_are_correctly_rounded) {
  random_source random(first_seed());
  SCOPED_TRACE("seed " + std::to_string(first_seed()));
  for (int ranks = 2; ranks <= 17; ++ranks)
    for (std::size_t count : {0, 1, 2, 3, 7, 63, 64, 65}) {
      SCOPED_TRACE(std::to_string(ranks) + " ranks, " + std::to_string(count) + " columns");
      this->expect_exact(operation::sum, ranks, count, random);
      if (testing::Test::HasFatalFailure()) return;
    }
  std::size_t const sizes = size_of(TestFixture::tested) <= 8 ? 20000 : 1000;
  for (int ranks : {2, 3, 4, 5}) this->expect_exact(operation::sum, ranks, scaled_count(sizes), random);
  this->expect_exact(operation::sum, 300, 40, random);
}

TYPED_TEST(exact_columns, products_are_correctly_rounded) {
  random_source random(first_seed());
  SCOPED_TRACE("seed " + std::to_string(first_seed()));
  for (int ranks = 2; ranks <= 17; ++ranks)
    for (std::size_t count : {0, 1, 5, 65}) {
      SCOPED_TRACE(std::to_string(ranks) + " ranks, " + std::to_string(count) + " columns");
      this->expect_exact(operation::product, ranks, count, random);
      if (testing::Test::HasFatalFailure()) return;
    }
  this->expect_exact(operation::product, 3, scaled_count(1000), random);
  this->expect_exact(operation::product, 300, 40, random);
}

/// Factors near 1, so that a product of many is neither zero nor infinite, and its end decides.
TYPED_TEST(exact_columns, products_of_many_factors_near_one) {
  using f = columns::shape<TestFixture::tested>;
  random_source random(first_seed());
  for (int ranks : {2, 3, 4, 5, 12, 100, 1000}) {
    column_source<TestFixture::tested> source(random);
    std::vector<uint128> column;
    for (int k = 0; k < ranks; ++k) column.push_back(source.finite(f::max_exponent - 2, f::max_exponent - 1));
    auto const memory = row_memory::of<TestFixture::tested>({column}, ranks, random);
    auto const results = reduced({}, operation::product, {TestFixture::tested, false}, memory.view());
    ASSERT_EQ(text_of(bits_at<TestFixture::tested>(results, 0)),
              text_of(mpfr_column<TestFixture::tested>::product(column)))
        << ranks << " factors";
  }
}

/// Significands of nothing but ones, the largest carries there are.
TYPED_TEST(exact_columns, products_of_all_ones) {
  using f = columns::shape<TestFixture::tested>;
  random_source random(first_seed());
  for (int ranks = 2; ranks < 40; ++ranks) {
    std::vector<uint128> const column(static_cast<std::size_t>(ranks),
                                      (uint128(f::max_exponent - 1) << f::stored_bits) - 1);
    auto const memory = row_memory::of<TestFixture::tested>({column}, ranks, random);
    auto const results = reduced({}, operation::product, {TestFixture::tested, false}, memory.view());
    ASSERT_EQ(text_of(bits_at<TestFixture::tested>(results, 0)),
              text_of(mpfr_column<TestFixture::tested>::product(column)))
        << ranks << " factors";
  }
}

/// A factor pair (1 + 2^-k)(1 - 2^-k) = 1 - 2^-2k and its like: products next to a tie, decided far below.
TYPED_TEST(exact_columns, products_next_to_ties) {
  using f = columns::shape<TestFixture::tested>;
  random_source random(first_seed());
  uint128 const one = uint128(f::max_exponent - 1) << f::stored_bits;
  for (int pairs = 1; pairs <= 40; ++pairs) {
    std::vector<uint128> column = {one + 1};  // one ulp above 1
    uint128 const half = one - f::implicit_bit;
    column.push_back(half + f::implicit_bit / 2);                                     // 3/4
    for (int k = 0; k < pairs; ++k) column.insert(column.end(), {one + 1, one - 2});  // 1 - ulp^2 each
    int const ranks = static_cast<int>(column.size());
    auto const memory = row_memory::of<TestFixture::tested>({column}, ranks, random);
    auto const results = reduced({}, operation::product, {TestFixture::tested, false}, memory.view());
    ASSERT_EQ(text_of(bits_at<TestFixture::tested>(results, 0)),
              text_of(mpfr_column<TestFixture::tested>::product(column)))
        << pairs << " pairs";
  }
}

TYPED_TEST(exact_columns, do_not_depend_on_the_order_of_the_ranks) {
  random_source random(first_seed());
  for (int ranks : {2, 3, 4, 9}) {
    std::vector<std::vector<uint128>> columns, shuffled;
    column_source<TestFixture::tested> source(random);
    for (int i = 0; i < 200; ++i)
      columns.push_back(source.column(i % column_source<TestFixture::tested>::kinds, ranks));
    shuffled = columns;
    for (auto& column : shuffled) random.shuffle(std::span(column));
    auto const a = row_memory::of<TestFixture::tested>(columns, ranks, random),
               b = row_memory::of<TestFixture::tested>(shuffled, ranks, random);
    for (auto how : {columns::rule::exact, columns::rule::binned})
      for (auto what : {operation::sum, operation::product})
        for (int bins = 1; bins <= 4; ++bins)
          ASSERT_EQ(reduced({how, bins, 1}, what, {TestFixture::tested, false}, a.view()),
                    reduced({how, bins, 1}, what, {TestFixture::tested, false}, b.view()))
              << "method " << int(how) << ", " << ranks << " ranks";
  }
}

TYPED_TEST(exact_columns, complex_sums_are_those_of_the_parts) {
  random_source random(first_seed());
  column_source<TestFixture::tested> source(random);
  std::vector<std::vector<uint128>> columns;
  for (int i = 0; i < 130; ++i) columns.push_back(source.column(i % column_source<TestFixture::tested>::kinds, 5));
  auto const memory = row_memory::of<TestFixture::tested>(columns, 5, random);
  EXPECT_EQ(reduced({}, operation::sum, {TestFixture::tested, true}, memory.view(2)),
            reduced({}, operation::sum, {TestFixture::tested, false}, memory.view()));
}

TYPED_TEST(exact_columns, one_rank_is_copied) {
  random_source random(first_seed());
  column_source<TestFixture::tested> source(random);
  std::vector<std::vector<uint128>> columns;
  for (int i = 0; i < 30; ++i) columns.push_back(source.column(i % column_source<TestFixture::tested>::kinds, 1));
  auto const memory = row_memory::of<TestFixture::tested>(columns, 1, random);
  auto const results = reduced({}, operation::sum, {TestFixture::tested, false}, memory.view());
  EXPECT_EQ(std::memcmp(results.data(), memory.view().first, results.size()), 0);
}

/// (2^210 + 1)(2^113 + 1) lies above a tie by less than can be seen in four words, and what is cut off on the way
/// makes it look as if it lay below.
TEST(products_of_columns, tie_broken_far_below) {
  constexpr auto tested = number_format::binary128;
  constexpr std::uint64_t factors[][2] = {{0x0, 0x5},
                                          {0x0, 0x41},
                                          {0x0, 0x29},
                                          {0x0, 0xccd},
                                          {0x0, 0x13ac5},
                                          {0x0, 0x13b0ec5},
                                          {0x0, 0x13fab154eac05},
                                          {0xd03740cc, 0xbeeeeefccd03740d},
                                          {0x0, 0x3},
                                          {0xaaaaaaaaaaaa, 0xaaaaaaaaaaaaaaab}};
  random_source random(first_seed());
  std::vector<uint128> column;
  for (auto const& [high, low] : factors) {
    int const zeros = high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(low);
    column.push_back(columns::rounded<tested>(false, {(uint128{high} << 64 | low) << zeros, -zeros, false}));
  }
  int const ranks = static_cast<int>(column.size());
  for (int trial = 0; trial < 200; ++trial) {
    random.shuffle(std::span(column));
    auto const memory = row_memory::of<tested>({column}, ranks, random);
    auto const results = reduced({}, operation::product, {tested, false}, memory.view());
    ASSERT_EQ(text_of(bits_at<tested>(results, 0)), text_of(mpfr_column<tested>::product(column))) << trial;
  }
}

TEST(sums_of_columns, zeros_keep_their_sign_and_nan_is_canonical) {
  double const x[3][5] = {{-0.0, 0.0, 1, __builtin_inf(), -__builtin_nan("7")},
                          {-0.0, -0.0, -1, -__builtin_inf(), 1},
                          {-0.0, -0.0, -0.0, 1, 1}};
  for (int ranks : {2, 3}) {
    double sum[5];
    columns::reduce({}, operation::sum, {}, {reinterpret_cast<std::byte const*>(x), sizeof x[0], ranks, 5}, sum);
    std::uint64_t const nan = format<double>::canonical_nan, expected[5] = {bits_of(-0.0), 0, 0, nan, nan};
    for (int i = 0; i < 5; ++i) EXPECT_EQ(bits_of(sum[i]), expected[i]) << i;
  }
}

}  // namespace
}  // namespace isobit::test
