// Products of matrices and vectors, and rank-one updates, against their definition: every entry the exact sum, rounded
// once; for every class of data, shape, stride, transposition, conjugation and cut, and in every environment.
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>
#include <isobit/linalg/gemv.hpp>

#include "linalg/exact_entry.hpp"
#include "support/check.hpp"
#include "support/data_cases.hpp"
#include "support/float_environment.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

using linalg::index;
using linalg::is_complex;
using linalg::matrix_view;
using linalg::real_of;
using linalg::vector_view;

template <class T> real_of<T> part(T const& x, index k) { return reinterpret_cast<real_of<T> const*>(&x)[k]; }

template <class T> testing::AssertionResult same_parts(T expected, T actual) {
  for (index k = 0; k < (is_complex<T> ? 2 : 1); ++k)
    if (auto result = same_bits(part(expected, k), part(actual, k)); !result) return result << " in part " << k;
  return testing::AssertionSuccess();
}

template <class T> T random_factor(random_source& random) {
  using real = real_of<T>;
  auto const one = [&]() -> real {
    switch (random.below(8)) {
    case 0:
      return 1;
    case 1:
      return -1;
    case 2:
      return power_of_two<real>(random.coin(), random.between(-20, 20));
    case 3:
      return power_of_two<real>(random.coin(), random.between(-140, 120));
    case 4:
      return static_cast<real>(random.between(-9, 9));
    default:
      return random_number<real>(random, -10, 10);
    }
  };
  if constexpr (is_complex<T>) {
    real const re = one(), im = random.coin() ? real{0} : one();
    return {re, im};
  } else {
    return one();
  }
}

index random_length(random_source& random) {
  static constexpr int sizes[] = {1, 2, 3, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 33, 63, 64, 65, 100, 130};
  if (random.one_in(12)) return random.between(400, 700);
  return sizes[random.below(std::size(sizes))];
}

/// A vector somewhere in an array, forwards or backwards.
template <class T> struct placed_vector {
  std::vector<T> storage;
  vector_view<T> view;
  placed_vector(random_source& random, std::vector<T> const& values) {
    auto const size = static_cast<index>(values.size());
    index const step = random.coin() ? 1 : random.between(1, 3);
    storage.assign(static_cast<std::size_t>(size * step + 2), T(real_of<T>(7)));
    bool const backwards = random.one_in(4) && size > 0;
    view.data = storage.data() + 1 + (backwards ? (size - 1) * step : 0);
    view.size = size;
    view.stride = backwards ? -step : step;
    for (index i = 0; i < size; ++i) view.data[i * view.stride] = values[static_cast<std::size_t>(i)];
  }
};

/// A matrix in one of the layouts; `row` gives the rows' elements.
template <class T> struct placed_matrix {
  std::vector<T> storage;
  matrix_view<T> view;
  template <class Row> placed_matrix(random_source& random, index rows, index columns, Row row) {
    index const gap = random.coin() ? 0 : random.between(0, 5);
    index const step = random.one_in(4) ? random.between(1, 3) : 1;
    bool const by_columns = random.coin();
    index const leading = (by_columns ? rows : columns) * step + gap;
    storage.assign(static_cast<std::size_t>(leading * (by_columns ? columns : rows) + 1), T(real_of<T>(7)));
    view = {storage.data(), rows, columns, by_columns ? step : leading, by_columns ? leading : step};
    for (index i = 0; i < rows; ++i) {
      std::vector<T> const values = row();
      for (index j = 0; j < columns; ++j) view.at(i, j) = values[static_cast<std::size_t>(j)];
    }
  }
};

template <class Call> void on_some_driver(random_source& random, Call call) {
  auto const parts = 1 + random.below(4);
  if (parts == 1) return call(serial());
  call(executor(parts, [](std::size_t count, task_ref body) {
    while (count-- != 0) body(count);
  }));
}

