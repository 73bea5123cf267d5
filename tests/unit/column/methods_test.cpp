// The methods other than exact, against the plain loops and the library's accumulators; and products of complex
// numbers.
#include <algorithm>
#include <cmath>
#include <complex>
#include <set>

#include <gtest/gtest.h>

#include <isobit/method/binned.hpp>
#include <isobit/method/extended.hpp>

#include "column_data.hpp"
#include "reference/compensated.hpp"
#include "support/check.hpp"
#include "support/data_classes.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

using columns::operation;
using columns::rule;

template <class T>
constexpr number_format format_of = std::same_as<T, float> ? number_format::binary32 : number_format::binary64;

/// Rows of every class of data, one after the other.
template <class T> struct table {
  int ranks;
  std::size_t count;
  std::vector<T> numbers;
  [[nodiscard]] columns::rows view() const {
    return {reinterpret_cast<std::byte const*>(numbers.data()), count * sizeof(T), ranks, count};
  }
  [[nodiscard]] std::vector<T> column(std::size_t i) const {
    std::vector<T> x;
    for (std::size_t rank = 0; rank < static_cast<std::size_t>(ranks); ++rank) x.push_back(numbers[rank * count + i]);
    return x;
  }
  [[nodiscard]] std::vector<T> reduced(columns::recipe const& how, operation what) const {
    std::vector<T> result(count);
    columns::reduce(how, what, {format_of<T>, false}, view(), result.data());
    return result;
  }
};

template <class T, class Body> void for_each_table(Body body) {
  random_source random(first_seed());
  SCOPED_TRACE("seed " + std::to_string(first_seed()));
  for (auto const& kind : data_classes<T>())
    for (int ranks : {2, 3, 5, 16})
      for (std::size_t count : {1, 70}) {
        SCOPED_TRACE(std::string(kind.name) + ", " + std::to_string(ranks) + " ranks");
        body(table<T>{ranks, count, make_data(kind, random, static_cast<std::size_t>(ranks) * count)});
        if (testing::Test::HasFailure()) return;
      }
}

template <class T> class methods : public testing::Test {
public:
  template <class State> static void expect_state(columns::recipe const& how) {
    for_each_table<T>([&](table<T> const& x) {
      std::vector<T> expected;
      for (std::size_t i = 0; i < x.count; ++i) {
        State state;
        for (T value : x.column(i)) state.add(value);
        expected.push_back(state.round());
      }
      ASSERT_TRUE(same_bits(expected, x.reduced(how, operation::sum)));
    });
  }
};
using element_types = testing::Types<float, double>;
TYPED_TEST_SUITE(methods, element_types);

TYPED_TEST(methods, binned) {
  this->template expect_state<binned<TypeParam, 1>>({rule::binned, 1, 1});
  this->template expect_state<binned<TypeParam, 2>>({rule::binned, 2, 1});
  this->template expect_state<binned<TypeParam, 3>>({rule::binned, 3, 1});
  this->template expect_state<binned<TypeParam, 4>>({rule::binned, 4, 1});
}

TYPED_TEST(methods, kahan_and_knuth) {
  this->template expect_state<reference::compensated<compensation::kahan, TypeParam>>({rule::kahan, 3, 1});
  this->template expect_state<reference::compensated<compensation::knuth, TypeParam>>({rule::knuth, 3, 1});
}

TYPED_TEST(methods, extended) { this->template expect_state<extended<TypeParam>>({rule::extended, 3, 1}); }

TYPED_TEST(methods, order_is_the_plain_loop) {
  for_each_table<TypeParam>([&](table<TypeParam> const& x) {
    std::vector<TypeParam> sums, products;
    for (std::size_t i = 0; i < x.count; ++i) {
      auto const column = x.column(i);
      TypeParam sum = column[0], product = column[0];
      for (std::size_t k = 1; k < column.size(); ++k) sum += column[k], product *= column[k];
      sums.push_back(canonical(sum));
      products.push_back(canonical(product));
    }
    ASSERT_TRUE(same_bits(sums, x.reduced({rule::order, 3, 1}, operation::sum)));
    ASSERT_TRUE(same_bits(products, x.reduced({rule::order, 3, 1}, operation::product)));
  });
}

