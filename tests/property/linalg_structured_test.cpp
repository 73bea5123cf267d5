// Products and systems with matrices of which less is stored than they have entries, against their definition: every
// entry the exact sum over what is not zero for want of being stored, rounded once; and what is added to one half of a
// matrix. For every class of data, structure, layout, transposition and conjugation.
#include <complex>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>
#include <isobit/linalg.hpp>

#include "linalg/divide.hpp"
#include "linalg/exact_entry.hpp"
#include "linalg/number.hpp"
#include "linalg/scaled_sum.hpp"
#include "support/check.hpp"
#include "support/data_cases.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

using linalg::diagonal;
using linalg::exact_entry;
using linalg::index;
using linalg::is_complex;
using linalg::matrix_view;
using linalg::real_of;
using linalg::structured_view;
using linalg::triangle;
using linalg::vector_view;

template <class T>
testing::AssertionResult same_elements(std::vector<T> const& expected, std::vector<T> const& actual) {
  using real = real_of<T>;
  auto const* const e = reinterpret_cast<real const*>(expected.data());
  auto const* const a = reinterpret_cast<real const*>(actual.data());
  for (std::size_t i = 0; i < expected.size() * sizeof(T) / sizeof(real); ++i)
    if (auto result = same_bits(e[i], a[i]); !result) return result << " at number " << i;
  return testing::AssertionSuccess();
}

template <class T> T random_element(random_source& random) {
  using real = real_of<T>;
  auto const one = [&] { return random_number<real>(random, -6, 6); };
  if constexpr (is_complex<T>) {
    real const re = one();
    return {re, one()};
  } else {
    return one();
  }
}
template <class T> T random_factor(random_source& random) {
  switch (random.below(5)) {
  case 0:
    return T(0);
  case 1:
    return T(1);
  case 2:
    return T(-1);
  default:
    return random_element<T>(random);
  }
}

index random_length(random_source& random) {
  static constexpr int sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 12, 31, 32, 33, 40, 64, 65};
  if (random.one_in(30)) return random.between(129, 150);
  return sizes[random.below(std::size(sizes))];
}

enum class shape { whole, packed, band };

/// A matrix in memory, as BLAS would have it, and what its entries are: nothing where nothing is stored.
template <class T> struct structured_case {
  index rows, columns, below, above;
  bool symmetric = false, hermitian = false, ones = false, transposed = false, conjugated = false;
  std::vector<T> memory;
  std::vector<std::optional<T>> entries;  // by columns, of what is stored
  structured_view<T> view;

  structured_case(data_class<real_of<T>> const& kind, random_source& random, bool must_be_triangular) {
    auto const how = static_cast<shape>(random.below(3));
    rows = columns = random_length(random);
    bool const general = !must_be_triangular && how == shape::band && random.coin();
    if (general) columns = random_length(random);
    bool const lower = random.coin();
    index const diagonals = how == shape::band ? random.between(0, random.one_in(4) ? 40 : 4) : rows - 1;
    below = general || lower ? diagonals : 0;
    above = general ? random.between(0, 5) : lower ? 0 : diagonals;
    if (!general && !must_be_triangular) symmetric = random.coin(), hermitian = symmetric && random.coin();
    ones = !symmetric && !general && random.coin();
    transposed = random.coin(), conjugated = is_complex<T> && random.coin();
    entries.resize(static_cast<std::size_t>(rows * columns));
    triangle const half = lower ? triangle::lower : triangle::upper;
    diagonal const main = ones ? diagonal::ones : diagonal::stored;
    if (how == shape::whole) {
      index const leading = rows + random.between(0, 3);
      bool const by_rows = random.coin();
      memory = elements<T>(kind, random, std::max<index>(leading * columns, 1));
      place([&](index i, index j) { return by_rows ? i * leading + j : i + j * leading; });
      view = triangular(half,
                        by_rows ? linalg::row_major(memory.data(), rows, columns, leading)
                                : linalg::column_major(memory.data(), rows, columns, leading),
                        main);
    } else if (how == shape::packed) {
      memory = elements<T>(kind, random, rows * (rows + 1) / 2);
      // Counted off rather than computed.
      std::vector<index> at(static_cast<std::size_t>(rows * rows));
      index next = 0;
      for (index j = 0; j < rows; ++j)
        for (index i = lower ? j : 0; i < (lower ? rows : j + 1); ++i)
          at[static_cast<std::size_t>(i + j * rows)] = next++;
      place([&](index i, index j) { return at[static_cast<std::size_t>(i + j * rows)]; });
      view = packed(half, memory.data(), rows, main);
    } else {
      index const leading = below + above + 1 + random.between(0, 2);
      memory = elements<T>(kind, random, leading * columns);
      place([&](index i, index j) { return above + i - j + j * leading; });
      view = banded(memory.data(), rows, columns, below, above, leading, main);
    }
    if (symmetric) view = hermitian ? linalg::hermitian(view) : linalg::symmetric(view);
    if (transposed) view = linalg::transposed(view);
    if (conjugated) view = linalg::conjugated(view);
  }

  /// Entry (i, j) of what the view stands for.
  [[nodiscard]] std::optional<T> at(index i, index j) const {
    if (transposed) std::swap(i, j);
    auto result = stored(i, j);
    if (symmetric && !result) {
      result = stored(j, i);
      if (result && hermitian) result = linalg::conjugated(*result);
    }
    if constexpr (is_complex<T>)
      if (result && hermitian && i == j) result = T(result->real());
    if (result && conjugated) result = linalg::conjugated(*result);
    return result;
  }
  [[nodiscard]] bool is_lower() const { return view.above == 0; }

private:
  template <class Place> void place(Place where) {
    for (index j = 0; j < columns; ++j)
      for (index i = 0; i < rows; ++i)
        if (i - j <= below && j - i <= above)
          entries[static_cast<std::size_t>(i + j * rows)] =
              ones && i == j ? T(1) : memory[static_cast<std::size_t>(where(i, j))];
  }
  [[nodiscard]] std::optional<T> stored(index i, index j) const {
    return i < rows && j < columns ? entries[static_cast<std::size_t>(i + j * rows)] : std::nullopt;
  }
};

