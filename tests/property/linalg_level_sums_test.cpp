// Sums of rows with all products cut at one place or at two, before they are rounded: their errors against their
// radii, for every type, layout and conjugation, over products made to leave large remainders at both places.
// docs/maths/gemv.md#two-levels
#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/driver/serial.hpp>
#include <isobit/isobit.hpp>
#include <isobit/linalg/gemv.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/exact_entry.hpp"
#include "linalg/level_sums.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

using linalg::cuts, linalg::index, linalg::is_complex, linalg::level_sums, linalg::matrix_view, linalg::real_of,
    linalg::sums_buffer, linalg::vector_view;

template <class T, class Draw> T make(Draw draw) {
  if constexpr (is_complex<T>) {
    auto const re = draw();
    return {re, draw()};
  } else {
    return draw();
  }
}

/// A matrix, along columns or rows, and a vector.
template <class T> struct level_problem {
  index rows, columns, leading;
  bool by_rows, conjugate;
  std::vector<T> storage, x;

  level_problem(random_source& random, index most)
      : rows(random.between(8, static_cast<int>(most))), columns(random.between(8, static_cast<int>(most))),
        by_rows(random.coin()), conjugate(is_complex<T> && random.coin()) {
    leading = (by_rows ? columns : rows) + random.between(0, 5);
    storage.resize(static_cast<std::size_t>(leading * (by_rows ? rows : columns)));
    x.resize(static_cast<std::size_t>(columns));
  }
  [[nodiscard]] T& at(index i, index j) {
    return storage[static_cast<std::size_t>(by_rows ? i * leading + j : i + j * leading)];
  }
  [[nodiscard]] matrix_view<T const> view() const {
    matrix_view<T const> a(storage.data(), rows, columns, by_rows ? leading : 1, by_rows ? 1 : leading);
    a.conjugate = conjugate;
    return a;
  }
  /// The second half of every sum is nearly the negative of the first.
  void cancel(int left) {
    index const half = columns / 2;
    for (index j = half; j < columns; ++j) {
      bool const has_partner = j - half < half;
      for (index i = 0; i < rows; ++i) at(i, j) = has_partner ? at(i, j - half) : T{};
      if (has_partner)
        x[static_cast<std::size_t>(j)] =
            -x[static_cast<std::size_t>(j - half)] * static_cast<real_of<T>>(1 + std::ldexp(1.0, -left));
    }
  }
  /// A part of a sum, less high and low.
  [[nodiscard]] double error(index i, index part, double high, double low) {
    exact_product sum;
    for (index j = 0; j < columns; ++j) {
      T const a = at(i, j), b = x[static_cast<std::size_t>(j)];
      if constexpr (is_complex<T>) {
        double const re = a.real(), im = conjugate ? -a.imag() : a.imag(), of_x[] = {b.real(), b.imag()};
        sum.add_product(re, of_x[part]);
        sum.add_product(part == 0 ? -im : im, of_x[1 - part]);
      } else {
        sum.add_product(static_cast<double>(a), static_cast<double>(b));
      }
    }
    sum.subtract(high);
    sum.subtract(low);
    return std::fabs(sum.round<double>());
  }
};

template <class T> struct level_sums_of : testing::Test {};
using types = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(level_sums_of, types);

/// What part of their radius the errors are at most; and how often the radius is below 2^-60 (floats: 2^-30) of the
/// sum.
template <class T> struct findings {
  double largest = 0;
  index held = 0, sums = 0, precise = 0;

  void look(level_problem<T>& p, cuts places) {
    std::vector<sums_buffer> results(level_sums<T>::parts, sums_buffer(p.rows, linalg::gemv_kernels().lanes));
    bool could = false;
    in_standard_rounding([&] {
      level_sums<T> const product(p.view(), vector_view<T const>(p.x), p.rows);
      could = product.rows(0, p.rows, places, results);
    });
    if (!could) return;
    ++held;
    for (index i = 0; i < p.rows; ++i)
      for (index part = 0; part < level_sums<T>::parts; ++part) {
        auto const s = results[static_cast<std::size_t>(part)].at(i);
        double const share = p.error(i, part, *s.high, *s.low) / *s.bound;
        ASSERT_LE(share, 1) << "row " << i << " of " << p.rows << " x " << p.columns << (p.by_rows ? ", by rows" : "")
                            << ", part " << part << ", places " << static_cast<int>(places) + 1;
        largest = std::max(largest, share);
        precise += *s.bound < std::fabs(*s.high) * (sizeof(real_of<T>) == sizeof(double) ? 0x1p-60 : 0x1p-30);
        ++sums;
      }
  }
};