TYPED_TEST(methods, shuffle_is_the_sum_in_some_order) {
  random_source random(first_seed());
  table<TypeParam> x{4, 200, {}};
  for (std::size_t i = 0; i < 800; ++i) x.numbers.push_back(random_number<TypeParam>(random, -10, i % 3 == 0 ? 40 : 0));
  auto const results = x.reduced({rule::shuffle, 3, 7}, operation::sum);
  int unlike_rank_order = 0;
  auto const in_order = x.reduced({rule::order, 3, 7}, operation::sum);
  for (std::size_t i = 0; i < x.count; ++i) {
    auto column = x.column(i);
    bool found = false;
    std::sort(column.begin(), column.end());
    do found |= bits_of(results[i]) == bits_of(((column[0] + column[1]) + column[2]) + column[3]);
    while (std::next_permutation(column.begin(), column.end()));
    ASSERT_TRUE(found) << "column " << i;
    unlike_rank_order += bits_of(results[i]) != bits_of(in_order[i]);
  }
  EXPECT_GT(unlike_rank_order, 20);
}

TYPED_TEST(methods, shuffle_depends_on_the_seed_and_the_column_alone) {
  random_source random(first_seed());
  table<TypeParam> x{6, 100, {}};
  for (std::size_t i = 0; i < 600; ++i) x.numbers.push_back(random_number<TypeParam>(random, -40, 0));
  auto const whole = x.reduced({rule::shuffle, 3, 1}, operation::sum);
  for (std::size_t i = 0; i < x.count; ++i) {
    table<TypeParam> const one{6, 1, x.column(i)};
    ASSERT_TRUE(same_bits(whole[i], one.reduced({rule::shuffle, 3, 1}, operation::sum)[0]));
  }
  std::set<std::vector<TypeParam>> different;
  for (std::uint64_t seed = 0; seed < 10; ++seed) different.insert(x.reduced({rule::shuffle, 3, seed}, operation::sum));
  EXPECT_EQ(different.size(), 10u);
}

/// Columns 1, A, -A differ in A only, and their sum is 1 where the 1 comes last, else 0: the order must not be the same
/// for all of them.
TYPED_TEST(methods, shuffle_depends_on_all_numbers_of_the_column) {
  constexpr int first = 60, last = 100;
  table<TypeParam> x{3, last - first, {}};
  for (int sign : {0, 1, -1})
    for (int e = first; e < last; ++e) x.numbers.push_back(sign == 0 ? 1 : std::ldexp(static_cast<TypeParam>(sign), e));
  auto const sums = x.reduced({rule::shuffle, 3, 1}, operation::sum);
  auto const ones = std::ranges::count(sums, TypeParam(1));
  EXPECT_EQ(ones + std::ranges::count(sums, TypeParam(0)), last - first);
  EXPECT_GT(ones, 0);
  EXPECT_LT(ones, last - first);
}

TYPED_TEST(methods, other_products_are_exact) {
  for_each_table<TypeParam>([&](table<TypeParam> const& x) {
    auto const exact = x.reduced({}, operation::product);
    for (auto how : {rule::binned, rule::extended, rule::kahan, rule::knuth})
      ASSERT_TRUE(same_bits(exact, x.reduced({how, 3, 1}, operation::product)));
  });
}

TYPED_TEST(methods, products_of_too_many_factors_are_in_rank_order) {
  random_source random(first_seed());
  table<TypeParam> x{columns::most_exact_factors + 1, 2, {}};
  for (std::size_t i = 0; i < 2 * static_cast<std::size_t>(x.ranks); ++i) {
    TypeParam const small = random_number<TypeParam>(random, -9, -9);
    x.numbers.push_back(1 + small * small);
  }
  EXPECT_TRUE(same_bits(x.reduced({rule::order, 3, 1}, operation::product), x.reduced({}, operation::product)));
  --x.ranks;
  EXPECT_FALSE(same_bits(x.reduced({rule::order, 3, 1}, operation::product), x.reduced({}, operation::product)));
}

TYPED_TEST(methods, complex_products_are_the_textbook_formula_in_rank_order) {
  for_each_table<TypeParam>([&](table<TypeParam> const& x) {
    if (x.count % 2 != 0) return;
    std::vector<TypeParam> expected, result(x.count);
    for (std::size_t i = 0; i < x.count; i += 2) {
      auto const real = x.column(i), imaginary = x.column(i + 1);
      TypeParam a = real[0], b = imaginary[0];
      for (std::size_t k = 1; k < real.size(); ++k) {
        TypeParam const next = a * real[k] - b * imaginary[k];
        b = a * imaginary[k] + b * real[k];
        a = next;
      }
      expected.insert(expected.end(), {canonical(a), canonical(b)});
    }
    columns::rows in = x.view();
    in.count /= 2;
    for (auto how : {rule::exact, rule::binned, rule::order}) {
      columns::reduce({how, 3, 1}, operation::product, {format_of<TypeParam>, true}, in, result.data());
      ASSERT_TRUE(same_bits(expected, result));
    }
  });
}

}  // namespace
}  // namespace isobit::test
