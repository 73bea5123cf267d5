// Scaled and rearranged sparse matrices, and their diagonals, against their definitions.
#include <complex>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>
#include <isobit/sparse.hpp>

#include "support/float_environment.hpp"
#include "support/sparse_matrices.hpp"

namespace isobit::test {
namespace {

template <class T> bool is_finite(T x) { return !is_nonfinite(real_part(x)) && !is_nonfinite(imaginary_part(x)); }

/// Exactly, for finite numbers.
template <class T> T product_of_three(T a, T b, T c) {
  reference::entry<T> product;
  product.add_product(a, b);
  return product.round(c, T{}, T{});
}

template <class T, class Index, class Offset> void check(std::size_t count) {
  using real = real_of<T>;
  auto const classes = data_classes<real>();
  for_each_case<T>(count, [&](random_source& random, data_class<real> const& kind) {
    index const rows = random.between(0, 30), columns = random.between(0, 30);
    auto const a = random_matrix<T, Index, Offset>(random, kind, rows, columns);
    auto r = elements<T>(classes[random.below(classes.size())], random, rows);
    auto c = elements<T>(classes[random.below(classes.size())], random, columns);
    if (random.coin())  // ties, and results at the ends of the range
      for (T& one : c) one = nasty<T>(random, random_kind(random));
    auto const b = sparse::scaled(r, a, c, threads(1 + random.below(4)));
    ASSERT_EQ(b.rows, rows);
    ASSERT_EQ(b.columns, columns);
    ASSERT_EQ(b.offsets, a.offsets);
    ASSERT_EQ(b.indices, a.indices);
    std::size_t k = 0;
    for_each_entry(a, [&](index i, index j, T const& value) {
      T const left = r[static_cast<std::size_t>(i)], right = c[static_cast<std::size_t>(j)];
      T const actual = b.values[k++];
      if (is_finite(left) && is_finite(value) && is_finite(right))
        ASSERT_TRUE(same(product_of_three(left, value, right), actual)) << left << " " << value << " " << right;
      else
        ASSERT_FALSE(is_finite(actual));
    });

    std::vector<reference::entry<T>> sums(static_cast<std::size_t>(std::min(rows, columns)));
    for_each_entry(a, [&](index i, index j, T const& value) {
      if (i == j) sums[static_cast<std::size_t>(i)].add(value);
    });
    auto const diagonal = sparse::diagonal(a);
    ASSERT_EQ(diagonal.size(), sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i) ASSERT_TRUE(same(sums[i].round(), diagonal[i])) << "row " << i;
  });
}

TEST(sparse_scale, every_entry_is_rounded_once) {
  check<double, std::int32_t, std::int32_t>(12);
  check<float, std::int64_t, std::int64_t>(12);
  check<std::complex<double>, std::int32_t, std::int64_t>(4);
  check<std::complex<float>, std::int32_t, std::int32_t>(4);
}

/// Products next to a tie, or on one: of three numbers the last of which has few bits.
TEST(sparse_scale, ties_are_exact) {
  std::vector<int> const offsets{0, 1}, indices{0};
  for (std::size_t seed = first_seed(); seed < first_seed() + scaled_count(3000); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    auto const number = [&](int bits) {
      return power_of_two<double>(random.coin(), random.between(-20, 20)) *
             static_cast<double>((random.next() >> (64 - bits)) | 1);
    };
    int const bits = random.between(1, 51);
    std::vector<double> const r{number(bits)}, a{number(54 - bits)}, c{number(random.coin() ? 1 : 2)};
    auto const b = sparse::scaled(r, sparse::csr_view<double>(1, 1, offsets, indices, a), c);
    ASSERT_TRUE(same(product_of_three(r[0], a[0], c[0]), b.values[0]));
  }
}

/// Three factors, as large as they get, whose product is nearer to a tie than what a quick product is known to.
template <class T> void check_near_ties(std::vector<std::vector<T>> const& factors) {
  std::vector<int> const offsets{0, 1}, indices{0};
  for (auto const& one : factors)
    for (T sign : {T(1), T(-1)}) {
      std::vector<T> const r{one[0]}, a{sign * one[1]}, c{one[2]};
      auto const b = sparse::scaled(r, sparse::csr_view<T>(1, 1, offsets, indices, a), c);
      ASSERT_TRUE(same(product_of_three(r[0], a[0], c[0]), b.values[0])) << r[0] << " " << a[0] << " " << c[0];
    }
}
TEST(sparse_scale, near_ties_are_exact) {
  check_near_ties<double>({{0x1.7b38211e20b8fp+52, 0x1.1a22d1738f7d9p+52, 0x1.fb4c41c2ec274p+52},
                           {0x1.b92157403e431p+52, 0x1.7f31c4cbd87adp+52, 0x1.28a262ac9576ep+52},
                           {0x1.5c0a6cb5c7427p+52, 0x1.8f45db2f14c95p+52, 0x1.ddbafe75ff9dep+52},
                           {0x1.ec8dc0a097c97p+52, 0x1.27bddab1031d1p+52, 0x1.fa8d7137d0b80p+52},
                           {0x1.1dbc1c3baea9fp+52, 0x1.9404292b1d3f3p+52, 0x1.33d8e02ce3b0fp+52},
                           {0x1.980239474031bp+52, 0x1.2334e74c9df6bp+52, 0x1.2096e70f95ce1p+52},
                           {0x1.27e89a5aa3c81p+52, 0x1.5ccb1fe3b890bp+52, 0x1.8cb90e6e3abe2p+52},
                           {0x1.dc6d5d1bc52d9p+52, 0x1.19b66dd2e1609p+52, 0x1.9360e571fc3abp+52}});
  check_near_ties<float>({{11751055, 13875571, 13055837},
                          {10224899, 16260693, 11515378},
                          {8929565, 15522279, 13713866},
                          {12548973, 9035615, 13352311},
                          {12444583, 10997989, 10996264},
                          {11545693, 12929071, 14961912},
                          {14409799, 9879011, 14278279},
                          {13404515, 12549771, 16569976}});
}

TEST(sparse_scale, what_is_not_finite) {
  double const inf = infinite<double>(false), nan = from_bits<double>(format<double>::canonical_nan);
  std::vector<double> const r{inf, 0, -2, 1e300}, c{1e-300, -inf, 0, 1e300};
  std::vector<int> const offsets{0, 4, 8, 12, 16}, indices{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};
  std::vector<double> const a(16, -1e300);
  auto const b = sparse::scaled(r, sparse::csr_view<double>(4, 4, offsets, indices, a), c);
  std::vector<double> const expected{-inf, inf, nan, -inf, 0, nan, 0, 0, 2, -inf, 0, inf, -1e300, inf, 0, -inf};
  for (std::size_t k = 0; k < 16; ++k) {
    if (k == 8 || k == 12) continue;  // finite, and rounded
    EXPECT_TRUE(same(expected[k], b.values[k])) << k;
  }
  using T = std::complex<float>;
  float const infinity = infinite<float>(false);
  std::vector<T> const one{T(1, 1)}, large{T(infinity, 1)};
  auto const z = sparse::scaled(one, sparse::csr_view<T>(1, 1, std::vector{0, 1}, std::vector{0}, large), one);
  EXPECT_TRUE(is_nan(z.values[0].real()));  // (1 + i)(1 + i) is 2i: the real part has inf - inf
  EXPECT_EQ(z.values[0].imag(), infinity);
}

TEST(sparse_scale, environments_do_not_matter) {
  float_environment const usual = read_environment();
  for_each_case<double>(1, [&](random_source& random, data_class<double> const& kind) {
    auto const a = random_matrix<double, std::int32_t, std::int32_t>(random, kind, 20, 20);
    auto const r = elements<double>(kind, random, 20);
    auto const call = [&] {
      auto values = sparse::scaled(r, a, r, threads(2)).values;
      auto const diagonal = sparse::diagonal(a);
      values.insert(values.end(), diagonal.begin(), diagonal.end());
      return values;
    };
    auto const expected = call();
    for (auto control : every_control_word()) {
      float_environment const before{control, every_flag};
      write_environment(before);
      auto const actual = call();
      auto const after = read_environment();
      write_environment(usual);
      ASSERT_TRUE(undisturbed(before, after));
      ASSERT_TRUE(same_elements(expected, actual));
    }
  });
}

template <class T, class Index, class Offset> void check_permutations() {
  for (std::size_t seed = first_seed(); seed < first_seed() + scaled_count(40); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    index const rows = random.between(0, 30), columns = random.between(0, 30);
    auto a = random_pattern<T, Index, Offset>(random, rows, columns);
    for (std::size_t k = 0; k < a.indices.size(); ++k) a.values.push_back(T(static_cast<real_of<T>>(k)));
    auto const order = [&](index count) {
      std::vector<Index> all;
      for (index k = 0; k < count; ++k) all.push_back(static_cast<Index>(k));
      for (std::size_t k = all.size(); k > 1; --k) std::swap(all[k - 1], all[random.below(k)]);
      return all;
    };
    auto const p = order(rows), q = order(columns);
    auto const b = sparse::permuted(a, p, q);
    ASSERT_EQ(b.rows, rows);
    ASSERT_EQ(b.columns, columns);
    std::vector<T> seen;
    Index last = -1;
    index last_row = -1;
    for_each_entry(b, [&](index i, index j, T const& value) {
      if (i != last_row) last = -1;
      ASSERT_LE(last, static_cast<Index>(j)) << "columns ascend";
      last = static_cast<Index>(j), last_row = i;
      auto const k = static_cast<std::size_t>(real_part(value));
      ASSERT_EQ(a.indices[k], q[static_cast<std::size_t>(j)]);
      auto const from = static_cast<std::size_t>(p[static_cast<std::size_t>(i)]);
      ASSERT_TRUE(a.offsets[from] <= static_cast<Offset>(k) && static_cast<Offset>(k) < a.offsets[from + 1]);
      seen.push_back(value);
    });
    ASSERT_EQ(seen.size(), a.values.size());
    auto const same_rows = sparse::select_rows(a, p);
    for (std::size_t i = 0; i < p.size(); ++i)
      for_each_entry_of_row(same_rows, static_cast<index>(i), [&](index, index j, T const& value) {
        ASSERT_EQ(a.indices[static_cast<std::size_t>(real_part(value))], static_cast<Index>(j));
      });
    ASSERT_EQ(same_rows.entries(), a.entries());
  }
}
TEST(sparse_scale, rows_and_columns_are_permuted) {
  check_permutations<double, std::int32_t, std::int32_t>();
  check_permutations<std::complex<float>, std::int64_t, std::int64_t>();
}

}  // namespace
}  // namespace isobit::test
