// A transposed sparse matrix times a vector, against its definition: every column the exact sum of its products,
// rounded once; where sums tie, cancel, overflow, have few or thousands of addends, on any number of threads.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/sparse.hpp>

#include "support/sparse_matrices.hpp"

namespace isobit::test {
namespace {

/// A driver of so many parts for any number of elements.
struct parts_of_any {
  std::size_t count;
  [[nodiscard]] std::size_t parts(std::size_t) const { return count; }
  template <class Body> void run(std::size_t parts, Body&& body) const {
    for (std::size_t part = 0; part < parts; ++part) body(part);
  }
};

/// What entries and elements of the vector are like.
template <class T> struct numbers {
  int bits, spread;
  bool odd;  ///< some are infinite, NaN, zero, tiny or huge

  T operator()(random_source& random) const {
    if (odd && random.one_in(300)) {
      constexpr double oddities[] = {0.0, -0.0, INFINITY, NAN, 0x1p-1074, 0x1p-149, 0x1p1000, 0x1p127};
      return static_cast<T>(oddities[random.below(8)]);
    }
    auto const whole = static_cast<double>(random.next() >> (64 - bits)) * (random.coin() ? -1 : 1);
    return static_cast<T>(std::ldexp(whole, random.between(-spread, spread) - bits));
  }
};

template <class T, class Index, class Offset> void check_transposed(std::size_t count) {
  for (std::size_t seed = first_seed(); seed < first_seed() + scaled_count(count); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    csr_matrix<T, Index, Offset> a;
    a.rows = random.between(1, random.one_in(8) ? 3000 : 300), a.columns = random.between(1, 200);
    auto const any_numbers = [&] {
      int const bits = random.coin() ? random.between(1, 8) : std::numeric_limits<T>::digits;
      return numbers<T>{bits, random.one_in(3) ? random.between(0, 30) : 0, random.one_in(5)};
    };
    auto const entry = any_numbers(), element = any_numbers();
    index const most = random.between(1, 20);
    bool const dense = random.one_in(4);  // a column with an entry, or several, in every row
    for (index row = 0; row < a.rows; ++row) {
      for (index k = random.between(0, static_cast<int>(most)); k > 0; --k) {
        a.indices.push_back(
            static_cast<Index>(dense && random.coin() ? 0 : random.between(0, static_cast<int>(a.columns) - 1)));
        a.values.push_back(entry(random));
      }
      a.offsets.push_back(static_cast<Offset>(a.indices.size()));
    }
    std::vector<T> x;
    for (index row = 0; row < a.rows; ++row) x.push_back(element(random));
    index const step = random.coin() ? 1 : 2;
    std::vector<T> y(static_cast<std::size_t>(a.columns * step), T(7));
    sparse::multiply_transposed(T(1), a, x, T{}, vector_view<T>(y.data(), a.columns, step),
                                parts_of_any{1 + random.below(4)});
    std::vector<reference::entry<T>> sums(static_cast<std::size_t>(a.columns));
    for_each_entry(a, [&](index i, index j, T const& value) {
      sums[static_cast<std::size_t>(j)].add_product(value, x[static_cast<std::size_t>(i)]);
    });
    for (index j = 0; j < a.columns; ++j)
      ASSERT_TRUE(same(sums[static_cast<std::size_t>(j)].round(T(1), T{}, T{}), y[static_cast<std::size_t>(j * step)]))
          << "column " << j;
  }
}

TEST(sparse_transposed, every_column_is_rounded_once) {
  check_transposed<double, std::int32_t, std::int32_t>(150);
  check_transposed<double, std::int32_t, std::int64_t>(30);
  check_transposed<double, std::int64_t, std::int64_t>(30);
  check_transposed<float, std::int32_t, std::int32_t>(60);
}

/// Sums that are halves of their last places, to which a product far below adds what decides.
TEST(sparse_transposed, products_far_below_tip_the_balance) {
  for (std::size_t seed = first_seed(); seed < first_seed() + scaled_count(100); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    csr_matrix<double> a;
    a.rows = 3, a.columns = 64;
    auto const add_row = [&](auto value_of) {
      for (int j = 0; j < a.columns; ++j) a.indices.push_back(j), a.values.push_back(value_of());
      a.offsets.push_back(static_cast<std::int32_t>(a.indices.size()));
    };
    add_row([&] { return 1 + static_cast<double>(random.below(1u << 20)) * 0x1p-52; });
    add_row([&] { return random.coin() ? 0x1p-53 : -0x1p-53; });
    int const below = random.between(54, 130);
    add_row([&] { return std::ldexp(static_cast<double>(random.between(-1, 1)), -below); });
    std::vector<double> const x(3, std::ldexp(1.0, random.between(-20, 20)));
    std::vector<double> y(64);
    sparse::multiply_transposed(1.0, a, x, 0.0, vector_view<double>(y), parts_of_any{1 + random.below(2)});
    for (std::size_t j = 0; j < 64; ++j) {
      reference::entry<double> sum;
      for (std::size_t i = 0; i < 3; ++i) sum.add_product(a.values[i * 64 + j], x[i]);
      ASSERT_TRUE(same(sum.round(1.0, 0.0, 0.0), y[j])) << "column " << j;
    }
  }
}

}  // namespace
}  // namespace isobit::test
