// Matrices and vectors from contributions, against their definition: every entry the exact sum of what was contributed
// to it, rounded once; whatever the order, the threads, and whether the pattern was known before.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>
#include <isobit/sparse.hpp>

#include "support/float_environment.hpp"
#include "support/sparse_matrices.hpp"

namespace isobit::test {
namespace {

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
  places<T> entries;
  for (std::size_t k = 0; k < c.values.size(); ++k) entries[{c.i[k], c.j[k]}].add(c.values[k]);
  return matrix_of_places<T, Index, Index>(entries, rows, columns);
}

/// By assemblers that have room for a few contributions only, merged, and asked in between.
template <class T, class Index>
csr_matrix<T, Index> streamed(contributions<T, Index> const& c, index rows, index columns, random_source& random) {
  sparse::assembler<T, Index> some(rows, columns, random.below(50)), others(rows, columns, random.below(50));
  for (std::size_t k = 0; k < c.values.size(); ++k) {
    (random.coin() ? some : others).add(c.i[k], c.j[k], c.values[k]);
    if (random.one_in(100)) static_cast<void>(some.finish());
  }
  some.merge(others);
  return some.finish(threads(1 + random.below(3)));
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

    ASSERT_TRUE(same_matrix(expected, streamed(c, rows, columns, random)));

    std::vector<T> y(static_cast<std::size_t>(rows), T(7));
    sparse::scatter_add<T, Index>(c.i, c.values, y, threads(1 + random.below(3)));
    std::vector<reference::entry<T>> entries(y.size());
    for (std::size_t k = 0; k < c.i.size(); ++k) entries[static_cast<std::size_t>(c.i[k])].add(c.values[k]);
    sparse::vector_assembler<T, Index> sums(rows, random.below(50));
    sums.add(c.i, vector_view<T const>(c.values.data(), static_cast<index>(c.values.size())));
    auto const z = sums.finish();
    for (std::size_t r = 0; r < y.size(); ++r) {
      ASSERT_TRUE(same(entries[r].round(), y[r])) << "row " << r;
      ASSERT_TRUE(same(entries[r].round(), z[r])) << "row " << r;
    }
  });
}

TEST(sparse_assembly, every_entry_is_rounded_once_double) { check<double, std::int32_t>(8); }
TEST(sparse_assembly, every_entry_is_rounded_once_float) { check<float, std::int32_t>(8); }
TEST(sparse_assembly, every_entry_is_rounded_once_complex) {
  check<std::complex<double>, std::int64_t>(2);
  check<std::complex<float>, std::int32_t>(2);
}
TEST(sparse_assembly, every_entry_is_rounded_once_with_wide_indices) { check<double, std::int64_t>(2); }

/// So many entries that contributions are moved to blocks of them first, unless they come in order; now and then one is
/// far larger than the first ones let expect, or not finite.
TEST(sparse_assembly, large_patterns_give_the_same_matrix) {
  random_source random(first_seed());
  constexpr index rows = 400, columns = 300;
  contributions<double, std::int32_t> c;
  for (std::int32_t place = 0; place < rows * columns; ++place)
    for (int k = random.between(0, 3); k > 0; --k) c.i.push_back(place / columns), c.j.push_back(place % columns);
  for (bool const shuffled : {false, true})
    for (int const kind : {0, 1, 2, 3}) {
      c.values.clear();
      for (std::size_t k = 0; k < c.i.size(); ++k) {
        double value = random_number<double>(random, -3, 3);
        if (kind > 0 && random.one_in(30000)) value *= kind == 1 ? 0x1p20 : kind == 2 ? 0x1p300 : HUGE_VAL;
        if (random.one_in(50)) value *= 0x1p-60;
        c.values.push_back(value);
      }
      if (shuffled) c.shuffle(random);
      auto const expected = sparse::from_triplets<double, std::int32_t>(rows, columns, c.i, c.j, c.values);
      sparse::coo_pattern<std::int32_t> const pattern(rows, columns, c.i, c.j);
      for (std::size_t const count : {1, 3})
        ASSERT_TRUE(same_matrix(expected, pattern.assemble<double>(c.values, threads(count))))
            << "kind " << kind << ", " << count << " threads";
    }
}

/// Rows of one entry to thousands, added up as they come or, where they are too many at a time for that, sorted first;
/// now and then a contribution is far larger or smaller than the others, or not finite.
TEST(sparse_assembly, rows_may_be_long_and_come_in_any_order) {
  random_source random(first_seed());
  for (auto const& [rows, columns, count] : {std::array<index, 3>{3, 6000, 20000}, {70000, 50, 150000}}) {
    for (int const kind : {0, 1, 2, 3, 4}) {
      contributions<double, std::int32_t> c;
      for (index k = 0; k < count; ++k) {
        bool const again = k > 20 && random.coin();
        auto const some = static_cast<std::size_t>(k) - 1 - random.below(20);
        c.i.push_back(again ? c.i[some] : static_cast<std::int32_t>(k * rows / count));
        c.j.push_back(again ? c.j[some] : static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(columns))));
        double value = random_number<double>(random, -3, 3);
        if (kind > 0 && random.one_in(30000))
          value *= kind == 1 ? 0x1p20 : kind == 2 ? 0x1p300 : kind == 3 ? HUGE_VAL : 0x1p-60;
        c.values.push_back(value);
      }
      auto const expected = by_definition(c, rows, columns);
      for (bool const shuffled : {false, true}) {
        if (shuffled) c.shuffle(random);
        for (std::size_t const parts : {1, 3})
          ASSERT_TRUE(same_matrix(
              expected, sparse::from_triplets<double, std::int32_t>(rows, columns, c.i, c.j, c.values, threads(parts))))
              << rows << " rows, kind " << kind << (shuffled ? ", shuffled, " : ", ") << parts << " parts";
      }
    }
  }
}