/// Sums whose second half is nearly the negative of the first: all rows, or a few, are left to finer tiers.
template <class T> void check_rows_that_cancel() {
  using real = real_of<T>;
  constexpr bool single = sizeof(real) == sizeof(float);
  constexpr int last_bit = single ? 23 : 52;
  auto const make = [](auto draw) -> T {
    if constexpr (is_complex<T>) {
      real const re = draw();
      return {re, draw()};
    } else {
      return draw();
    }
  };
  for (std::size_t seed = first_seed(); seed < first_seed() + scaled_count(150); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    index const rows = random_length(random), half = random.between(1, 150);
    int const left = single ? random.between(10, 60) : random.between(20, 130);
    int const exponent = !random.one_in(4) ? 0 : single ? random.between(-140, 60) : random.between(-1000, 400);
    auto const number = [&] { return random_number<real>(random, -3, 3); };
    auto const scaled = [&] { return std::ldexp(number(), exponent); };
    std::vector<T> x(static_cast<std::size_t>(2 * half));
    for (index j = 0; j < half; ++j) {
      auto const at = static_cast<std::size_t>(j);
      x[at] = make(number);
      x[at + static_cast<std::size_t>(half)] = -(left < last_bit ? x[at] * (1 + std::ldexp(real(1), -left)) : x[at]);
    }
    placed_matrix<T> a(random, rows, 2 * half, [&] {
      std::vector<T> row(x.size());
      bool const cancels = !random.one_in(3);
      for (std::size_t j = 0; j < x.size(); ++j)
        row[j] = j >= x.size() / 2 && cancels ? row[j - x.size() / 2] : make(scaled);
      if (left >= last_bit) row[0] += row[0] * std::ldexp(real(1), -random.between(last_bit - 22, last_bit));
      if (random.one_in(16)) row[x.size() - 1] = T(random.coin() ? infinite<real>(false) : real(-0.0));
      return row;
    });
    a.view.conjugate = is_complex<T> && random.coin();
    std::vector<T> y(static_cast<std::size_t>(rows));
    for (T& one : y) one = make([&] { return std::ldexp(number(), exponent - random.between(0, 60)); });
    T const alpha = random.coin() ? T(1) : random_factor<T>(random), beta = random.coin() ? T(0) : T(1);
    if (alpha == T{}) continue;
    auto const before = y;
    placed_vector<T> const at_x(random, x);
    on_some_driver(random, [&](auto const& driver) {
      linalg::gemv(alpha, matrix_view<T const>(a.view), vector_view<T const>(at_x.view), beta, vector_view<T>(y),
                   driver);
    });
    for (index i = 0; i < rows; ++i) {
      linalg::exact_entry<T> entry;
      entry.add_products(matrix_view<T const>(a.view).row(i), at_x.view);
      auto const at = static_cast<std::size_t>(i);
      ASSERT_TRUE(same_parts(entry.round(alpha, beta, before[at]), y[at])) << "row " << i;
    }
  }
}
TEST(gemv, rows_that_cancel_are_rounded_once) { check_rows_that_cancel<double>(); }
TEST(gemv, rows_of_floats_that_cancel_are_rounded_once) { check_rows_that_cancel<float>(); }
TEST(gemv, complex_rows_that_cancel_are_rounded_once) { check_rows_that_cancel<std::complex<double>>(); }
TEST(gemv, rows_of_complex_floats_that_cancel_are_rounded_once) { check_rows_that_cancel<std::complex<float>>(); }

