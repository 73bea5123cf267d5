// The error of the kernels' sums against the bound derived in docs/maths/gemv.md, with exact accumulators: over every
// class of data, and over products made to leave large remainders.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "linalg/fine_sums.hpp"
#include "linalg/gemv_bounds.hpp"
#include "linalg/gemv_table.hpp"
#include "linalg/kernels.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

using linalg::gemv_sums;
using linalg::gemv_width;
using linalg::index;

linalg::gemv_table const& table() { return linalg::gemv_kernels(); }

void columns(index rows, double const* const* at, double const* x, gemv_sums s) { table().columns_f64(rows, at, x, s); }
void columns(index rows, float const* const* at, double const* x, gemv_sums s) { table().columns_f32(rows, at, x, s); }
void rows_of(index rows, double const* const* at, index length, double const* x, gemv_sums s) {
  table().rows_f64(rows, at, length, x, s);
}
void rows_of(index rows, float const* const* at, index length, double const* x, gemv_sums s) {
  table().rows_f32(rows, at, length, x, s);
}

void renormalise(double, index rows, gemv_sums s) { table().renormalise_f64(rows, s); }
void renormalise(float, index rows, gemv_sums s) { table().renormalise_f32(rows, s); }

struct sums_of_rows {
  std::vector<double> high, low, bound;
  explicit sums_of_rows(index rows) : high(size(rows)), low(size(rows)), bound(size(rows)) {}
  gemv_sums at() { return {high.data(), low.data(), bound.data()}; }
  static std::size_t size(index rows) { return static_cast<std::size_t>(rows + 2 * table().lanes); }
};

/// What part of its bound the error of a sum is; 0 where there is no bound.
template <class T>
double part_of_bound(std::vector<T> const& a, std::vector<T> const& x, double high, double low, double bound) {
  if (!std::isfinite(high) || !std::isfinite(low) || !std::isfinite(bound)) return 0;
  exact_product error;
  error.add_products(std::span<T const>(a), std::span<T const>(x));
  error.subtract(high);
  error.subtract(low);
  double const radius = bound * linalg::gemv_radius<T> + 8 * static_cast<double>(a.size() + 8) * linalg::gemv_tiny;
  if (sizeof(T) == sizeof(float) && bound == 0) {
    EXPECT_EQ(error.sign(), 0);
  }
  return std::fabs(error.round<double>()) / radius;
}

/// The same for sums of products that are cut at two places.
struct fine_sums_of_rows {
  std::vector<double> high, middle, low, bound;
  explicit fine_sums_of_rows(index rows) : high(static_cast<std::size_t>(rows)), middle(high), low(high), bound(high) {}
  linalg::gemv_fine_sums at() { return {high.data(), middle.data(), low.data(), bound.data()}; }

  template <class T>
  [[nodiscard]] double part_of_bound(std::vector<T> const& a, std::vector<T> const& x, std::size_t i) const {
    if (!std::isfinite(high[i] + middle[i] + low[i]) || !std::isfinite(bound[i])) return 0;
    exact_product error;
    error.add_products(std::span<T const>(a), std::span<T const>(x));
    for (double const part : {high[i], middle[i], low[i]}) error.subtract(part);
    return std::fabs(error.round<double>()) /
           (bound[i] * linalg::gemv_fine_radius<T> + linalg::tiny_of_products(static_cast<index>(a.size())));
  }
};

template <class T>
double worst_fine_part(std::vector<std::vector<T>> const& a, std::vector<T> const& x, std::vector<T> const& by_columns,
                       std::vector<double> const& factors) {
  auto const rows = static_cast<index>(a.size()), length = static_cast<index>(x.size());
  index const lanes = table().lanes;
  double worst = 0;
  if (rows >= lanes) {  // two vectors of rows, which may overlap
    index const starts[] = {0, rows - lanes};
    fine_sums_of_rows sums(2 * lanes);
    for (index j = 0; j < length; j += gemv_width) {
      T const* at[gemv_width];
      for (index c = 0; c < gemv_width; ++c) at[c] = by_columns.data() + (j + c < length ? j + c : j) * rows;
      table().fine_columns<T>()(2, starts, at, factors.data() + j, sums.at());
    }
    for (index p = 0; p < 2 * lanes; ++p) {
      auto const row = static_cast<std::size_t>(starts[p / lanes] + p % lanes);
      worst = std::max(worst, sums.part_of_bound(a[row], x, static_cast<std::size_t>(p)));
    }
  }
  for (auto const& row : a) {
    fine_sums_of_rows sums(lanes);
    T const* const at[] = {row.data()};
    table().fine_rows<T>()(1, at, length, factors.data(), sums.at());
    worst = std::max(worst, sums.part_of_bound(row, x, 0));
  }
  return worst;
}

