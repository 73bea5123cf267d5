// What the sums of sparse rows claim to know, on the host: no GPU is needed for this.
#include "cuda/sparse/careful_sum.hpp"

#include <vector>

#include <gtest/gtest.h>

#include <isobit/sum/exact.hpp>

#include "support/check.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

template <class T> struct factors { T a, x; };

/// Products whose scale moves within the row, some of which cancel or are zero.
template <class T> std::vector<factors<T>> random_row(random_source& random, int reach) {
  std::vector<factors<T>> row(static_cast<std::size_t>(random.between(0, 200)));
  int scale = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (random.one_in(8)) scale = random.between(-reach, reach);
    row[i] = {random_number<T>(random, scale - 2, scale + 2), random_number<T>(random, -3, 3)};
    if (i > 0 && random.one_in(3)) row[i] = {-row[i - 1].a, row[i - 1].x};
    if (random.one_in(30)) row[i].x = 0;
  }
  return row;
}

template <class T> void expect_enclosed(random_source& random, int reach) {
  auto const row = random_row<T>(random, reach);
  std::size_t const lanes = std::size_t{1} << random.between(0, 5);
  std::vector<cuda::sparse::careful_sum> lane(lanes);
  exact_product rest;  // of the sum, when what is known is taken away
  for (std::size_t i = 0; i < row.size(); ++i) {
    lane[i % lanes].add_product(row[i].a, row[i].x);
    rest.add_product(static_cast<double>(row[i].a), static_cast<double>(row[i].x));
  }
  for (std::size_t offset = lanes / 2; offset > 0; offset /= 2)
    for (std::size_t i = 0; i < offset; ++i) lane[i].add(lane[i + offset]);
  ASSERT_TRUE(lane[0].fits);
  auto const known = lane[0].known();
  rest.subtract(known.high);
  rest.subtract(known.low);
  exact_product radius;
  radius.add(known.radius);
  exact_product minus_radius;
  minus_radius.subtract(known.radius);
  ASSERT_TRUE(minus_radius <= rest && rest <= radius)
      << row.size() << " products, " << lanes << " lanes, " << rest.round() << " beside a radius of " << known.radius;
}

TEST(cuda_host_careful_sum, knows_what_it_says) {
  random_source random(20);
  for (int i = 0; i < int(scaled_count(20000)); ++i)
    for (int const reach : {1, 30, 60, 120}) {
      expect_enclosed<double>(random, reach);
      if (reach <= 60) expect_enclosed<float>(random, reach);
      if (HasFatalFailure()) return;
    }
}

TEST(cuda_host_careful_sum, refuses_products_that_are_not_exact) {
  auto const fits = [](auto a, auto x) {
    cuda::sparse::careful_sum sum;
    sum.add_product(a, x);
    return sum.fits;
  };
  EXPECT_TRUE(fits(0x1p-450, 0x1p-450));
  EXPECT_TRUE(fits(0x1p-1000, 0.0));
  EXPECT_FALSE(fits(0x1.8p-450, 0x1p-451));
  EXPECT_FALSE(fits(0x1p-1000, 0x1p-1000));  // a zero that is none
  EXPECT_TRUE(fits(0x1p499, 0x1p500));
  EXPECT_FALSE(fits(0x1p500, 0x1p500));
  EXPECT_FALSE(fits(infinite<double>(), 1.0));
  EXPECT_FALSE(fits(infinite<float>(), 1.0f));
  EXPECT_TRUE(fits(0x1p-149f, 0x1p-149f));
}

}  // namespace
}  // namespace isobit::test