/// What lies before a NaN counts, in the entries that have no part in it, by known places and by columns.
TEST(sparse_assembly, a_nan_hides_no_other_number) {
  for (double const nan : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::signaling_NaN()}) {
    std::vector<int> const rows(40);
    std::vector<int> columns(40);
    std::vector<double> values(40);
    for (std::size_t k = 24; k < 40; ++k) columns[k] = k < 32 ? 1 : 2, values[k] = k < 32 ? nan : 1;
    values[0] = 0x1p100, values[8] = 1, values[16] = -0x1p100;
    EXPECT_EQ(sparse::coo_pattern<int>(1, 3, rows, columns).assemble<double>(values).values[0], 1);
    csr_matrix<double> a;
    a.rows = 40, a.columns = 3, a.indices = columns, a.values = values;
    for (int k = 1; k <= 40; ++k) a.offsets.push_back(k);
    std::vector<double> const ones(40, 1.0);
    std::vector<double> y(3);
    sparse::multiply_transposed(1.0, a, ones, 0.0, vector_view<double>(y));
    EXPECT_EQ(y[0], 1);
    EXPECT_EQ(y[2], 8);
  }
}

template <class T> void check_environments() {
  float_environment const usual = read_environment();
  for_each_case<T>(1, [&](random_source& random, data_class<T> const& kind) {
    auto c = random_contributions<T, std::int32_t>(random, 20, 20, 150);
    c.values = elements<T>(kind, random, 150);
    auto const call = [&] {
      auto a = sparse::from_triplets<T, std::int32_t>(20, 20, c.i, c.j, c.values, threads(2)).values;
      auto const b =
          sparse::coo_pattern<std::int32_t>(20, 20, c.i, c.j).template assemble<T>(c.values, threads(2)).values;
      a.insert(a.end(), b.begin(), b.end());
      sparse::vector_assembler<T> streamed(20, 30);
      streamed.add(c.i, vector_view<T const>(c.values.data(), 150));
      auto const sums = streamed.finish();
      a.insert(a.end(), sums.begin(), sums.end());
      a.resize(a.size() + 20);
      sparse::scatter_add<T, std::int32_t>(c.i, c.values, std::span(a).last(20));
      return a;
    };
    auto const expected = call();
    for (auto control : every_control_word()) {
      for (std::uint64_t flags : {std::uint64_t{0}, every_flag}) {
        float_environment const before{control, flags};
        write_environment(before);
        auto const actual = call();
        auto const after = read_environment();
        write_environment(usual);
        ASSERT_TRUE(undisturbed(before, after));
        ASSERT_TRUE(same_elements(expected, actual));
      }
    }
  });
}
TEST(sparse_assembly, environments_do_not_matter) {
  check_environments<double>();
  check_environments<float>();
}

/// The smallest of all decides between two floats: no environment may take it for zero.
TEST(sparse_assembly, subnormal_contributions_count_in_every_environment) {
  float const large = 0x1p-40F * (1 + 0x1p-23F);
  std::vector<float> const values{1, 0x1p-24F, large, 0x1p-149F, -large};
  std::vector<std::int32_t> const places(5, 0);
  float_environment const usual = read_environment();
  for (auto control : every_control_word()) {
    std::vector<float> sum(1);
    write_environment({control, 0});
    sparse::scatter_add<float, std::int32_t>(places, values, sum);
    write_environment(usual);
    ASSERT_EQ(sum[0], 1 + 0x1p-23F);
  }
}

/// A matrix of so many columns that none can have a mark of its own.
TEST(sparse_assembly, rows_may_be_wide) {
  std::vector<std::int64_t> const i{1, 0, 1, 1}, j{0, 99'999'999'999, 99'999'999'999, 0};
  std::vector<double> const values{1, 2, 3, 0x1p-60};
  auto const a = sparse::from_triplets<double, std::int64_t>(2, 100'000'000'000, i, j, values);
  EXPECT_EQ(a.offsets, (std::vector<std::int64_t>{0, 1, 3}));
  EXPECT_EQ(a.indices, (std::vector<std::int64_t>{99'999'999'999, 0, 99'999'999'999}));
  EXPECT_EQ(a.values, (std::vector<double>{2, 1, 3}));
}

}  // namespace
}  // namespace isobit::test