template <class T, class Prepare> findings<T> look_at_many(std::size_t count, cuts places, Prepare prepare) {
  findings<T> all;
  for (std::size_t seed = first_seed(); seed < first_seed() + scaled_count(count); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    level_problem<T> p(random, random.one_in(8) ? 400 : 60);
    prepare(p, random);
    all.look(p, places);
    if (testing::Test::HasFatalFailure()) break;
  }
  return all;
}

TYPED_TEST(level_sums_of, sums_that_cancel_are_precise) {
  using real = real_of<TypeParam>;
  auto const all = look_at_many<TypeParam>(150, level_sums<TypeParam>::most_cuts, [](auto& p, random_source& random) {
    auto const number = [&] { return random_number<real>(random, -3, 0); };
    for (auto& one : p.storage) one = make<TypeParam>(number);
    for (auto& one : p.x) one = make<TypeParam>(number);
    p.cancel(sizeof(real) == sizeof(double) ? 45 : 20);
  });
  EXPECT_GT(all.held, 0);
  EXPECT_GE(all.precise, all.sums - all.sums / 50) << "of " << all.sums;
  std::printf("largest error: %.3g of the radius\n", all.largest);
}

/// Elements far below the others have bits below both places.
TYPED_TEST(level_sums_of, errors_are_within_the_radius) {
  using real = real_of<TypeParam>;
  for (cuts const places : {cuts::one, level_sums<TypeParam>::most_cuts}) {
    auto const all = look_at_many<TypeParam>(200, places, [](auto& p, random_source& random) {
      int const spread = random.between(0, random.coin() ? 4 : 80), size = random.between(-20, 20);
      bool const positive = random.one_in(3);
      auto const number = [&]() -> real {
        if (random.one_in(20)) return 0;
        real const one = random_number<real>(random, size - spread, size);
        // Few bits, or all of them: products that are just above or below a place to cut at.
        if (random.one_in(6)) return std::ldexp(real(random.coin() ? 1 : -1), size - random.between(0, spread));
        return positive ? std::fabs(one) : one;
      };
      for (auto& one : p.storage) one = make<TypeParam>(number);
      for (auto& one : p.x) one = make<TypeParam>(number);
      if (random.coin()) p.cancel(random.between(1, 60));
    });
    EXPECT_GT(all.held, 0);
    std::printf("%d: largest error: %.3g of the radius\n", static_cast<int>(places) + 1, all.largest);
  }
}

/// Products that are all the same, far below what was guessed, leave the same remainder with all its bits, and its sum
/// is rounded to the same side many times.
TYPED_TEST(level_sums_of, errors_that_add_up_are_within_the_radius) {
  using real = real_of<TypeParam>;
  auto const all = look_at_many<TypeParam>(100, level_sums<TypeParam>::most_cuts, [](auto& p, random_source& random) {
    auto const number = [&] { return random_number<real>(random, -1, 0); };
    std::fill(p.x.begin(), p.x.end(), make<TypeParam>(number));
    p.x[0] = TypeParam{};  // so that the first column counts for the guess only
    for (index i = 0; i < p.rows; ++i) {
      auto const element = make<TypeParam>(number) * std::ldexp(real(1), -32);
      p.at(i, 0) = TypeParam(1);
      for (index j = 1; j < p.columns; ++j) p.at(i, j) = element;
    }
  });
  EXPECT_GT(all.held, 0);
  if (sizeof(real) == sizeof(double)) {
    EXPECT_GT(all.largest, 0.05) << "of the radius: the sums do not test their bound";
  }
  std::printf("largest error: %.3g of the radius\n", all.largest);
}

