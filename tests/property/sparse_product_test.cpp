// Products and sums of sparse matrices, against their definition: every entry the exact sum of its products, rounded
// once; whatever the data, the order of entries, the threads and the environment.
#include <cmath>
#include <complex>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>
#include <isobit/sparse.hpp>

#include "support/float_environment.hpp"
#include "support/sparse_matrices.hpp"

namespace isobit::test {
namespace {

template <class T, class Index, class Offset>
csr_matrix<T, Index, Offset> product_by_definition(csr_matrix<T, Index, Offset> const& a,
                                                   csr_matrix<T, Index, Offset> const& b) {
  places<T> entries;
  for_each_entry(a, [&](index i, index k, T const& x) {
    for_each_entry_of_row(b, k, [&](index, index j, T const& y) { entries[{i, j}].add_product(x, y); });
  });
  return matrix_of_places<T, Index, Offset>(entries, a.rows, b.columns);
}

/// alpha*x, where a part of alpha that is zero leaves out what it meets.
template <class T> void add_scaled(reference::entry<T>& entry, T alpha, T x) {
  using reference::real_part, reference::imaginary_part;
  auto const re = real_part(alpha), im = imaginary_part(alpha);
  if (re != 0) {
    entry.real.add_product(re, real_part(x));
    entry.imaginary.add_product(re, imaginary_part(x));
  }
  if (im != 0) {
    entry.real.add_product(negated(im), imaginary_part(x));
    entry.imaginary.add_product(im, real_part(x));
  }
}
template <class T, class Index, class Offset>
csr_matrix<T, Index, Offset> sum_by_definition(T alpha, csr_matrix<T, Index, Offset> const& a, T beta,
                                               csr_matrix<T, Index, Offset> const& b) {
  places<T> entries;
  for_each_entry(a, [&](index i, index j, T const& x) { add_scaled(entries[{i, j}], alpha, x); });
  for_each_entry(b, [&](index i, index j, T const& x) { add_scaled(entries[{i, j}], beta, x); });
  return matrix_of_places<T, Index, Offset>(entries, a.rows, a.columns);
}

template <class T, class Index, class Offset> void check(std::size_t count) {
  using real = real_of<T>;
  auto const classes = data_classes<real>();
  for_each_case<T>(count, [&](random_source& random, data_class<real> const& kind) {
    auto const& other = random.coin() ? kind : classes[random.below(classes.size())];
    index const m = random.between(1, 20), n = random.between(1, 20), k = random.between(1, 30);
    auto const a = random_matrix<T, Index, Offset>(random, kind, m, k);
    auto const b = random_matrix<T, Index, Offset>(random, other, k, n);
    ASSERT_TRUE(same_matrix(product_by_definition(a, b), sparse::product(a, b, threads(1 + random.below(4)))));
    auto const c = random_matrix<T, Index, Offset>(random, other, m, k);
    T const alpha = random.coin() ? T(1) : nasty<T>(random, random_kind(random));
    T const beta = random.coin() ? T(-1) : nasty<T>(random, random_kind(random));
    ASSERT_TRUE(same_matrix(sum_by_definition(alpha, a, beta, c),
                            sparse::add(alpha, a, beta, c.view(), threads(1 + random.below(4)))))
        << alpha << " " << beta;
  });
}

TEST(sparse_product, every_entry_is_rounded_once_double) { check<double, std::int32_t, std::int32_t>(24); }
TEST(sparse_product, every_entry_is_rounded_once_float) { check<float, std::int32_t, std::int32_t>(24); }
TEST(sparse_product, every_entry_is_rounded_once_complex) {
  check<std::complex<double>, std::int32_t, std::int32_t>(6);
  check<std::complex<float>, std::int64_t, std::int64_t>(6);
}
TEST(sparse_product, every_entry_is_rounded_once_with_wide_indices) {
  check<double, std::int64_t, std::int64_t>(4);
  check<float, std::int32_t, std::int64_t>(4);
}

/// Whole numbers of few bits, whose products cancel exactly, end on a tie, or just beside one.
TEST(sparse_product, ties_and_zeros_are_exact) {
  for (std::size_t seed = first_seed(); seed < first_seed() + scaled_count(200); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    index const n = random.between(5, 40);
    auto a = random_pattern<double, std::int32_t, std::int32_t>(random, n, n), b = a;
    int const bits = random.between(1, 53), size = random.between(-300, 300);
    for (std::size_t k = 0; k < a.indices.size(); ++k) {
      a.values.push_back(random.between(-3, 3));
      b.values.push_back(power_of_two<double>(random.coin(), size) * static_cast<double>(random.next() >> (64 - bits)));
    }
    ASSERT_TRUE(same_matrix(product_by_definition(a, b), sparse::product(a, b)));
    ASSERT_TRUE(same_matrix(sum_by_definition(2.0, a, -2.0, a), sparse::add(2.0, a, -2.0, a)));
    ASSERT_TRUE(same_matrix(sum_by_definition(1.0, a, 0x1p-53, b), sparse::add(1.0, a, 0x1p-53, b)));
  }
}

/// A tie, and a product that tips the balance, whatever its size: from where the sums are certainly exact to where it
/// underflows. With columns that ascend, and with one that occurs three times.
TEST(sparse_product, the_smallest_product_counts) {
  auto const one_column = [](std::vector<double> const& values) {
    csr_matrix<double> b;
    b.rows = static_cast<index>(values.size()), b.columns = 1, b.values = values;
    for (std::size_t k = 0; k < values.size(); ++k) b.indices.push_back(0), b.offsets.push_back(b.offsets.back() + 1);
    return b;
  };
  for (int half : {53, 54, 60})
    for (int e = half + 1; e < 1500; ++e)
      for (double sign : {1.0, -1.0, 0.0}) {
        double const small = std::ldexp(1.0, -e / 2), other = sign * std::ldexp(1.0, -(e - e / 2));
        double const tie = std::ldexp(1.0, -half), large = std::ldexp(1.0, 53 - half);
        csr_matrix<double> a;
        a.rows = 1, a.columns = 3, a.offsets = {0, 3}, a.indices = {1, 0, 2}, a.values = {1.0, large, small};
        auto const b = one_column({1.0, tie, other});
        ASSERT_TRUE(same_matrix(product_by_definition(a, b), sparse::product(a, b))) << half << " " << e << " " << sign;
        csr_matrix<double> c, d;
        c.rows = d.rows = c.columns = d.columns = 1;
        c.offsets = {0, 2}, c.indices = {0, 0}, c.values = {large, tie};
        d.offsets = {0, 1}, d.indices = {0}, d.values = {other};
        ASSERT_TRUE(same_matrix(sum_by_definition(1.0, c, small, d), sparse::add(1.0, c, small, d)))
            << half << " " << e;
      }
}

/// The threads, the order of a row's entries and the environment do not matter.
TEST(sparse_product, threads_and_environments_do_not_matter) {
  float_environment const usual = read_environment();
  for_each_case<double>(1, [&](random_source& random, data_class<double> const& kind) {
    auto const a = random_matrix<double, std::int32_t, std::int32_t>(random, kind, 60, 50),
               b = random_matrix<double, std::int32_t, std::int32_t>(random, kind, 50, 50);
    auto const call = [&](driver_ref const& on) { return sparse::add(0.3, sparse::product(a, b, on), 1e300, a, on); };
    auto const expected = call(serial());
    for (std::size_t count = 2; count <= 4; ++count) ASSERT_TRUE(same_matrix(expected, call(threads(count))));
    for (auto control : every_control_word()) {
      float_environment const before{control, every_flag};
      write_environment(before);
      auto const actual = call(threads(2));
      auto const after = read_environment();
      write_environment(usual);
      ASSERT_TRUE(undisturbed(before, after));
      ASSERT_TRUE(same_matrix(expected, actual));
    }
  });
}

/// Matrices of so many columns that none can have a mark of its own.
TEST(sparse_product, rows_may_be_wide) {
  index const wide = 100'000'000'000;
  std::vector<std::int64_t> const i{0, 1, 1}, j{1, 0, 1}, far{7, wide - 1, 3};
  std::vector<double> const values{2, 3, 5};
  auto const a = sparse::from_triplets<double, std::int64_t>(2, 2, i, j, values);
  auto const b = sparse::from_triplets<double, std::int64_t>(2, wide, i, far, values);
  auto const c = sparse::product(a, b);
  EXPECT_EQ(c.columns, wide);
  EXPECT_EQ(c.offsets, (std::vector<std::int64_t>{0, 2, 5}));
  EXPECT_EQ(c.indices, (std::vector<std::int64_t>{3, wide - 1, 3, 7, wide - 1}));
  EXPECT_EQ(c.values, (std::vector<double>{10, 6, 25, 6, 15}));
  auto const some = sparse::csr_view<double, std::int64_t>(sparse::unchecked, 1, wide, b.offsets.data() + 1,
                                                           b.indices.data(), b.values.data());
  auto const d = sparse::add(1.0, some, 2.0, some);
  EXPECT_EQ(d.indices, (std::vector<std::int64_t>{3, wide - 1}));
  EXPECT_EQ(d.values, (std::vector<double>{15, 9}));
}

}  // namespace
}  // namespace isobit::test
