// The public sums of columns, against an accumulator for each.
#include <isobit/column/sum_columns.hpp>

#include <array>
#include <complex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/driver/executor.hpp>
#include <isobit/driver/serial.hpp>
#include <isobit/sum/exact.hpp>

#include "support/check.hpp"
#include "support/make_number.hpp"
#include "support/mdspan.hpp"

namespace isobit::test {
namespace {

std::ptrdiff_t signed_of(std::size_t size) { return static_cast<std::ptrdiff_t>(size); }

/// `rows` rows side by side with `gap` numbers between them, that begin `shift` numbers behind an aligned address.
template <class T> struct sheet {
  std::size_t rows, columns, stride, shift;
  std::vector<T> memory;

  sheet(std::size_t rows_, std::size_t columns_, std::size_t gap, std::size_t shift_)
      : rows(rows_), columns(columns_), stride(columns_ + gap), shift(shift_),
        memory(shift + rows * stride + 1, from_bits<T>(format<T>::canonical_nan ^ 5)) {}
  T* row(std::size_t r) { return memory.data() + shift + r * stride; }
  matrix_view<T const> array() { return {row(0), signed_of(rows), signed_of(columns), signed_of(stride), 1}; }
  std::vector<T const*> pointers() {
    std::vector<T const*> result;
    for (std::size_t r = 0; r < rows; ++r) result.push_back(row(r));
    return result;
  }
  std::vector<T> expected() {
    std::vector<T> sums;
    for (std::size_t i = 0; i < columns; ++i) {
      exact total;
      for (std::size_t r = 0; r < rows; ++r) total.add(row(r)[i]);
      sums.push_back(total.round<T>());
    }
    return sums;
  }
};

/// Every way to ask for them, in place too.
template <class T> void expect_exact(sheet<T>& in) {
  auto const expected = in.expected();
  std::vector<T> const garbage(in.columns, T(42));
  auto out = garbage;
  sum_columns(in.array(), out);
  EXPECT_TRUE(same_bits(expected, out)) << "array";
  out = garbage;
  executor const backwards(3, [](std::size_t parts, auto body) {
    for (std::size_t i = parts; i-- > 0;) body(i);
  });
  sum_columns(in.array(), out, backwards);
  EXPECT_TRUE(same_bits(expected, out)) << "array in parts";
  out = garbage;
  sum_columns(in.pointers(), out);
  EXPECT_TRUE(same_bits(expected, out)) << "pointers";
  out = garbage;
  sum_columns(in.pointers(), std::span<T>(out), threads(3));
  EXPECT_TRUE(same_bits(expected, out)) << "pointers in parts";
  if (in.rows == 0) return;
  auto copy = in;
  std::size_t const last = in.rows - 1;
  sum_columns(copy.array(), std::span<T>(copy.row(last), in.columns));
  EXPECT_TRUE(same_bits(expected, std::vector<T>(copy.row(last), copy.row(last) + in.columns))) << "array in place";
  copy = in;
  sum_columns(copy.pointers(), std::span<T>(copy.row(0), in.columns), serial());
  EXPECT_TRUE(same_bits(expected, std::vector<T>(copy.row(0), copy.row(0) + in.columns))) << "pointers in place";
}

template <class T> class sum_columns_test : public testing::Test {};
using numbers = testing::Types<double, float>;
TYPED_TEST_SUITE(sum_columns_test, numbers);

TYPED_TEST(sum_columns_test, is_exact_for_data_of_every_kind) {
  using T = TypeParam;
  std::uint64_t seed = first_seed();
  for (auto const& kind : data_classes<T>())
    for (std::size_t const rows : {0, 1, 2, 3, 4, 7, 19, 40})
      for (std::size_t const columns : {0, 1, 2, 7, 64, 129, 1027}) {
        if (rows * columns > 20000) continue;
        random_source random(++seed);
        SCOPED_TRACE(std::string(kind.name) + ", " + std::to_string(rows) + " rows, " + std::to_string(columns) +
                     " columns, seed " + std::to_string(seed));
        sheet<T> in(rows, columns, random.coin() ? 0 : random.below(5), random.below(4));
        auto const values = make_data(kind, random, rows * columns);
        for (std::size_t r = 0; r < rows; ++r)
          std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(r * columns), columns, in.row(r));
        expect_exact(in);
        if (testing::Test::HasFailure()) return;
      }
}

TYPED_TEST(sum_columns_test, keeps_the_rules_of_special_values) {
  using T = TypeParam;
  constexpr T infinity = std::numeric_limits<T>::infinity(), most = std::numeric_limits<T>::max();
  constexpr T tiny = std::numeric_limits<T>::denorm_min(), ulp = std::numeric_limits<T>::epsilon();
  T const nan = from_bits<T>(format<T>::canonical_nan), payload = from_bits<T>(format<T>::canonical_nan ^ 5);
  struct one {
    std::array<T, 3> column;
    T sum;
  };
  std::vector<one> const cases = {
      {{-T(0), -T(0), -T(0)}, -T(0)},
      {{-T(0), T(0), -T(0)}, T(0)},
      {{1, -1, -T(0)}, T(0)},
      {{infinity, 1, 1}, infinity},
      {{infinity, -infinity, 1}, nan},
      {{payload, 1, 1}, nan},
      {{-infinity, -1, most}, -infinity},
      {{most, most, -most}, most},
      {{most, most, most}, infinity},
      {{tiny, tiny, -tiny}, tiny},
      {{1, ulp / 2, 0}, 1},
      {{1, ulp / 2, tiny}, 1 + ulp},
      {{1 + ulp, ulp / 2, 0}, 1 + 2 * ulp},
      {{1 + ulp, ulp / 2, -tiny}, 1 + ulp},
      {{most, tiny, -most}, tiny},
  };
  sheet<T> in(3, cases.size(), 0, 1);
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (std::size_t r = 0; r < 3; ++r) in.row(r)[i] = cases[i].column[r];
  std::vector<T> out(cases.size());
  sum_columns(in.array(), out);
  for (std::size_t i = 0; i < cases.size(); ++i) EXPECT_TRUE(same_bits(cases[i].sum, out[i])) << "case " << i;
  expect_exact(in);
}

TYPED_TEST(sum_columns_test, of_one_row_is_the_row_with_canonical_nan) {
  using T = TypeParam;
  std::vector<T> const row = {-T(0), from_bits<T>(1), from_bits<T>(format<T>::canonical_nan ^ 5), T(1.5)};
  std::vector<T> out(row.size());
  sum_columns(matrix_view<T const>(row.data(), 1, signed_of(row.size()), 0, 1), out);
  EXPECT_TRUE(same_bits({row[0], row[1], from_bits<T>(format<T>::canonical_nan), row[3]}, out));
}

TYPED_TEST(sum_columns_test, of_complex_numbers_is_that_of_their_parts) {
  using T = TypeParam;
  using complex = std::complex<T>;
  constexpr std::size_t rows = 5, columns = 700;
  random_source random(first_seed());
  sheet<T> in(rows, 2 * columns, 2, 0);
  for (T& x : in.memory) x = make_data(data_classes<T>()[3], random, 1)[0];
  auto const expected = in.expected();
  std::vector<complex> out(columns);
  auto const same = [&](char const* what) {
    for (std::size_t i = 0; i < columns; ++i) {
      EXPECT_TRUE(same_bits(expected[2 * i], out[i].real())) << what << i;
      EXPECT_TRUE(same_bits(expected[2 * i + 1], out[i].imag())) << what << i;
    }
    std::ranges::fill(out, complex(42));
  };
  sum_columns(row_major(reinterpret_cast<complex const*>(in.row(0)), signed_of(rows), signed_of(out.size()),
                        signed_of(in.stride / 2)),
              out);
  same("array ");
  std::vector<complex*> pointers;
  for (std::size_t r = 0; r < rows; ++r) pointers.push_back(reinterpret_cast<complex*>(in.row(r)));
  sum_columns(pointers, out, threads(2));
  same("pointers ");
}

template <class Body> std::string problem_of(Body body) {
  try {
    body();
  } catch (error const& problem) {
    EXPECT_EQ(problem.code(), status::invalid_argument);
    return problem.what();
  }
  return "nothing thrown";
}

TEST(sum_columns_of_a_matrix, takes_an_mdspan) {
  std::vector<double> const numbers = {0.1, 1, -1, 0.2, 2, -1, 0.3, 3, -1};
  std::vector<double> out(2);
  sum_columns(mdspan<double const, 2>{numbers.data(), {3, 2}, {3, 1}}, out);
  EXPECT_TRUE(same_bits({0.6, 6.0}, out));
}

TEST(sum_columns_errors, say_what_to_do) {
  std::vector<double> out(3), row(3);
  std::vector<double const*> const with_null = {row.data(), nullptr};
  EXPECT_EQ(problem_of([&] { sum_columns(with_null, out); }),
            "isobit::sum_columns: row 1 is a null pointer; leave rows out that are not there");
  auto const problem_of_rows = [&](matrix_view<double const> rows) {
    return problem_of([&] { sum_columns(rows, out); });
  };
  double const* const p = row.data();
  EXPECT_EQ(problem_of_rows({p, 2, 4, 4, 1}), "isobit::sum_columns: rows of 4 elements and 3 results");
  EXPECT_EQ(problem_of_rows({p, 2, 3, 2, 1}), "isobit::sum_columns: rows of 3 elements overlap if they are 2 apart");
  EXPECT_EQ(problem_of_rows({p, 2, 3, -3, 1}), "isobit::sum_columns: rows of 3 elements overlap if they are -3 apart");
  EXPECT_EQ(problem_of_rows({p, 2, 3, 1, 2}),
            "isobit::sum_columns: the elements of a row are 2 apart and must be contiguous, as in row_major(p, rows, "
            "columns)");
  EXPECT_EQ(problem_of_rows(conjugated(row_major(p, 1, 3))),
            "isobit::sum_columns: a conjugated matrix; sum the plain one and conjugate the results");
  EXPECT_NE(problem_of_rows({p, std::ptrdiff_t{1} << 31, 3, 3, 1}).find("2147483648 rows; sum at most 2147483647"),
            std::string::npos);
  std::vector<double> both = {1, 2, 3, 4, 5, 6, 7};
  auto const before = both;
  std::vector<double const*> const rows = {row.data(), both.data()};
  std::string const half = "isobit::sum_columns: the arrays overlap; results may go where the arguments are, or "
                           "elsewhere, but not half onto them";
  EXPECT_EQ(problem_of([&] { sum_columns(rows, std::span(both).subspan(1, 3)); }), half);
  EXPECT_EQ(problem_of([&] { sum_columns(row_major(both.data(), 2, 3), std::span(both).subspan(4, 3)); }), half);
  EXPECT_EQ(both, before);
  // Nothing to read, nothing to complain about.
  std::vector<double> none;
  EXPECT_NO_THROW(sum_columns(with_null, none));
  EXPECT_NO_THROW(sum_columns(row_major<double>(nullptr, 0, 3), out));
}

}  // namespace
}  // namespace isobit::test