/// The worst part over the rows of a matrix, by both kernels, and by the fine ones.
template <class T> double worst_part(std::vector<std::vector<T>> const& a, std::vector<T> const& x) {
  auto const rows = static_cast<index>(a.size()), length = static_cast<index>(x.size());
  index const lanes = table().lanes, whole = gemv_width * lanes;
  std::vector<double> factors(static_cast<std::size_t>((length + whole - 1) / whole * whole));
  std::copy(x.begin(), x.end(), factors.begin());

  std::vector<T> by_columns(static_cast<std::size_t>(rows * length));
  for (index i = 0; i < rows; ++i)
    for (index j = 0; j < length; ++j)
      by_columns[static_cast<std::size_t>(j * rows + i)] = a[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  sums_of_rows sums(rows);
  index blocks = 0;
  for (index j = 0; j < length; j += gemv_width) {
    T const* at[gemv_width];
    for (index c = 0; c < gemv_width; ++c) at[c] = by_columns.data() + (j + c < length ? j + c : j) * rows;
    columns(rows, at, factors.data() + j, sums.at());
    if (++blocks % linalg::gemv_blocks_between == 0) renormalise(T{}, (rows + lanes - 1) / lanes * lanes, sums.at());
  }
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    worst = std::max(worst, part_of_bound(a[i], x, sums.high[i], sums.low[i], sums.bound[i]));

  for (std::size_t i = 0; i < a.size(); ++i) {
    T const* const at[] = {a[i].data()};
    rows_of(1, at, length, factors.data(), sums.at());
    worst = std::max(worst, part_of_bound(a[i], x, sums.high[0], sums.low[0], sums.bound[0]));
  }
  return std::max(worst, worst_fine_part(a, x, by_columns, factors));
}

index random_length(random_source& random) {
  switch (random.below(6)) {
  case 0:
    return random.between(1, 8);
  case 1:
    return random.between(500, 1200);
  case 2:
    return random.one_in(4) ? random.between(4000, 9000) : 8;
  default:
    return random.between(1, 200);
  }
}

template <class T> void check_classes() {
  double worst = 0;
  std::uint64_t place = 0;
  for (auto const& kind : data_classes<T>()) {
    ++place;
    for (std::size_t i = 0; i < scaled_count(20); ++i) {
      random_source random(first_seed() + i + (place << 32));
      SCOPED_TRACE("class " + std::string(kind.name) + ", seed " + std::to_string(first_seed() + i));
      auto const length = static_cast<std::size_t>(random_length(random));
      std::vector<std::vector<T>> a;
      for (int r = random.between(1, 20); r-- != 0;) a.push_back(make_data(kind, random, length));
      auto const& other = random.coin() ? kind : data_classes<T>()[random.below(data_classes<T>().size())];
      worst = std::max(worst, worst_part(a, make_data(other, random, length)));
      ASSERT_LE(worst, 1.0);
    }
  }
  std::printf("largest error: %.3g of the bound\n", worst);
}

TEST(gemv_bounds, classes_of_doubles) { check_classes<double>(); }
TEST(gemv_bounds, classes_of_floats) { check_classes<float>(); }

// One product is large in every block; the others lie just below half a unit of the extractor above a multiple of it,
// so that all remainders are as large as they can be and have one sign, and the sums of remainders round most.
TEST(gemv_bounds, large_remainders) {
  double worst = 0;
  for (std::size_t seed = 0; seed < scaled_count(400); ++seed) {
    random_source random(first_seed() + seed);
    std::size_t const length = random.coin() ? 8 : 8u << random.below(8);
    std::vector<double> x(length);
    bool const plain = random.coin();
    for (double& v : x) v = plain ? 1.0 : make_number<double>(false, random.next() | (std::uint64_t{1} << 63), -63);
    std::vector<std::vector<double>> a(8, std::vector<double>(length));
    for (auto& row : a)
      for (std::size_t j = 0; j < length; ++j) {
        double const unit = 0x1p-48;  // ulp(17)
        double const below = make_number<double>(false, random.next(), -64 - random.between(0, 3));
        double const multiple = static_cast<double>(random.between(0, 2));
        row[j] = j % 8 == 0 ? 1.0 : (multiple * unit + unit / 2 * (1 - 0x1p-3 * below)) / x[j];
      }
    worst = std::max(worst, worst_part(a, x));
    ASSERT_LE(worst, 1.0) << "seed " << first_seed() + seed;
  }
  std::printf("largest error: %.3g of the bound\n", worst);
  EXPECT_GT(worst, 0.01);
}

// The same of the fine kernels: products so far apart that even what two cuts leave of them has to be rounded.
TEST(gemv_bounds, products_of_many_sizes_in_fine_sums) {
  double worst = 0;
  for (std::size_t seed = 0; seed < scaled_count(400); ++seed) {
    random_source random(first_seed() + seed);
    std::size_t const length = 8u << random.below(6);
    std::vector<double> x(length), factors((length + 63) / 64 * 64);
    std::vector<std::vector<double>> a(1, std::vector<double>(length));
    for (std::size_t j = 0; j < length; ++j) {
      x[j] = make_number<double>(false, random.next() | (std::uint64_t{1} << 63), -63);
      int const exponent = j % 8 == 0 ? -63 : -64 - random.between(0, 60);
      a[0][j] = make_number<double>(false, random.next() | (std::uint64_t{1} << 63), exponent);
    }
    std::copy(x.begin(), x.end(), factors.begin());
    worst = std::max(worst, worst_fine_part(a, x, a[0], factors));
    ASSERT_LE(worst, 1.0) << "seed " << first_seed() + seed;
  }
  std::printf("largest error: %.3g of the bound\n", worst);
  EXPECT_GT(worst, 1e-4);
}

// Without the errors of the products and sums, the same data break the bound: it is not loose enough to hide that.
TEST(gemv_bounds, a_plain_sum_breaks_them) {
  random_source random(first_seed());
  std::vector<double> a(64), x(64);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = random_number<double>(random, -2, 2), x[i] = a[i];
  double sum = 0, sizes = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * x[i], sizes += 17 * std::fabs(a[i] * x[i]);
  EXPECT_GT(part_of_bound(a, x, sum, 0.0, sizes), 1e6);
}

}  // namespace
}  // namespace isobit::test
