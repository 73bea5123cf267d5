// Sparse matrices in other layouts: the same entries there and back, and products with the bits of the matrix by rows.
#include <complex>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>
#include <isobit/sparse.hpp>

#include "support/sparse_matrices.hpp"

namespace isobit::test {
namespace {

/// What a row's entries are, whatever their order and whatever zeros were added.
template <class T, class Index, class Offset> auto entries_of(csr_matrix<T, Index, Offset> const& a, bool zeros) {
  std::map<std::pair<index, index>, std::vector<T>> all;
  for_each_entry(a, [&](index i, index j, T const& value) {
    if (zeros || value != T{}) all[{i, j}].push_back(value);
  });
  return all;
}
template <class Entries> testing::AssertionResult same_entries(Entries const& expected, Entries const& actual) {
  if (expected.size() != actual.size()) return testing::AssertionFailure() << "number of places";
  for (auto const& [place, values] : expected) {
    auto const found = actual.find(place);
    if (found == actual.end() || found->second.size() != values.size()) return testing::AssertionFailure() << "places";
    if (!same_elements(values, found->second)) return same_elements(values, found->second);
  }
  return testing::AssertionSuccess();
}

template <class T, class Index, class Offset> void check(std::size_t count) {
  using real = real_of<T>;
  for_each_case<T>(count, [&](random_source& random, data_class<real> const& kind) {
    index const rows = random.between(0, 40), columns = random.between(0, 40);
    auto const a = random_matrix<T, Index, Offset>(random, kind, rows, columns);
    auto const x = elements<T>(kind, random, columns);
    T const alpha = random.coin() ? T(1) : nasty<T>(random, random.between(0, 7));
    T const beta = random.coin() ? T{} : nasty<T>(random, random_kind(random));
    auto const start = elements<T>(kind, random, rows);
    auto expected = start;
    sparse::multiply(alpha, a, x, beta, vector_view<T>(expected));

    auto const check_layout = [&](auto const& layout, bool fills) {
      auto const back = sparse::to_csr(layout);
      ASSERT_EQ(back.rows, rows);
      ASSERT_EQ(back.columns, columns);
      ASSERT_TRUE(same_entries(entries_of(a, !fills), entries_of(back, !fills)));
      auto y = start;
      sparse::multiply(alpha, layout, x, beta, vector_view<T>(y), threads(1 + random.below(4)));
      if (fills) {  // zeros meet infinities, and are entries where there were none
        expected = start;
        sparse::multiply(alpha, back, x, beta, vector_view<T>(expected));
      }
      ASSERT_TRUE(same_elements(expected, y));
      std::vector<T> two(2 * y.size());
      std::vector<T> both(x);
      both.insert(both.end(), x.begin(), x.end());
      sparse::multiply(alpha, layout.view(), column_major(both.data(), columns, 2), T{},
                       column_major(two.data(), rows, 2));
      std::vector<T> one(y.size());
      sparse::multiply(alpha, layout, x, T{}, vector_view<T>(one));
      one.insert(one.end(), one.begin(), one.begin() + rows);
      ASSERT_TRUE(same_elements(one, two));
    };
    check_layout(sparse::to_csc(a), false);
    check_layout(sparse::to_ell(a), false);
    check_layout(sparse::to_sell(a, random.between(1, 9), random.between(1, 50)), false);
    check_layout(sparse::to_bsr(a, random.between(1, 4), random.between(1, 4)), true);
  });
}

TEST(sparse_layout, bits_are_those_of_rows) {
  check<double, std::int32_t, std::int32_t>(6);
  check<float, std::int64_t, std::int64_t>(4);
  check<std::complex<double>, std::int32_t, std::int64_t>(3);
  check<std::complex<float>, std::int32_t, std::int32_t>(3);
}

/// Strips end in the middle of blocks and chunks.
TEST(sparse_layout, long_matrices_are_cut_into_strips) {
  random_source random(first_seed());
  auto a = random_pattern<double, std::int32_t, std::int32_t>(random, 5000, 900);
  for (std::size_t k = 0; k < a.indices.size(); ++k) a.values.push_back(random_number<double>(random, -20, 20));
  std::vector<double> x(900), expected(5000);
  for (double& one : x) one = random_number<double>(random, -20, 20);
  sparse::multiply(a, x, vector_view<double>(expected));
  for (std::size_t count = 1; count <= 4; ++count) {
    auto const check_layout = [&](auto const& layout) {
      std::vector<double> y(5000);
      sparse::multiply(1.0, layout, x, 0.0, vector_view<double>(y), threads(count));
      EXPECT_TRUE(same_elements(expected, y)) << count << " threads";
    };
    check_layout(sparse::to_csc(a));
    check_layout(sparse::to_ell(a));
    check_layout(sparse::to_sell(a, 8, 64));
    check_layout(sparse::to_sell(a, 7, 1));
    check_layout(sparse::to_bsr(a, 3, 2));
  }
}

}  // namespace
}  // namespace isobit::test