template <class T> void check_gemv(std::size_t count) {
  auto const classes = data_classes<real_of<T>>();
  for_each_case<T>(count, [&](random_source& random, data_class<real_of<T>> const& kind) {
    index const rows = random_length(random);
    index const columns = random.one_in(40) ? 9000 : random_length(random);
    if (rows * columns > 200000) return;
    auto const& other = random.coin() ? kind : classes[random.below(classes.size())];
    bool const ones = random.one_in(3);  // a row's sum is then that of its class: ties, cancellations
    auto x = elements<T>(other, random, columns);
    if (ones) std::fill(x.begin(), x.end(), T(power_of_two<real_of<T>>(false, random.between(-3, 3))));
    placed_matrix<T> a(random, rows, columns, [&] { return elements<T>(kind, random, columns); });
    placed_vector<T> const at_x(random, x);
    placed_vector<T> y(random, elements<T>(other, random, rows));
    T const alpha = random_factor<T>(random), beta = random.coin() ? T{} : random_factor<T>(random);
    matrix_view<T const> const matrix = random.coin() ? matrix_view<T const>(a.view) : conjugated(a.view);
    vector_view<T const> vector = random.coin() ? conjugated(at_x.view) : at_x.view;
    if (alpha == T{}) return;

    auto expected = y.storage;
    for (index i = 0; i < rows; ++i) {
      linalg::exact_entry<T> entry;
      for (index j = 0; j < columns; ++j) {
        T left = matrix.at(i, j), right = vector.data[j * vector.stride];
        if constexpr (is_complex<T>) {
          if (matrix.conjugate) left = {left.real(), -left.imag()};
          if (vector.conjugate) right = {right.real(), -right.imag()};
        }
        entry.add_product(left, right);
      }
      T& at = expected[static_cast<std::size_t>(y.view.data - y.storage.data() + i * y.view.stride)];
      at = entry.round(alpha, beta, at);
    }
    on_some_driver(random, [&](auto const& driver) { linalg::gemv(alpha, matrix, vector, beta, y.view, driver); });
    for (std::size_t i = 0; i < expected.size(); ++i)
      ASSERT_TRUE(same_parts(expected[i], y.storage[i]))
          << rows << " x " << columns << ", strides " << a.view.row_stride << ' ' << a.view.column_stride << ", at "
          << i << " of " << expected.size();
  });
}

template <class T> T expected_update(T alpha, T x, T y, T a) {
  linalg::exact_entry<T> product;
  product.add_product(x, y);
  return product.round(alpha, T{1}, a);
}

template <class T> void check_ger(std::size_t count) {
  auto const classes = data_classes<real_of<T>>();
  for_each_case<T>(count, [&](random_source& random, data_class<real_of<T>> const& kind) {
    index const rows = random_length(random), columns = random_length(random);
    if (rows * columns > 5000) return;
    auto const& other = random.coin() ? kind : classes[random.below(classes.size())];
    placed_vector<T> const x(random, elements<T>(kind, random, rows));
    placed_vector<T> const y(random, elements<T>(other, random, columns));
    placed_matrix<T> a(random, rows, columns, [&] { return elements<T>(kind, random, columns); });
    T const alpha = random_factor<T>(random);
    bool const conjugate = random.coin();
    if (alpha == T{}) return;
    if (random.coin())  // cancellation
      for (index i = 0; i < rows; ++i)
        for (index j = 0; j < columns; ++j)
          a.view.at(i, j) =
              expected_update(-alpha, x.view.data[i * x.view.stride], y.view.data[j * y.view.stride], T{});
    auto expected = a.storage;
    for (index i = 0; i < rows; ++i)
      for (index j = 0; j < columns; ++j) {
        T right = y.view.data[j * y.view.stride];
        if constexpr (is_complex<T>)
          if (conjugate) right = {right.real(), -right.imag()};
        T& at = expected[static_cast<std::size_t>(&a.view.at(i, j) - a.storage.data())];
        at = expected_update(alpha, x.view.data[i * x.view.stride], right, at);
      }
    vector_view<T const> const other_vector = conjugate ? conjugated(y.view) : y.view;
    on_some_driver(random, [&](auto const& driver) { linalg::ger(alpha, x.view, other_vector, a.view, driver); });
    for (std::size_t i = 0; i < expected.size(); ++i)
      ASSERT_TRUE(same_parts(expected[i], a.storage[i])) << rows << " x " << columns << ", at " << i;
  });
}