/// Row i of the matrix times a vector: alpha*sum + beta*c, rounded once.
template <class T> T expected_entry(structured_case<T> const& a, index i, T const* b, T alpha, T beta, T c) {
  exact_entry<T> sum;
  bool any = false;
  for (index k = 0; k < a.view.columns && alpha != T{}; ++k)
    if (auto const value = a.at(i, k)) sum.add_product(*value, b[k]), any = true;
  if (!any) {
    if (beta == T(1)) return c;
    return beta == T{} ? T{} : exact_entry<T>().round(T(1), beta, c);
  }
  return sum.round(alpha, beta, c);
}

template <class T> void spoil(random_source& random, std::vector<T>& values) {
  if (!random.one_in(4) || values.empty()) return;
  using real = real_of<T>;
  T const bad[] = {T(std::numeric_limits<real>::infinity()), T(std::numeric_limits<real>::quiet_NaN())};
  values[random.below(values.size())] = bad[random.below(2)];
}

template <class T> void check_products(std::size_t count) {
  for_each_case<T>(count, [&](random_source& random, data_class<real_of<T>> const& kind) {
    structured_case<T> const a(kind, random, false);
    index const rows = a.view.rows, depth = a.view.columns, columns = random.between(1, 5);
    auto b = elements<T>(kind, random, depth * columns), c = elements<T>(kind, random, rows * columns);
    spoil(random, b);
    T const alpha = random_factor<T>(random), beta = random_factor<T>(random);
    auto expected = c;
    for (index j = 0; j < columns; ++j)
      for (index i = 0; i < rows; ++i) {
        T& entry = expected[static_cast<std::size_t>(i + j * rows)];
        entry = expected_entry(a, i, b.data() + j * depth, alpha, beta, entry);
      }
    auto by_matrix = c, from_right = c, by_vector = c;
    gemm(alpha, a.view, linalg::column_major(b.data(), depth, columns), beta,
         linalg::column_major(by_matrix.data(), rows, columns));
    EXPECT_TRUE(same_elements(expected, by_matrix));
    gemm(alpha, linalg::row_major(b.data(), columns, depth), transposed(a.view), beta,
         linalg::row_major(from_right.data(), columns, rows), threads(2));
    EXPECT_TRUE(same_elements(expected, from_right));
    for (index j = 0; j < columns; ++j)
      gemv(alpha, a.view, vector_view<T const>(b.data() + j * depth, depth), beta,
           vector_view<T>(by_vector.data() + j * rows, rows), executor(3, [](std::size_t parts, task_ref body) {
             while (parts-- != 0) body(parts);
           }));
    EXPECT_TRUE(same_elements(expected, by_vector));
  });
}
TEST(linalg_structured, products_f64) { check_products<double>(12); }
TEST(linalg_structured, products_f32) { check_products<float>(8); }
TEST(linalg_structured, products_c64) { check_products<std::complex<float>>(6); }
TEST(linalg_structured, products_c128) { check_products<std::complex<double>>(6); }

