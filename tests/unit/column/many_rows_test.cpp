// Sums of columns of many rows, where guesses are wrong, rests decide, or nothing is left, against MPFR.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <isobit/arithmetic/bits.hpp>

#include "mpfr_column.hpp"
#include "support/check.hpp"

namespace isobit::test {
namespace {

constexpr int row_counts[] = {19, 20, 21, 27, 63, 64, 65, 127, 200, 331};

template <class T> class many_rows : public testing::Test {
public:
  static constexpr number_format format_of_numbers = sizeof(T) == 4 ? number_format::binary32 : number_format::binary64;
  using source = column_source<format_of_numbers>;
  using column = std::vector<T>;

  static void expect_exact(std::vector<column> const& columns, random_source& random) {
    std::vector<std::vector<uint128>> bits;
    for (auto const& one : columns) {
      bits.emplace_back();
      for (T const x : one) bits.back().push_back(bits_of(x));
    }
    expect_exact_bits(bits, random);
  }
  static void expect_exact_bits(std::vector<std::vector<uint128>> const& columns, random_source& random) {
    auto const ranks = static_cast<int>(columns[0].size());
    auto const memory = row_memory::of<format_of_numbers>(columns, ranks, random);
    auto const results = reduced({}, columns::operation::sum, {format_of_numbers, false}, memory.view());
    for (std::size_t i = 0; i < columns.size(); ++i)
      ASSERT_EQ(text_of(bits_at<format_of_numbers>(results, i)),
                text_of(mpfr_column<format_of_numbers>::sum(columns[i])))
          << "column " << i << " of " << columns.size() << ", " << ranks << " rows";
  }
};
using numbers = testing::Types<double, float>;
TYPED_TEST_SUITE(many_rows, numbers);

TYPED_TEST(many_rows, of_every_kind_side_by_side) {
  random_source random(first_seed());
  SCOPED_TRACE("seed " + std::to_string(first_seed()));
  typename TestFixture::source source(random);
  for (int const rows : row_counts)
    for (std::size_t const count : {1, 7, 8, 9, 65, 515}) {
      if (rows > 70 && count > 65) continue;
      std::vector<std::vector<uint128>> columns;
      for (std::size_t i = 0; i < count; ++i)
        columns.push_back(source.column(static_cast<int>(random.below(TestFixture::source::kinds)), rows));
      TestFixture::expect_exact_bits(columns, random);
      if (testing::Test::HasFatalFailure()) return;
    }
}

/// A number and half a unit of its last place, less something, and many small numbers, which together may be more than
/// that: where these are lost one by one, the radius must say so.
TYPED_TEST(many_rows, lost_rests_that_add_up_across_a_tie) {
  using T = TypeParam;
  random_source random(first_seed());
  int const half_unit = -std::numeric_limits<T>::digits;
  for (int const rows : row_counts) {
    std::vector<typename TestFixture::column> columns;
    for (int less = half_unit - 8; less > half_unit - 60; less -= 3)
      for (int small = -60; small > -120; small -= 4) {
        T const sign = random.coin() ? T(1) : T(-1);
        typename TestFixture::column one(static_cast<std::size_t>(rows), sign * std::ldexp(T(1), small));
        one[0] = sign;  // which the first look sees
        one[one.size() / 2] = sign * std::ldexp(T(1), half_unit);
        one[one.size() / 2 + 1 + random.below(one.size() / 2 - 1)] = -sign * std::ldexp(T(1), less);
        columns.push_back(one);
      }
    TestFixture::expect_exact(columns, random);
    if (testing::Test::HasFatalFailure()) return;
  }
}

/// Rests that go one way for thousands of rows, and come back by smaller steps.
TEST(many_rows_of_doubles, rests_that_drift) {
  random_source random(first_seed());
  constexpr int rows = 40000;
  std::vector<std::vector<double>> columns;
  for (int i = 0; i < 9; ++i) {
    double const step = std::ldexp(static_cast<double>((std::uint64_t{1} << 50) + (random.next() >> 16)), -85);
    std::vector<double> one = {1.0, 0x1p-53, -std::ldexp(1.0, -61 - i)};
    one.insert(one.end(), rows, 3 * step);
    one.insert(one.end(), 3 * rows, -step);
    columns.push_back(one);
  }
  many_rows<double>::expect_exact(columns, random);
}

/// Floats that doubles hold exactly side by side with some that they do not: so that all three ways are taken, and the
/// second one has to see what was lost.
TEST(rows_of_floats, exact_rounded_and_open_side_by_side) {
  random_source random(first_seed());
  SCOPED_TRACE("seed " + std::to_string(first_seed()));
  for (int const rows : {3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 33, 100})
    for (std::size_t const count : {67, 512, 520})
      for (int const kind : {0, 1, 2, 3}) {
        std::vector<std::vector<float>> columns(count, std::vector<float>(static_cast<std::size_t>(rows)));
        for (auto& one : columns) {
          bool const is_hard = kind != 0 && random.below(8) == 0;
          for (float& x : one)
            x = std::ldexp(static_cast<float>(random.between(-(1 << 24), 1 << 24)), static_cast<int>(random.below(4)));
          if (!is_hard) continue;
          // A tie, and what decides it: lost beside the largest number on the way, which goes away again.
          float const large = kind == 1 ? 0x1p60F : 0x1p30F;
          one[0] = kind == 3 ? 1.0F : large;
          one[1] = std::ldexp(random.coin() ? 1.0F : -1.0F, -static_cast<int>(25 + random.below(60)));
          for (std::size_t i = 2; i < one.size(); ++i) one[i] = i == 2 ? 0x1p-24F : 0.0F;
          if (kind != 3 && rows > 3) one[3] = -large;
          if (kind != 3 && rows > 4) one[4] = 1.0F;
        }
        many_rows<float>::expect_exact(columns, random);
        if (testing::Test::HasFatalFailure()) return;
      }
}

/// The signs of zeros where other columns raise the flags.
TEST(rows_of_floats, zeros_beside_what_is_rounded) {
  random_source random(first_seed());
  for (int const rows : {3, 4, 8, 9, 30}) {
    auto const n = static_cast<std::size_t>(rows);
    std::vector<std::vector<float>> columns(520, std::vector<float>(n, -0.0F));
    for (std::size_t i = 0; i < columns.size(); ++i) {
      auto& one = columns[i];
      if (i % 5 == 1) one[random.below(n)] = 0.0F;
      if (i % 5 == 2) one[0] = 0x1p-149F, one[n - 1] = -0x1p-149F;
      if (i % 5 == 3) one[0] = 0x1p100F, one[1] = 0x1p-100F, one[2] = -0x1p100F;
      if (i % 5 == 4)
        one[random.below(n)] = i % 2 == 0 ? std::numeric_limits<float>::infinity() : from_bits<float>(0x7fc00005u);
    }
    many_rows<float>::expect_exact(columns, random);
    if (testing::Test::HasFatalFailure()) return;
  }
}

/// Just below a tie, and small numbers that are lost one by one and together lift the sum across it: nearly as much as
/// can be lost, so that a radius that is too small by a little shows.
TEST(rows_of_floats, lose_as_much_as_the_bound_allows) {
  random_source random(first_seed());
  SCOPED_TRACE("seed " + std::to_string(first_seed()));
  for (int const rows : {8, 17, 100, 1000, 5001})
    for (std::size_t const count : {1, 7, 130}) {
      int const lost = rows - 3;
      std::vector<std::vector<float>> columns;
      for (std::size_t i = 0; i < count; ++i) {
        int const below = (lost - 1) / 2 - static_cast<int>(i) % (1 + lost / 8);
        // Less than half a unit of the double that is the sum so far.
        std::vector<float> one(static_cast<std::size_t>(rows), 0x1.fffffep-54F);
        one[0] = 1.0F, one[1] = 0x1p-24F, one[2] = std::ldexp(static_cast<float>(-below), -52);
        float const scale = std::ldexp(random.coin() ? 1.0F : -1.0F, random.between(-50, 50));
        for (float& x : one) x *= scale;
        columns.push_back(one);
      }
      many_rows<float>::expect_exact(columns, random);
      if (testing::Test::HasFatalFailure()) return;
    }
}

/// More rows than flags are looked at for.
TEST(rows_of_floats, very_many) {
  random_source random(first_seed());
  std::vector<std::vector<float>> columns(9, std::vector<float>(10001));
  for (auto& one : columns)
    for (float& x : one)
      x = std::ldexp(static_cast<float>(random.between(-1000, 1000)), -static_cast<int>(random.below(60)));
  columns[1][0] = 1.0F, columns[1][1] = 0x1p-24F;
  many_rows<float>::expect_exact(columns, random);
}

/// Numbers that the first look at a column does not see, and that do not stay.
TYPED_TEST(many_rows, guesses_that_are_wrong) {
  using T = TypeParam;
  random_source random(first_seed());
  for (int const rows : row_counts) {
    std::vector<typename TestFixture::column> columns;
    for (int exponent = -100; exponent < 100; exponent += 3) {
      typename TestFixture::column one;
      for (int i = 0; i < rows; ++i) one.push_back(std::ldexp(T(random.between(-1000, 1000)), -30));
      T const spike = std::ldexp(T(1), exponent);
      one[1 + random.below(one.size() - 2)] = spike;
      if (random.coin()) one[1 + random.below(one.size() - 2)] = -spike;
      columns.push_back(one);
    }
    TestFixture::expect_exact(columns, random);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TYPED_TEST(many_rows, zeros_have_their_signs) {
  using T = TypeParam;
  random_source random(first_seed());
  for (int const rows : row_counts) {
    auto const n = static_cast<std::size_t>(rows);
    std::vector<typename TestFixture::column> columns(40, typename TestFixture::column(n, -T(0)));
    for (std::size_t i = 0; i < columns.size(); ++i) {
      auto& one = columns[i];
      if (i % 5 == 1) one[random.below(n)] = T(0);
      if (i % 5 == 2) one[0] = T(0);
      if (i % 5 == 3) one[random.below(n / 2)] = T(3), one[n / 2 + random.below(n / 2)] = -T(3);
      if (i % 5 == 4) one[random.below(n)] = std::ldexp(T(1), -20);
    }
    TestFixture::expect_exact(columns, random);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace isobit::test
