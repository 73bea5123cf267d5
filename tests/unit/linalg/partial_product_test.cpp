#include "linalg/partial_product.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/driver/serial.hpp>

#include "linalg/exact_entry.hpp"
#include "support/check.hpp"
#include "support/float_environment.hpp"

namespace isobit::test {
namespace {

using linalg::index, linalg::matrix_view, linalg::partial_product;

double random_double(random_source& random, int lowest, int highest) {
  double const x = std::ldexp(static_cast<double>(random.next() >> 11) + 1, random.between(lowest, highest) - 53);
  return random.coin() ? x : -x;
}

template <class T> class partial_products : public testing::Test {};
using numbers = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(partial_products, numbers);

template <class T> T random_number(random_source& random, bool integers) {
  auto const one = [&] {
    return static_cast<linalg::real_of<T>>(integers ? random.between(-9, 9) : random_double(random, -3, 0));
  };
  if constexpr (linalg::is_complex<T>) {
    auto const real = one();
    return {real, one()};
  } else {
    return one();
  }
}

/// Adds a product in two pieces and compares with the definition; how many entries are left open.
template <class T> std::size_t open_entries(index m, index n, index k, bool integers, int zeros) {
  random_source random(first_seed());
  std::vector<T> a, b, c(static_cast<std::size_t>(m * n), T(3));
  for (index i = 0; i < m * k; ++i)
    a.push_back(random.between(1, 100) <= zeros ? T(0) : random_number<T>(random, integers));
  for (index i = 0; i < k * n; ++i)
    b.push_back(random.between(1, 100) <= zeros ? T(0) : random_number<T>(random, integers));
  matrix_view<T const> const left = linalg::column_major<T const>(a.data(), m, k);
  matrix_view<T const> const right = linalg::row_major<T const>(b.data(), k, n);
  partial_product<T> product(m, n);
  serial const one_thread;
  index const cut = k / 3;
  for (auto const& [first, count] : {std::pair{index{0}, cut}, {cut, k - cut}})
    product.add(driver_ref(one_thread), left.block(0, first, m, count), right.block(first, 0, count, n));
  auto const open = product.finish(T(1), T(0), linalg::column_major(c.data(), m, n));
  auto next = open.begin();
  for (index e = 0; e < m * n; ++e) {
    linalg::exact_entry<T> entry;
    entry.add_products(left.row(e % m), right.column(e / m));
    bool const is_open = next != open.end() && *next == e;
    next += is_open;
    T const expected = is_open ? T(3) : entry.round();
    EXPECT_TRUE(std::memcmp(&expected, &c[static_cast<std::size_t>(e)], sizeof(T)) == 0) << e;
  }
  return open.size();
}

TYPED_TEST(partial_products, leave_next_to_nothing_open) {
  using T = TypeParam;
  EXPECT_EQ(open_entries<T>(30, 20, 300, false, 0), 0u);
  EXPECT_EQ(open_entries<T>(3, 40, 5000, false, 0), 0u);
  EXPECT_EQ(open_entries<T>(30, 20, 40, true, 20), 0u) << "sums that are exact, some of them zero";
  EXPECT_EQ(open_entries<T>(40, 40, 60, false, 95), 0u) << "sums without products";
}

// Scaling takes elements far below the largest of their line as zero; their products are there all the same.
TEST(partial_product, does_not_take_far_smaller_elements_for_zeros) {
  constexpr index depth = 64;
  std::vector<double> a(depth), b(depth);
  a[0] = 1, a[1] = 0x1p-500, b[1] = 1;
  double c = 7;
  partial_product<double> product(1, 1);
  serial const one_thread;
  product.add(driver_ref(one_thread), linalg::row_major<double const>(a.data(), 1, depth),
              linalg::column_major<double const>(b.data(), depth, 1));
  bool const is_open = !product.finish(1.0, 0.0, linalg::column_major(&c, 1, 1)).empty();
  EXPECT_TRUE(is_open || c == 0x1p-500) << c;
}

TEST(partial_product, does_not_see_the_environment) {
  random_source random(first_seed());
  std::vector<double> a, b;
  for (int i = 0; i < 300; ++i) a.push_back(random_double(random, -30, 0)), b.push_back(random_double(random, -30, 0));
  auto const compute = [&] {
    std::vector<double> c(100, 0.1);
    partial_product<double> product(10, 10);
    serial const one_thread;
    product.add(driver_ref(one_thread), linalg::column_major<double const>(a.data(), 10, 30),
                linalg::column_major<double const>(b.data(), 30, 10));
    auto const open = product.finish(1.5, 0.3, linalg::column_major(c.data(), 10, 10));
    c.push_back(static_cast<double>(open.size()));
    return c;
  };
  auto const expected = compute();
  auto const usual = read_environment();
  for (auto const control : every_control_word()) {
    write_environment({control, 0});
    auto const result = compute();
    auto const after = read_environment();
    write_environment(usual);
    EXPECT_EQ(after.control, control);
    EXPECT_TRUE(same_bits(expected, result)) << control;
  }
}

}  // namespace
}  // namespace isobit::test
