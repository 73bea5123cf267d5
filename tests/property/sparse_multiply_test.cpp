// A sparse matrix times a vector, against its definition: every row the exact sum of its products, rounded once; for
// every class of data, length of rows, order of entries, type of index, stride and cut, and in every environment.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>
#include <isobit/sparse.hpp>

#include "support/float_environment.hpp"
#include "support/sparse_matrices.hpp"

namespace isobit::test {
namespace {

template <class T, class Index, class Offset>
T exact_row(csr_matrix<T, Index, Offset> const& a, index row, std::vector<T> const& x, T alpha, T beta, T y) {
  reference::entry<T> entry;
  auto const at = static_cast<std::size_t>(row);
  for (auto k = static_cast<std::size_t>(a.offsets[at]); k < static_cast<std::size_t>(a.offsets[at + 1]); ++k)
    entry.add_product(a.values[k], x[static_cast<std::size_t>(a.indices[k])]);
  return entry.round(alpha, beta, y);
}

template <class T, class Index, class Offset> void check(std::size_t count) {
  using real = real_of<T>;
  auto const classes = data_classes<real>();
  for_each_case<T>(count, [&](random_source& random, data_class<real> const& kind) {
    index const rows = random.between(1, 70), columns = random.between(1, 50);
    auto a = random_pattern<T, Index, Offset>(random, rows, columns);
    a.values = elements<T>(kind, random, static_cast<index>(a.indices.size()));
    auto const& other = random.coin() ? kind : classes[random.below(classes.size())];
    auto x = elements<T>(other, random, columns);
    if (random.one_in(3))  // a row's sum is then that of its class: ties, cancellations
      std::fill(x.begin(), x.end(), T(power_of_two<real>(false, random.between(-3, 3))));
    else if (random.one_in(3))  // few bits against many
      for (T& value : a.values) value = T(random_integer<real>(random, 3));
    T const alpha = random.coin() ? T(1) : nasty<T>(random, random_kind(random));
    T const beta = random.coin() ? T{} : nasty<T>(random, random_kind(random));
    auto const start = elements<T>(kind, random, rows);
    index const step = random.coin() ? 1 : 3, step_x = random.coin() ? 1 : -2;
    std::vector<T> y(static_cast<std::size_t>(rows * step)), at_x(static_cast<std::size_t>(columns) * 2);
    for (index i = 0; i < rows; ++i) y[static_cast<std::size_t>(i * step)] = start[static_cast<std::size_t>(i)];
    vector_view<T> view_x(at_x.data() + (step_x < 0 ? 2 * (columns - 1) : 0), columns, step_x);
    for (index i = 0; i < columns; ++i) view_x[i] = x[static_cast<std::size_t>(i)];
    sparse::multiply(alpha, a, view_x, beta, vector_view<T>(y.data(), rows, step), threads(1 + random.below(3)));
    if (linalg::real_of<T>{} == reference::real_part(alpha) && reference::imaginary_part(alpha) == real{}) return;
    for (index i = 0; i < rows; ++i)
      ASSERT_TRUE(same(exact_row(a, i, x, alpha, beta, start[static_cast<std::size_t>(i)]),
                       y[static_cast<std::size_t>(i * step)]))
          << "row " << i << " of " << rows << ", alpha " << alpha << ", beta " << beta;
  });
}

TEST(sparse_multiply, every_row_is_rounded_once_double) { check<double, std::int32_t, std::int32_t>(24); }
TEST(sparse_multiply, every_row_is_rounded_once_float) { check<float, std::int32_t, std::int32_t>(24); }
TEST(sparse_multiply, every_row_is_rounded_once_complex) {
  check<std::complex<double>, std::int32_t, std::int32_t>(4);
  check<std::complex<float>, std::int64_t, std::int64_t>(4);
}
TEST(sparse_multiply, every_row_is_rounded_once_with_wide_indices) {
  check<double, std::int64_t, std::int64_t>(6);
  check<double, std::int32_t, std::int64_t>(6);
  check<float, std::int64_t, std::int64_t>(6);
}

/// Several columns, and the matrix transposed: each result against its definition.
template <class T, class Index, class Offset> void check_columns_and_transposed(std::size_t count) {
  using real = real_of<T>;
  for_each_case<T>(count, [&](random_source& random, data_class<real> const& kind) {
    index const rows = random.between(1, 40), columns = random.between(1, 40), width = random.between(0, 5);
    auto const a = random_matrix<T, Index, Offset>(random, kind, rows, columns);
    T const alpha = random.coin() ? T(1) : nasty<T>(random, random.between(0, 6));
    T const beta = random.coin() ? T{} : nasty<T>(random, random_kind(random));
    if (a.entries() == 0 || alpha == T{}) return;
    auto x = elements<T>(kind, random, columns * width);
    auto const start = elements<T>(kind, random, rows * width);
    auto y = start;
    bool const by_rows = random.coin(), conjugate = random.coin();
    matrix_view<T const> view = by_rows ? row_major(x.data(), columns, width) : column_major(x.data(), columns, width);
    view.conjugate = conjugate;
    auto const to = random.coin() ? row_major(y.data(), rows, width) : column_major(y.data(), rows, width);
    sparse::multiply(alpha, a, view, beta, to, threads(1 + random.below(4)));
    for (index j = 0; j < width; ++j) {
      std::vector<T> column;
      for (index i = 0; i < columns; ++i) column.push_back(reference::read(view, i, j));
      for (index i = 0; i < rows; ++i)
        ASSERT_TRUE(same(exact_row(a, i, column, alpha, beta, start[static_cast<std::size_t>(&to.at(i, j) - y.data())]),
                         to.at(i, j)))
            << "row " << i << ", column " << j;
    }

    x = elements<T>(kind, random, rows);
    auto const before = elements<T>(kind, random, columns);
    auto z = before;
    if (conjugate)
      sparse::multiply_adjoint(alpha, a, x, beta, z, threads(1 + random.below(4)));
    else
      sparse::multiply_transposed(alpha, a.view(), x, beta, z, threads(1 + random.below(4)));
    std::vector<reference::entry<T>> sums(z.size());
    for_each_entry(a, [&](index i, index j, T const& value) {
      sums[static_cast<std::size_t>(j)].add_product(conjugate ? reference::conjugate_of(value) : value,
                                                    x[static_cast<std::size_t>(i)]);
    });
    for (std::size_t j = 0; j < z.size(); ++j)
      ASSERT_TRUE(same(sums[j].round(alpha, beta, before[j]), z[j])) << "row " << j << " of the transposed";
  });
}
TEST(sparse_multiply, several_columns_and_transposed_matrices) {
  check_columns_and_transposed<double, std::int32_t, std::int32_t>(8);
  check_columns_and_transposed<float, std::int64_t, std::int64_t>(4);
  check_columns_and_transposed<std::complex<double>, std::int32_t, std::int64_t>(4);
  check_columns_and_transposed<std::complex<float>, std::int32_t, std::int32_t>(4);
}

/// Complex sums of ordinary numbers, whose parts cancel, come near a tie, or are ties.
TEST(sparse_multiply, complex_stencils_are_rounded_once) {
  using T = std::complex<double>;
  for (std::size_t seed = first_seed(); seed < first_seed() + scaled_count(20); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    auto a = random_pattern<T, std::int32_t, std::int32_t>(random, 600, 50);
    int const bits = random.between(1, 53);
    auto const number = [&] { return static_cast<double>(random.next() >> (64 - bits)) * (random.coin() ? -1 : 1); };
    for (std::size_t k = 0; k < a.indices.size(); ++k)
      a.values.emplace_back(random.between(-3, 3), random.coin() ? 0 : random.between(-3, 3));
    std::vector<T> x;
    for (int i = 0; i < 50; ++i) x.emplace_back(number(), number());
    std::vector<T> y(600);
    sparse::multiply(a, x, vector_view<T>(y), threads(2));
    for (index i = 0; i < 600; ++i)
      ASSERT_TRUE(same(exact_row(a, i, x, T(1), T{}, T{}), y[static_cast<std::size_t>(i)])) << "row " << i;
  }
}

/// Sums that come near a tie, or to nothing, from numbers of one size: the coefficients of stencils.
TEST(sparse_multiply, stencils_are_rounded_once) {
  for (std::size_t seed = first_seed(); seed < first_seed() + scaled_count(200); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    index const n = random.between(20, 400);
    csr_matrix<double> a;
    a.rows = a.columns = n;
    for (index i = 0; i < n; ++i) {
      for (index j : {i - 9, i - 1, i, i + 1, i + 9})
        if (j >= 0 && j < n) {
          a.indices.push_back(static_cast<std::int32_t>(j));
          a.values.push_back(i == j ? 4 : -1);
        }
      a.offsets.push_back(static_cast<std::int32_t>(a.indices.size()));
    }
    std::vector<double> x(static_cast<std::size_t>(n)), y(x.size());
    int const kind = random.between(0, 4), spread = random.between(0, 200);
    for (double& one : x)
      one = kind == 0   ? 1
            : kind == 1 ? static_cast<double>(random.next() >> 11) * 0x1p-53
            : kind == 2 ? static_cast<double>(random.between(-9, 9)) * 0x1p-1070
            : kind == 3 ? std::ldexp(random_number<double>(random, 0, 1), random.between(-spread, spread))
                        : random_number<double>(random, -1, 1);
    sparse::multiply(a, x, vector_view<double>(y));
    for (index i = 0; i < n; ++i)
      ASSERT_TRUE(same(exact_row(a, i, x, 1.0, 0.0, 0.0), y[static_cast<std::size_t>(i)])) << "row " << i;
  }
}

/// Ties all over, and now and then a coefficient, of any size, with bits so low that it tips the balance: small parts
/// of others, of their last places, and of what elements of x are multiples of.
TEST(sparse_multiply, coefficients_off_the_grid_are_seen) {
  for (std::size_t seed = first_seed(); seed < first_seed() + scaled_count(200); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    index const n = random.between(20, random.one_in(10) ? 1500 : 400);
    int const reach = random.coin() ? 2 : 13, few = random.between(0, 12), size = random.between(-60, 60);
    csr_matrix<double> a;
    a.rows = a.columns = n;
    for (index i = 0; i < n; ++i) {
      bool const odd_row = random.one_in(6);
      for (index j = std::max<index>(0, i - reach); j < std::min<index>(n, i + reach + 1); ++j) {
        double value = i == j ? 2 * reach : random.one_in(20) ? -0.0 : -1;
        if (odd_row && random.one_in(3)) {
          double const sign = random.coin() ? 1 : -1, bit = std::ldexp(sign, -random.between(1, 110));
          value = random.coin() ? bit : value + bit;
          if (random.one_in(4)) value = sign * (std::ldexp(1.0, random.between(40, 53)) + 0.5);
        }
        a.indices.push_back(static_cast<std::int32_t>(j));
        a.values.push_back(value);
      }
      a.offsets.push_back(static_cast<std::int32_t>(a.indices.size()));
    }
    // Halves of the last place of a sum are frequent where elements have all bits, or but a few, at one end.
    std::vector<double> x(static_cast<std::size_t>(n)), y(x.size());
    for (double& one : x)
      one = std::ldexp(few != 0 ? 1 + std::ldexp(static_cast<double>(random.below(4)), -51 - random.between(0, 1))
                                : static_cast<double>(random.next() >> 11) * 0x1p-53,
                       size);
    // Some tiny ones, and what must not hide them.
    for (double& one : x)
      if (random.one_in(150)) one = random.coin() ? NAN : std::ldexp(one, -random.between(1, 90));
    sparse::multiply(a, x, vector_view<double>(y), threads(1 + random.below(2)));
    for (index i = 0; i < n; ++i)
      ASSERT_TRUE(same(exact_row(a, i, x, 1.0, 0.0, 0.0), y[static_cast<std::size_t>(i)])) << "row " << i;
    auto const t = sparse::transposed(a);
    sparse::multiply_transposed(1.0, t, x, 0.0, y);
    for (index i = 0; i < n; ++i)
      ASSERT_TRUE(same(exact_row(a, i, x, 1.0, 0.0, 0.0), y[static_cast<std::size_t>(i)])) << "transposed, row " << i;
  }
}

/// Long runs of short rows, of which some have what those before did not have: more entries, larger products,
/// coefficients with lower bits, elements of x that are not finite next to others or were not looked at.
template <class Index, class Offset> void check_short_rows() {
  for (std::size_t seed = first_seed(); seed < first_seed() + scaled_count(60); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    index const rows = random.between(1, 700), columns = random.between(9, random.one_in(8) ? 30000 : 400);
    int const most = random.between(1, 8), odd = random.coin() ? 40 : 4000;
    bool const ties = random.coin(), alike = random.coin();
    sparse::csr_matrix<double, Index, Offset> a{rows, columns, {0}, {}, {}};
    for (index i = 0; i < rows; ++i) {
      int const count = alike ? most : random.one_in(odd) ? random.between(9, 20) : random.between(0, most);
      index const near = i * (columns - 8) / rows;
      for (int k = 0; k < count; ++k) {
        bool const far = random.one_in(odd);
        index const place =
            far ? static_cast<index>(random.below(static_cast<std::uint64_t>(columns))) : near + random.between(0, 7);
        double value = ties ? random.between(-2, 2) : random_number<double>(random, -2, 2);
        if (random.one_in(odd)) value = std::ldexp(1 + value * 0x1p-40, random.between(-70, random.coin() ? 0 : 70));
        a.indices.push_back(static_cast<Index>(place));
        a.values.push_back(value);
      }
      a.offsets.push_back(static_cast<Offset>(a.indices.size()));
    }
    std::vector<double> x(static_cast<std::size_t>(columns)), y(static_cast<std::size_t>(rows));
    for (double& one : x) {
      one = ties ? 1 + static_cast<double>(random.between(0, 3)) * 0x1p-52 : random_number<double>(random, -2, 2);
      if (random.one_in(odd)) one = random.coin() ? NAN : random.coin() ? HUGE_VAL : std::ldexp(one, -80);
    }
    double const alpha = random.one_in(3) ? 3 : 1;
    sparse::multiply(alpha, a, x, 0.0, vector_view<double>(y), threads(1 + random.below(2)));
    for (index i = 0; i < rows; ++i)
      ASSERT_TRUE(same(exact_row(a, i, x, alpha, 0.0, 0.0), y[static_cast<std::size_t>(i)])) << "row " << i;
  }
}
TEST(sparse_multiply, short_rows_are_rounded_once) {
  check_short_rows<std::int32_t, std::int32_t>();
  check_short_rows<std::int32_t, std::int64_t>();
  check_short_rows<std::int64_t, std::int64_t>();
}

/// Ties, of which one is tipped by an element of x that is followed, in any lane of a vector, by NaN.
TEST(sparse_multiply, a_nan_hides_no_small_element_of_the_vector) {
  constexpr std::int32_t n = 2000, tiny = 8, not_a_number = 16;
  csr_matrix<double> a;
  a.rows = a.columns = n;
  for (std::int32_t i = 0; i < n; ++i) {
    a.indices.insert(a.indices.end(), {tiny, n - 2, n - 1});
    a.values.insert(a.values.end(), {i % 100 == 99 ? 1.0 : 0.0, 1.0, 0x1p-53});
    a.offsets.push_back(static_cast<std::int32_t>(a.indices.size()));
  }
  std::vector<double> x(n, 1.0), y(n);
  x[tiny] = 0x1p-110;
  x[not_a_number] = NAN;
  sparse::multiply(a, x, vector_view<double>(y));
  for (std::int32_t i = 0; i < n; ++i)
    ASSERT_EQ(y[static_cast<std::size_t>(i)], i % 100 == 99 ? 1 + 0x1p-52 : 1) << "row " << i;
}

/// A tie, and a product that tips the balance though it underflows.
TEST(sparse_multiply, products_that_vanish_are_not_lost) {
  csr_matrix<double> a;
  a.rows = 64, a.columns = 4;
  std::vector<double> const x{1, 1 + 0x1p-52, 0x1p-600, -0x1p-600};
  for (int i = 0; i < 64; ++i) {
    int const tiny = i % 3;  // a tie, or a little more or less
    for (int column : {0, 1, tiny == 2 ? 3 : 2}) {
      a.indices.push_back(column);
      a.values.push_back(column < 2 ? 1 : tiny == 0 ? 0 : 0x1p-600);
    }
    a.offsets.push_back(static_cast<std::int32_t>(a.indices.size()));
  }
  std::vector<double> y(64);
  sparse::multiply(a, x, vector_view<double>(y));
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(y[i], i % 3 == 1 ? 2 + 0x1p-51 : 2) << "row " << i;
}

/// Ties, and far from the elements that they read one that tips the balance: what was seen of x is not all of it.
template <class Index, class Offset> void check_distant_element(index distant) {
  constexpr index columns = 40000, middle = 20000;
  std::vector<double> x(columns, 0.0);
  x[middle] = 1, x[middle + 1] = 0x1p-53;
  x[static_cast<std::size_t>(distant)] = 0x1p-140;
  sparse::csr_matrix<double, Index, Offset> a{0, columns, {0}, {}, {}};
  std::vector<double> expected;
  random_source random(first_seed());
  for (; a.rows < 4000; ++a.rows) {
    int const tail = a.rows < 1000 || random.one_in(2) ? 0 : random.coin() ? 1 : -1;
    index const places[] = {middle, middle + 1, tail == 0 ? middle + 2 : distant};
    double const factors[] = {1, 1, static_cast<double>(tail)};
    for (std::size_t k = 0; k < 3; ++k) {
      std::size_t const which = (k + static_cast<std::size_t>(a.rows)) % 3;  // in any order
      a.indices.push_back(static_cast<Index>(places[which]));
      a.values.push_back(factors[which]);
    }
    a.offsets.push_back(static_cast<Offset>(a.indices.size()));
    expected.push_back(tail > 0 ? 1 + 0x1p-52 : 1);
  }
  std::vector<double> y(expected.size());
  sparse::multiply(a, x, vector_view<double>(y));
  EXPECT_TRUE(same_elements(expected, y));
}
TEST(sparse_multiply, distant_elements_are_seen) {
  for (index const distant : {3, 39995}) {
    check_distant_element<std::int32_t, std::int32_t>(distant);
    check_distant_element<std::int64_t, std::int64_t>(distant);
  }
}

/// Rows that all have scales of their own, after groups that had none in common, whose sums are as large as such a
/// scale lets them be: up to the last place, and up to overflow.
TEST(sparse_multiply, sums_that_fill_their_scale_are_exact) {
  for (int exponent : {50, 1021})
    for (int vectors = 1; vectors <= 16; ++vectors) {
      SCOPED_TRACE(std::to_string(vectors) + " vectors");
      csr_matrix<double> a;
      a.columns = 1;
      auto const add_row = [&](std::vector<double> const& values) {
        a.values.insert(a.values.end(), values.begin(), values.end());
        a.offsets.push_back(static_cast<std::int32_t>(a.values.size()));
      };
      for (int row = 0; row < 48; ++row) {
        int const size = row / 8 % 2 == 0 ? -300 : 300;
        add_row({std::ldexp(1 + row * 0x1p-20, size), std::ldexp(1.0 / 3, size - 60), std::ldexp(1.0 / 7, size - 70)});
      }
      double most = std::ldexp(1.0, exponent) / vectors;
      while (most * 0x1p-10 * vectors >= std::ldexp(1.0, exponent - 10)) most = std::nextafter(most, 0.0);
      for (int row = 0; row < 16; ++row) {
        std::vector<double> values(static_cast<std::size_t>(8 * vectors), most);
        if (exponent == 50) values[3] -= 2 * row + 1;
        add_row(values);
      }
      a.indices.assign(a.values.size(), 0);
      a.rows = static_cast<index>(a.offsets.size()) - 1;
      std::vector<double> const x{1};
      std::vector<double> y(static_cast<std::size_t>(a.rows));
      sparse::multiply(a, x, vector_view<double>(y));
      for (index i = 0; i < a.rows; ++i)
        ASSERT_TRUE(same(exact_row(a, i, x, 1.0, 0.0, 0.0), y[static_cast<std::size_t>(i)])) << "row " << i;
    }
}

/// The order of a row's entries, the threads and what stands in other rows do not matter.
TEST(sparse_multiply, order_does_not_matter) {
  random_source random(first_seed());
  auto a = random_pattern<double, std::int32_t, std::int32_t>(random, 900, 800);
  for (std::size_t k = 0; k < a.indices.size(); ++k) a.values.push_back(random_number<double>(random, -20, 20));
  std::vector<double> x(800), expected(900);
  for (double& one : x) one = random_number<double>(random, -20, 20);
  sparse::multiply(a, x, vector_view<double>(expected));
  for (std::size_t row = 0; row < 900; ++row)
    for (auto k = static_cast<std::size_t>(a.offsets[row + 1]); k > static_cast<std::size_t>(a.offsets[row]) + 1; --k) {
      auto const first = static_cast<std::size_t>(a.offsets[row]), other = first + random.below(k - first);
      std::swap(a.indices[k - 1], a.indices[other]);
      std::swap(a.values[k - 1], a.values[other]);
    }
  for (std::size_t count = 1; count <= 4; ++count) {
    std::vector<double> y(900);
    sparse::multiply(a, x, vector_view<double>(y), threads(count));
    EXPECT_TRUE(same_elements(expected, y)) << count << " threads";
  }
  for (index first : {1, 5, 333}) {
    std::vector<double> y(100);
    sparse::csr_view<double> const some(sparse::unchecked, 100, 800, a.offsets.data() + first, a.indices.data(),
                                        a.values.data());
    sparse::multiply(some, x, vector_view<double>(y));
    for (std::size_t i = 0; i < 100; ++i) EXPECT_TRUE(same(expected[static_cast<std::size_t>(first) + i], y[i]));
  }
}

TEST(sparse_multiply, environments_do_not_matter) {
  float_environment const usual = read_environment();
  for_each_case<double>(1, [&](random_source& random, data_class<double> const& kind) {
    auto a = random_pattern<double, std::int32_t, std::int32_t>(random, 40, 30);
    a.values = elements<double>(kind, random, static_cast<index>(a.indices.size()));
    auto const x = elements<double>(kind, random, 30), start = elements<double>(kind, random, 40);
    auto const call = [&](double alpha, double beta) {
      auto y = start;
      sparse::multiply(alpha, a, x, beta, vector_view<double>(y), threads(2));
      return y;
    };
    auto const plain = call(1, 0), both = call(0.3, 0x1p-1074);
    for (auto control : every_control_word()) {
      float_environment const before{control, every_flag};
      write_environment(before);
      auto const first = call(1, 0), second = call(0.3, 0x1p-1074);
      auto const after = read_environment();
      write_environment(usual);
      ASSERT_TRUE(undisturbed(before, after));
      ASSERT_TRUE(same_elements(plain, first));
      ASSERT_TRUE(same_elements(both, second));
    }
  });
}

}  // namespace
}  // namespace isobit::test