template <class T> void check_triangular(std::size_t count) {
  for_each_case<T>(count, [&](random_source& random, data_class<real_of<T>> const& kind) {
    structured_case<T> const a(kind, random, true);
    index const rows = a.view.rows, columns = random.between(1, 4);
    auto b = elements<T>(kind, random, rows * columns);
    spoil(random, b);
    T const alpha = random_factor<T>(random);
    auto product = b, transposed_product = b, vector = b;
    std::vector<T> expected(b.size()), expected_vector(b.size());
    for (index j = 0; j < columns; ++j)
      for (index i = 0; i < rows; ++i) {
        auto const at = static_cast<std::size_t>(i + j * rows);
        expected[at] = expected_entry(a, i, b.data() + j * rows, alpha, T{}, T{});
        expected_vector[at] = expected_entry(a, i, b.data() + j * rows, T(1), T{}, T{});
      }
    trmm(alpha, a.view, linalg::column_major(product.data(), rows, columns));
    EXPECT_TRUE(same_elements(expected, product));
    trmm(alpha, a.view, linalg::transposed(linalg::row_major(transposed_product.data(), columns, rows)), threads(2));
    EXPECT_TRUE(same_elements(expected, transposed_product));
    for (index j = 0; j < columns; ++j) trmv(a.view, vector_view<T>(vector.data() + j * rows, rows));
    EXPECT_TRUE(same_elements(expected_vector, vector));

    // The unknowns, each from those before.
    std::vector<T> solution(b.begin(), b.begin() + rows), unknowns = solution;
    for (index step = 0; step < rows; ++step) {
      index const i = a.is_lower() ? step : rows - 1 - step;
      exact_entry<T> sum;
      for (index k = 0; k < rows; ++k)
        if (auto const value = a.at(i, k); value && k != i)
          sum.add_product(*value, unknowns[static_cast<std::size_t>(k)]);
      T& x = unknowns[static_cast<std::size_t>(i)];
      x = sum.round(T(-1), T(1), x);
      if (!a.ones) x = linalg::divide(x, *a.at(i, i));
    }
    trsv(a.view, vector_view<T>(solution));
    EXPECT_TRUE(same_elements(unknowns, solution));
  });
}
TEST(linalg_structured, triangular_f64) { check_triangular<double>(12); }
TEST(linalg_structured, triangular_f32) { check_triangular<float>(8); }
TEST(linalg_structured, triangular_c64) { check_triangular<std::complex<float>>(6); }
TEST(linalg_structured, triangular_c128) { check_triangular<std::complex<double>>(6); }

/// alpha*a*op(b) + alpha'*b*op(a) + beta*c, rounded once, where op conjugates and alpha' is conj(alpha) if it is
/// hermitian: with alpha = p + iq every real product is multiplied with p or q on its own.
template <class T>
T expected_update(bool hermitian, std::vector<T> const& a_row, std::vector<T> const& b_row,
                  std::vector<T> const& a_column, std::vector<T> const& b_column, T alpha, T beta, T c) {
  if constexpr (!is_complex<T>) {
    exact_entry<T> sum;
    for (std::size_t k = 0; k < a_row.size(); ++k)
      sum.add_product(a_row[k], b_column[k]), sum.add_product(b_row[k], a_column[k]);
    return sum.round(alpha, beta, c);
  } else {
    using real = real_of<T>;
    linalg::scaled_sum re, im;
    auto const add = [&](T factor, T x, T y) {
      exact_entry<T> product;
      product.add_product(x, y);
      if (factor.real() != 0) re.add(factor.real(), product.real), im.add(factor.real(), product.imaginary);
      if (factor.imag() != 0) re.add(-factor.imag(), product.imaginary), im.add(factor.imag(), product.real);
    };
    for (std::size_t k = 0; k < a_row.size(); ++k) {
      add(alpha, a_row[k], hermitian ? conj(b_column[k]) : b_column[k]);
      add(hermitian ? conj(alpha) : alpha, b_row[k], hermitian ? conj(a_column[k]) : a_column[k]);
    }
    if (beta.real() != 0) re.add_product(beta.real(), c.real()), im.add_product(beta.real(), c.imag());
    if (beta.imag() != 0) re.add_product(-beta.imag(), c.imag()), im.add_product(beta.imag(), c.real());
    return {re.round<real>(), im.round<real>()};
  }
}

