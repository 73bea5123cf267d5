// Matrices and vectors from contributions, against their definition: every entry the exact sum of what was contributed
// to it, rounded once; whatever the order, the threads, and whether the pattern was known before.
#include <algorithm>
#include <complex>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>
#include <isobit/sparse.hpp>

#include "reference/linear_algebra.hpp"
#include "support/data_cases.hpp"
#include "support/float_environment.hpp"
#include "support/linalg_values.hpp"

namespace isobit::test {
namespace {

using sparse::csr_matrix;
using sparse::index;

template <class T, class Index> struct contributions {
  std::vector<Index> i, j;
  std::vector<T> values;

  void shuffle(random_source& random) {
    for (std::size_t k = values.size(); k > 1; --k) {
      auto const other = random.below(k);
      std::swap(i[k - 1], i[other]), std::swap(j[k - 1], j[other]), std::swap(values[k - 1], values[other]);
    }
  }
};

template <class T, class Index>
contributions<T, Index> random_contributions(random_source& random, index rows, index columns, std::size_t count) {
  contributions<T, Index> c;
  // A few places get most of them.
  auto const crowded = random.between(1, 40);
  for (std::size_t k = 0; k < count; ++k) {
    bool const crowd = random.coin();
    auto const place = crowd ? random.below(static_cast<std::uint64_t>(crowded)) : random.next();
    c.i.push_back(static_cast<Index>(place % static_cast<std::uint64_t>(rows)));
    c.j.push_back(static_cast<Index>(place / 3 % static_cast<std::uint64_t>(columns)));
  }
  return c;
}

template <class T, class Index>
csr_matrix<T, Index> by_definition(contributions<T, Index> const& c, index rows, index columns) {
  std::map<std::pair<Index, Index>, reference::entry<T>> entries;
  for (std::size_t k = 0; k < c.values.size(); ++k) entries[{c.i[k], c.j[k]}].add(c.values[k]);
  csr_matrix<T, Index> a;
  a.rows = rows, a.columns = columns;
  a.offsets.assign(static_cast<std::size_t>(rows) + 1, 0);
  for (auto const& [place, entry] : entries) {
    a.indices.push_back(place.second);
    a.values.push_back(entry.round());
    for (auto row = static_cast<std::size_t>(place.first); row < static_cast<std::size_t>(rows); ++row)
      ++a.offsets[row + 1];
  }
  return a;
}

template <class T, class Index>
testing::AssertionResult same_matrix(csr_matrix<T, Index> const& expected, csr_matrix<T, Index> const& actual) {
  if (expected.rows != actual.rows || expected.columns != actual.columns) return testing::AssertionFailure() << "shape";
  if (expected.offsets != actual.offsets) return testing::AssertionFailure() << "offsets";
  if (expected.indices != actual.indices) return testing::AssertionFailure() << "indices";
  if (expected.values.size() != actual.values.size()) return testing::AssertionFailure() << "number of values";
  return same_elements(expected.values, actual.values);
}

template <class T, class Index> void check(std::size_t count) {
  for_each_case<T>(count, [&](random_source& random, data_class<real_of<T>> const& kind) {
    index const rows = random.one_in(5) ? random.between(300, 2000) : random.between(1, 40),
                columns = random.between(1, 60);
    auto c = random_contributions<T, Index>(random, rows, columns, random.below(random.one_in(10) ? 3000 : 200));
    c.values = elements<T>(kind, random, static_cast<index>(c.i.size()));
    if (random.one_in(8))  // a cut that fits one bucket need not fit another
      for (std::size_t k = 0; k < c.values.size(); ++k) c.values[k] *= power_of_two<real_of<T>>(false, c.i[k] % 30);
    auto const expected = by_definition(c, rows, columns);
    auto const from = [&](driver_ref const& on) {
      return sparse::from_triplets<T, Index>(rows, columns, c.i, c.j, c.values, on);
    };
    ASSERT_TRUE(same_matrix(expected, from({})));
    c.shuffle(random);
    ASSERT_TRUE(same_matrix(expected, from(threads(1 + random.below(3)))));

    sparse::coo_pattern<Index> const pattern(rows, columns, c.i, c.j, threads(2));
    auto a = pattern.template assemble<T>(c.values, threads(1 + random.below(3)));
    ASSERT_TRUE(same_matrix(expected, a));
    std::fill(a.values.begin(), a.values.end(), T(7));
    pattern.template set_values<T>(c.values, a);
    ASSERT_TRUE(same_matrix(expected, a));

    std::vector<T> y(static_cast<std::size_t>(rows), T(7));
    sparse::scatter_add<T, Index>(c.i, c.values, y, threads(1 + random.below(3)));
    std::vector<reference::entry<T>> entries(y.size());
    for (std::size_t k = 0; k < c.i.size(); ++k) entries[static_cast<std::size_t>(c.i[k])].add(c.values[k]);
    for (std::size_t r = 0; r < y.size(); ++r) ASSERT_TRUE(same(entries[r].round(), y[r])) << "row " << r;
  });
}

TEST(sparse_assembly, every_entry_is_rounded_once_double) { check<double, std::int32_t>(8); }
TEST(sparse_assembly, every_entry_is_rounded_once_float) { check<float, std::int32_t>(8); }
TEST(sparse_assembly, every_entry_is_rounded_once_complex) {
  check<std::complex<double>, std::int64_t>(2);
  check<std::complex<float>, std::int32_t>(2);
}
TEST(sparse_assembly, every_entry_is_rounded_once_with_wide_indices) { check<double, std::int64_t>(2); }

TEST(sparse_assembly, environments_do_not_matter) {
  float_environment const usual = read_environment();
  for_each_case<double>(1, [&](random_source& random, data_class<double> const& kind) {
    auto c = random_contributions<double, std::int32_t>(random, 20, 20, 150);
    c.values = elements<double>(kind, random, 150);
    auto const expected = by_definition(c, 20, 20);
    for (auto control : every_control_word()) {
      float_environment const before{control, every_flag};
      write_environment(before);
      auto const a = sparse::from_triplets<double, std::int32_t>(20, 20, c.i, c.j, c.values, threads(2));
      auto const b = sparse::coo_pattern<std::int32_t>(20, 20, c.i, c.j).assemble<double>(c.values, threads(2));
      auto const after = read_environment();
      write_environment(usual);
      ASSERT_TRUE(undisturbed(before, after));
      ASSERT_TRUE(same_matrix(expected, a));
      ASSERT_TRUE(same_matrix(expected, b));
    }
  });
}

template <class Call> std::string message_of(Call call) {
  try {
    call();
  } catch (error const& problem) {
    return problem.what();
  }
  return "nothing was wrong";
}

TEST(sparse_assembly, refuses_what_is_not_there) {
  std::vector<int> i{0, 1}, j{0, 5}, negative{0, -1}, three{0, 0, 0};
  std::vector<double> v{1, 2};
  auto const assemble = [&](index rows, index columns, std::vector<int> const& at, std::vector<int> const& to) {
    return message_of([&] { return sparse::from_triplets<double, int>(rows, columns, at, to, v); });
  };
  EXPECT_EQ(assemble(2, 5, i, j), "isobit::sparse: contribution 1 is for column 5, and there are 5, numbered from 0");
  EXPECT_EQ(assemble(2, 6, negative, j),
            "isobit::sparse: contribution 1 is for row -1, and there are 2, numbered from 0");
  EXPECT_EQ(assemble(0, 6, i, j), "isobit::sparse: contribution 0 is for row 0, and there are 0, numbered from 0");
  EXPECT_EQ(assemble(-2, 6, i, j), "isobit::sparse: a matrix of -2 rows and 6 columns");
  EXPECT_EQ(assemble(2, 6, i, three), "isobit::sparse: contributions of 2 rows, 3 columns and 2 values");
  std::vector<double> y{7};
  EXPECT_EQ(message_of([&] { sparse::scatter_add<double, int>(i, v, y); }),
            "isobit::sparse: contribution 1 is for element 1, and there are 1, numbered from 0");
  EXPECT_EQ(y[0], 7);
}

TEST(sparse_matrices, are_checked) {
  std::vector<double> v{1, 2};
  auto const make = [&](index rows, index columns, std::vector<int> const& offsets, std::vector<int> const& indices) {
    return message_of([&] { return sparse::csr_view<double>(rows, columns, offsets, indices, v); });
  };
  EXPECT_EQ(make(1, 2, {0, 2}, {1, 0}), "nothing was wrong");
  EXPECT_EQ(make(0, 0, {0}, {1, 0}), "nothing was wrong");
  EXPECT_EQ(make(-1, 2, {}, {1, 0}), "isobit::sparse: a matrix of -1 rows and 2 columns");
  EXPECT_EQ(make(2, 2, {0, 2}, {1, 0}), "isobit::sparse: 2 rows need 3 offsets, and there are 2");
  EXPECT_EQ(make(1, 2, {0, 2}, {1}), "isobit::sparse: there are 1 indices and 2 values");
  EXPECT_EQ(make(1, 2, {-1, 2}, {1, 0}), "isobit::sparse: the first offset is negative");
  EXPECT_EQ(make(2, 2, {0, 2, 1}, {1, 0}), "isobit::sparse: row 1 ends before it begins");
  EXPECT_EQ(make(1, 2, {0, 3}, {1, 0}), "isobit::sparse: the last offset is 3, and there are only 2 entries");
  EXPECT_EQ(make(1, 2, {0, 2}, {1, 2}),
            "isobit::sparse: row 0 has an entry in column 2, and there are 2 columns, numbered from 0");
  EXPECT_EQ(make(1, 2, {0, 2}, {1, -1}),
            "isobit::sparse: row 0 has an entry in column -1, and there are 2 columns, numbered from 0");
}

TEST(sparse_matrices, refuse_vectors_that_do_not_fit) {
  auto const a = sparse::from_triplets<double, int>(2, 3, std::vector{0, 1}, std::vector{0, 2}, std::vector{1.0, 2.0});
  std::vector<double> x(3), y(2), four(4);
  auto const multiply = [&](vector_view<double const> from, vector_view<double> to) {
    return message_of([&] { sparse::multiply(a, from, to); });
  };
  EXPECT_EQ(multiply(x, y), "nothing was wrong");
  EXPECT_EQ(multiply(y, y), "isobit::sparse: a matrix of 3 columns times a vector of 2");
  EXPECT_EQ(multiply(x, x), "isobit::sparse: a product of 2 rows into a vector of 3");
  EXPECT_NE(multiply(vector_view<double>(four.data(), 3), vector_view<double>(four.data() + 2, 2)),
            "nothing was wrong");
}

}  // namespace
}  // namespace isobit::test