/// Elements that were not expected take sums out of their interval: that is seen, or does no harm.
TYPED_TEST(level_sums_of, sums_that_wander_are_seen) {
  using real = real_of<TypeParam>;
  auto const all = look_at_many<TypeParam>(300, level_sums<TypeParam>::most_cuts, [](auto& p, random_source& random) {
    auto const number = [&] { return random_number<real>(random, -3, 0); };
    for (auto& one : p.storage) one = make<TypeParam>(number);
    for (auto& one : p.x) one = random.coin() ? TypeParam(1) : make<TypeParam>(number);
    int const above = 4 + static_cast<int>(std::bit_width(static_cast<std::size_t>(p.columns)));
    for (index i = p.rows / 2; i < p.rows; ++i) {
      if (random.coin()) continue;
      real const size =
          std::ldexp(real(random.coin() ? 1 : 3), above + random.between(-7, random.one_in(20) ? 20 : -2));
      real sign = random.coin() ? 1 : -1;
      for (index j = p.columns / 2; j < p.columns; j += random.between(1, 9), sign = -sign)
        p.at(i, j) = TypeParam(sign * size);
    }
  });
  EXPECT_GT(all.held, 0);
}

/// The whole call: a few rows that one place leaves open, ties, zeros and rows of another size among rows that cancel.
TYPED_TEST(level_sums_of, results_are_those_of_the_definition) {
  using real = real_of<TypeParam>;
  for (std::size_t seed = first_seed(); seed < first_seed() + scaled_count(150); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    level_problem<TypeParam> p(random, random.one_in(4) ? 150 : 40);
    auto const number = [&] { return random_number<real>(random, -3, 0); };
    for (auto& one : p.storage) one = make<TypeParam>(number);
    for (auto& one : p.x) one = make<TypeParam>(number);
    p.cancel(random.between(5, sizeof(real) == sizeof(double) ? 52 : 23));
    bool const alike = random.coin();
    for (index i = 0; i < p.rows && !alike; ++i) {
      auto const kind = random.below(6);
      for (index j = 0; j < p.columns; ++j) {
        if (kind == 0) p.at(i, j) = make<TypeParam>(number);                                       // no cancelling
        if (kind == 1) p.at(i, j) = TypeParam(static_cast<real>(random.between(-1, 1)));           // few bits
        if (kind == 2) p.at(i, j) = p.at(i, j) * std::ldexp(real(1), random.between(-1, 1) * 40);  // another size
        if (kind == 3) p.at(i, j) = TypeParam{};
      }
    }
    TypeParam const alpha = random.coin() ? TypeParam(1) : make<TypeParam>(number);
    TypeParam const beta = random.coin() ? TypeParam(0) : make<TypeParam>(number);
    std::vector<TypeParam> y(static_cast<std::size_t>(p.rows));
    for (auto& one : y) one = make<TypeParam>([&] { return std::ldexp(number(), -random.between(0, 20)); });
    auto const before = y;
    linalg::gemv(alpha, p.view(), vector_view<TypeParam const>(p.x), beta, vector_view<TypeParam>(y), serial());
    for (std::size_t i = 0; i < y.size(); ++i) {
      linalg::exact_entry<TypeParam> entry;
      entry.add_products(p.view().row(static_cast<index>(i)), vector_view<TypeParam const>(p.x));
      auto const expected = entry.round(alpha, beta, beta == TypeParam{} ? TypeParam{} : before[i]);
      for (index part = 0; part < level_sums<TypeParam>::parts; ++part)
        ASSERT_TRUE(same_bits(linalg::part_of(expected, part), linalg::part_of(y[i], part)))
            << "row " << i << " of " << p.rows << " x " << p.columns << ", part " << part;
    }
  }
}

}  // namespace
}  // namespace isobit::test