template <class T> bool all_finite(std::vector<T> const& values) {
  for (T const& x : values)
    if (!(std::abs(x) <= std::numeric_limits<real_of<T>>::max())) return false;
  return true;
}

template <class T> void check_updates(std::size_t count) {
  for_each_case<T>(count, [&](random_source& random, data_class<real_of<T>> const& kind) {
    index const n = random.between(1, 24), depth = random.coin() ? 1 : random.between(2, 9);
    auto const a = elements<T>(kind, random, n * depth), b = elements<T>(kind, random, n * depth);
    auto c = elements<T>(kind, random, n * n);
    // The sum of all products may be NaN here where the order of additions in scaled_sum, one by one, is not.
    if (!all_finite(a) || !all_finite(b)) return;
    bool const lower = random.coin(), hermitian = is_complex<T> && random.coin();
    triangle const half = lower ? triangle::lower : triangle::upper;
    T alpha = random_factor<T>(random), beta = depth == 1 ? T(1) : random_factor<T>(random);
    if (hermitian) beta = T(linalg::part_of(beta, 0));
    bool const nothing = alpha == T{} && beta == T(1);
    auto const row = [&](std::vector<T> const& m, index i) {
      std::vector<T> result;
      for (index k = 0; k < depth; ++k) result.push_back(m[static_cast<std::size_t>(i + k * n)]);
      return result;
    };
    auto expected = c;
    std::vector<T> packed_before, packed_expected;
    for (index j = 0; j < n; ++j)
      for (index i = lower ? j : 0; i < (lower ? n : j + 1); ++i) {
        T& entry = expected[static_cast<std::size_t>(i + j * n)];
        packed_before.push_back(entry);
        if (!nothing) {
          if (hermitian && i == j) entry = T(linalg::part_of(entry, 0));
          if (beta == T{}) entry = T{};
          entry = alpha == T{}
                      ? exact_entry<T>().round(T(1), beta, entry)
                      : expected_update(hermitian, row(a, i), row(b, i), row(a, j), row(b, j), alpha, beta, entry);
          if (hermitian && i == j) entry = T(linalg::part_of(entry, 0));
        }
        packed_expected.push_back(entry);
      }
    auto result = c;
    auto const left = linalg::column_major(a.data(), n, depth), right = linalg::column_major(b.data(), n, depth);
    auto const output = linalg::column_major(result.data(), n, n);
    if (hermitian)
      her2k(half, alpha, left, right, linalg::part_of(beta, 0), output, threads(2));
    else
      syr2k(half, alpha, left, right, beta, output);
    EXPECT_TRUE(same_elements(expected, result));
    if (depth != 1) return;
    auto const x = left.column(0), y = right.column(0);
    linalg::packed_view<T> const into{packed_before.data(), n, half};
    hermitian ? hpr2(alpha, x, y, into) : spr2(alpha, x, y, into);
    EXPECT_TRUE(same_elements(packed_expected, packed_before));
  });
}
TEST(linalg_structured, updates_f64) { check_updates<double>(12); }
TEST(linalg_structured, updates_f32) { check_updates<float>(8); }
TEST(linalg_structured, updates_c64) { check_updates<std::complex<float>>(10); }
TEST(linalg_structured, updates_c128) { check_updates<std::complex<double>>(10); }

