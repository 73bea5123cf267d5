// Entries that the last step of a tile calls certain are right for every value within the radius.
#include <gtest/gtest.h>

#include <cmath>

#include <isobit/sum/exact.hpp>

#include "linalg/gemm_table.hpp"
#include "linalg/kernels.hpp"
#include "support/check.hpp"

namespace isobit::test {
namespace {

using linalg::index;

linalg::gemm_table const& kernels() { return linalg::gemm_kernels(); }

double full(random_source& random, int exponent) {
  double const x = std::ldexp(static_cast<double>(random.next() >> 11 | std::uint64_t{1} << 52), exponent - 53);
  return random.coin() ? x : -x;
}

/// Tiles whose entries lie about one radius away from a number halfway between two of T.
template <class T> struct tile_of_ties {
  std::vector<double> high, low, radius, c, row_scale, column_scale;
  double alpha, beta;

  explicit tile_of_ties(random_source& random) {
    auto const& table = kernels();
    auto const size = static_cast<std::size_t>(table.tile_rows * table.tile_columns);
    for (auto* list : {&high, &low, &radius, &c}) list->resize(size);
    int const range = std::is_same_v<T, double> && random.one_in(3) ? 449 : 30;
    for (index i = 0; i < table.tile_rows; ++i) row_scale.push_back(std::ldexp(1.0, random.between(-range, range)));
    for (index j = 0; j < table.tile_columns; ++j)
      column_scale.push_back(std::ldexp(1.0, random.between(-range, range)));
    double const alphas[] = {
        1, -1, 1, -1, 2, -0.125, full(random, 0), full(random, 5), full(random, -200), full(random, -400)};
    double const betas[] = {0, 0, 0, 1, -1, 0.5, full(random, 1), full(random, 100)};
    alpha = alphas[random.below(std::size(alphas))];
    beta = betas[random.below(std::size(betas))];
    for (std::size_t at = 0; at < size; ++at) fill(random, at);
  }

  [[nodiscard]] double scale(std::size_t at) const {
    auto const rows = static_cast<std::size_t>(kernels().tile_rows);
    return row_scale[at % rows] * column_scale[at / rows];
  }

  /// The value, moved by so many radii, by definition.
  [[nodiscard]] T rounded(std::size_t at, double radii) const {
    // Without underflow on the way.
    double const shift = scale(at) < 1 ? 0x1p300 : 1, factor = alpha / shift, unit = scale(at) * shift;
    exact_product sum;
    sum.add_product(factor, high[at] * unit);
    sum.add_product(factor, low[at] * unit);
    sum.add_product(std::abs(factor), radii * radius[at] * unit);
    if (beta != 0) sum.add_product(beta, c[at]);
    T const result = sum.round<T>();
    return result == 0 && sum.sign() == 0 ? T(0) : result;
  }

private:
  void fill(random_source& random, std::size_t at) {
    constexpr int precision = std::numeric_limits<T>::digits;
    high[at] = random.one_in(3) ? std::ldexp(1.0, random.between(-30, 8)) : full(random, random.between(-30, 8));
    double const product = alpha * high[at] * scale(at);
    if (random.one_in(8)) {
      // Next to nothing, which must not become nothing.
      high[at] = 0;
      low[at] = random.coin() ? 0 : full(random, random.between(-160, -40));
      radius[at] = random.one_in(5) ? 0 : std::ldexp(1.0, random.between(-160, -40));
      return;
    }
    if (beta != 0 && product != 0) {
      c[at] = std::ldexp(full(random, random.between(-60, 2)), std::ilogb(product) - std::ilogb(beta));
      if (random.one_in(4)) c[at] = -product / beta;
    }
    // A tie of T next to the value so far, in whose units what is missing becomes the low part.
    exact_product rest;
    rest.add_product(alpha, high[at] * scale(at));
    if (beta != 0) rest.add_product(beta, c[at]);
    double const value = rest.round<double>();
    T const near = static_cast<T>(value);
    if (value == 0 || !std::isfinite(value) || !std::isfinite(near) || near == 0) return;
    double const half_unit =
        std::ldexp(1.0, std::max(std::ilogb(near), std::numeric_limits<T>::min_exponent - 1) - precision);
    if (half_unit == 0) return;
    bool const below_power = random.one_in(2);
    exact_product missing;
    missing.add(static_cast<double>(near));
    missing.add(below_power ? (near > 0 ? -half_unit : half_unit) / 2 : random.coin() ? half_unit : -half_unit);
    missing.subtract(value);
    double const unit = alpha * scale(at);
    low[at] = missing.round<double>() / unit;
    double const distance = std::abs(half_unit / unit);
    radius[at] = random.one_in(5)
                     ? distance
                     : std::ldexp(distance, -random.between(0, 60)) * (1 + 0x1p-52 * random.between(-3, 3));
    if (random.one_in(20)) radius[at] = 0;
    double const nearly[] = {1, 1 + 0x1p-52, 1 - 0x1p-53, 1 + 0x1p-40, 1.01, 0.99, 2, 0};
    double const away = radius[at] * nearly[random.below(std::size(nearly))];
    low[at] += random.coin() ? away : -away;
    if (random.one_in(10)) low[at] = std::ldexp(low[at], -random.between(40, 60));
    if (!std::isfinite(low[at]) || !std::isfinite(radius[at])) low[at] = radius[at] = 0;
  }
};

template <class T> class linalg_finish : public testing::Test {};
using result_types = testing::Types<double, float>;
TYPED_TEST_SUITE(linalg_finish, result_types);

TYPED_TEST(linalg_finish, is_certain_only_of_what_is_right) {
  using T = TypeParam;
  auto const& table = kernels();
  auto const size = static_cast<std::size_t>(table.tile_rows * table.tile_columns);
  std::size_t certain = 0, all = 0;
  for (std::size_t i = 0; i < scaled_count(200'000) / size; ++i) {
    random_source random(first_seed() + i);
    tile_of_ties<T> const data(random);
    linalg::unfinished_tile const tile{table.tile_rows / table.strip_rows,
                                       data.high.data(),
                                       data.low.data(),
                                       data.radius.data(),
                                       data.row_scale.data(),
                                       data.column_scale.data(),
                                       data.alpha,
                                       data.beta,
                                       data.c.data()};
    std::vector<double> result(size);
    bool open[1024] = {};
    ASSERT_LE(size, std::size(open));
    auto const count = std::is_same_v<T, double> ? table.finish_f64(tile, result.data(), open)
                                                 : table.finish_f32(tile, result.data(), open);
    index counted = 0;
    for (std::size_t at = 0; at < size; ++at) {
      counted += open[at];
      ++all;
      if (open[at]) continue;
      ++certain;
      // docs/maths/gemm_check.md#the-rounding-test: the radius needs a little more than the bound.
      for (double radii : {-(1 - 0x1p-49), 0.0, 1 - 0x1p-49})
        ASSERT_TRUE(same_bits(data.rounded(at, radii), static_cast<T>(result[at])))
            << std::hexfloat << "high " << data.high[at] << ", low " << data.low[at] << ", radius " << data.radius[at]
            << ", scale " << data.scale(at) << ", alpha " << data.alpha << ", beta " << data.beta << ", c "
            << data.c[at] << ", radii " << radii << ", seed " << first_seed() + i;
    }
    ASSERT_EQ(count, counted);
  }
  // Both kinds come up often, or this tests nothing.
  EXPECT_GT(certain, all / 10);
  EXPECT_LT(certain, all - all / 10);
}

}  // namespace
}  // namespace isobit::test