TEST(gemv, every_entry_is_rounded_once_double) { check_gemv<double>(25); }
TEST(gemv, every_entry_is_rounded_once_float) { check_gemv<float>(25); }
TEST(gemv, every_entry_is_rounded_once_complex_double) { check_gemv<std::complex<double>>(10); }
TEST(gemv, every_entry_is_rounded_once_complex_float) { check_gemv<std::complex<float>>(10); }
TEST(ger, every_entry_is_rounded_once_double) { check_ger<double>(8); }
TEST(ger, every_entry_is_rounded_once_float) { check_ger<float>(8); }
TEST(ger, every_entry_is_rounded_once_complex_double) { check_ger<std::complex<double>>(4); }
TEST(ger, every_entry_is_rounded_once_complex_float) { check_ger<std::complex<float>>(4); }

template <class T> void check_threads() {
  random_source random(first_seed());
  constexpr index rows = 230, columns = 310;
  auto const& normal = data_classes<real_of<T>>()[2];
  auto const a = elements<T>(normal, random, rows * columns), x = elements<T>(normal, random, columns);
  auto const start = elements<T>(normal, random, rows);
  auto const call = [&](auto const& driver) {
    auto y = start, matrix = a;
    linalg::gemv(T(1), linalg::column_major(a.data(), rows, columns), x, T(1), vector_view<T>(y), driver);
    linalg::ger(T(3), y, x, linalg::column_major(matrix.data(), rows, columns), driver);
    auto z = x;
    linalg::gemv(T(1), linalg::row_major(matrix.data(), columns, rows), y, T(1), vector_view<T>(z), driver);
    matrix.insert(matrix.end(), y.begin(), y.end());
    matrix.insert(matrix.end(), z.begin(), z.end());
    return matrix;
  };
  auto const expected = call(serial());
  for (std::size_t count = 1; count <= 4; ++count) {
    auto const actual = call(threads(count));
    for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_TRUE(same_parts(expected[i], actual[i])) << i;
  }
}

TEST(gemv, threads_do_not_matter) {
  check_threads<double>();
  check_threads<float>();
  check_threads<std::complex<double>>();
}

template <class T> void check_environments() {
  float_environment const usual = read_environment();
  for_each_case<T>(2, [&](random_source& random, data_class<real_of<T>> const& kind) {
    constexpr index rows = 19, columns = 21;
    auto const a = elements<T>(kind, random, rows * columns);
    auto const x = elements<T>(kind, random, columns), start = elements<T>(kind, random, rows);
    T const alpha = random.coin() ? random_factor<T>(random) : T(make_number<real_of<T>>(false, 1, -1074));
    auto const call = [&](auto const& driver) {
      auto y = start;
      auto matrix = a;
      vector_view<T> const at_y(y);
      linalg::gemv(alpha, linalg::column_major(a.data(), rows, columns), x, T(3), at_y, driver);
      linalg::ger(alpha, y, x, linalg::row_major(matrix.data(), rows, columns), driver);
      matrix.insert(matrix.end(), y.begin(), y.end());
      return matrix;
    };
    auto const expected = call(serial());
    for (auto control : every_control_word()) {
      for (std::uint64_t flags : {std::uint64_t{0}, every_flag}) {
        float_environment const before{control, flags};
        write_environment(before);
        auto const actual = call(threads(2));
        auto const after = read_environment();
        write_environment(usual);
        ASSERT_TRUE(undisturbed(before, after));
        for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_TRUE(same_parts(expected[i], actual[i])) << i;
      }
    }
  });
}

TEST(gemv, environments_do_not_matter_double) { check_environments<double>(); }
TEST(gemv, environments_do_not_matter_complex_float) { check_environments<std::complex<float>>(); }

}  // namespace
}  // namespace isobit::test