/// Once x*op(x), by way of what is known of x*op(y) + y*op(x).
template <class T> void check_rank_one(std::size_t count) {
  for_each_case<T>(count, [&](random_source& random, data_class<real_of<T>> const& kind) {
    index const n = random.between(1, 24);
    auto const x = elements<T>(kind, random, n);
    auto const c = elements<T>(kind, random, n * n);
    bool const lower = random.coin(), hermitian = is_complex<T> && random.coin();
    triangle const half = lower ? triangle::lower : triangle::upper;
    T alpha = random_factor<T>(random);
    if (hermitian) alpha = T(linalg::part_of(alpha, 0));
    auto expected = c, result = c;
    std::vector<T> packed_before, packed_expected;
    for (index j = 0; j < n; ++j)
      for (index i = lower ? j : 0; i < (lower ? n : j + 1); ++i) {
        T& entry = expected[static_cast<std::size_t>(i + j * n)];
        packed_before.push_back(entry);
        if (alpha != T{}) {
          if (hermitian && i == j) entry = T(linalg::part_of(entry, 0));
          exact_entry<T> sum;
          T const other = x[static_cast<std::size_t>(j)];
          sum.add_product(x[static_cast<std::size_t>(i)], hermitian ? linalg::conjugated(other) : other);
          entry = sum.round(alpha, T(1), entry);
          if (hermitian && i == j) entry = T(linalg::part_of(entry, 0));
        }
        packed_expected.push_back(entry);
      }
    auto const output = linalg::column_major(result.data(), n, n);
    linalg::packed_view<T> const into{packed_before.data(), n, half};
    if (hermitian)
      her(half, linalg::part_of(alpha, 0), x, output), hpr(linalg::part_of(alpha, 0), x, into);
    else
      syr(half, alpha, x, output), spr(alpha, x, into);
    EXPECT_TRUE(same_elements(expected, result));
    EXPECT_TRUE(same_elements(packed_expected, packed_before));
  });
}
TEST(linalg_structured, rank_one_f64) { check_rank_one<double>(6); }
TEST(linalg_structured, rank_one_f32) { check_rank_one<float>(6); }
TEST(linalg_structured, rank_one_c64) { check_rank_one<std::complex<float>>(6); }
TEST(linalg_structured, rank_one_c128) { check_rank_one<std::complex<double>>(6); }

TEST(linalg_structured, refuses_what_makes_no_sense) {
  std::vector<double> a(20), x(4), y(4);
  EXPECT_THROW((void)triangular(triangle::lower, linalg::column_major(a.data(), 4, 5)), error);
  EXPECT_THROW((void)linalg::banded(a.data(), 4, 4, 2, 2, 4), error);
  EXPECT_THROW((void)linalg::packed(triangle::upper, static_cast<double*>(nullptr), 3), error);
  auto const band = linalg::banded(a.data(), 4, 4, 1, 1, 3);
  EXPECT_THROW((void)symmetric(band), error);
  EXPECT_THROW(trmv(band, vector_view<double>(x)), error);
  EXPECT_THROW(trsv(band, vector_view<double>(x)), error);
  auto const half = triangular(triangle::lower, linalg::column_major(a.data(), 4, 4));
  EXPECT_THROW(trmm(1.0, symmetric(half), linalg::column_major(x.data(), 4, 1)), error);
  EXPECT_THROW(trmv(half, vector_view<double>(a.data(), 4)), error);
  EXPECT_THROW(gemv(1.0, half, x, 0.0, vector_view<double>(a.data() + 8, 4)), error);
  EXPECT_THROW(gemv(1.0, half, std::vector<double>(3), 0.0, vector_view<double>(y)), error);
  EXPECT_THROW(spr(1.0, vector_view<double const>(a.data(), 4), linalg::packed_view<double>{a.data(), 4}), error);
  EXPECT_THROW(syr2k(triangle::lower, 1.0, linalg::column_major(x.data(), 4, 1), linalg::column_major(y.data(), 3, 1),
                     0.0, linalg::column_major(a.data(), 4, 4)),
               error);
}

// A zero that is not stored is no factor: what is infinite meets only what is there.
TEST(linalg_structured, gaps_are_no_zeros) {
  double const infinity = std::numeric_limits<double>::infinity();
  std::vector<double> const a = {1, 2, 3, 4}, x = {infinity, 5};
  std::vector<double> y(2);
  gemv(1.0, triangular(triangle::upper, linalg::row_major(a.data(), 2, 2)), x, 0.0, vector_view<double>(y));
  EXPECT_EQ(y, (std::vector<double>{infinity, 20}));
  std::vector<double> const whole = {1, 2, 0, 4};
  linalg::gemv(1.0, linalg::row_major(whole.data(), 2, 2), x, 0.0, vector_view<double>(y));
  EXPECT_TRUE(std::isnan(y[1]));
}

}  // namespace
}  // namespace isobit::test
