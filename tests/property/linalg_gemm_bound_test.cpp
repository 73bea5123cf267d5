// The errors of the tile kernels stay below their bounds, and come near them on panels made for that.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include <isobit/sum/exact.hpp>

#include "linalg/bounds.hpp"
#include "linalg/gemm_table.hpp"
#include "linalg/kernels.hpp"
#include "support/check.hpp"
#include "support/matrices.hpp"

namespace isobit::test {
namespace {

using linalg::index;

constexpr double coarse_unit = 0x1p-43;  ///< of the last place of linalg::coarse_extractor
constexpr double fine_unit = 0x1p-86;

linalg::gemm_table const& kernels() { return linalg::gemm_kernels(); }

/// Panels of `calls` blocks, element p of row i and of column j.
struct panels {
  index calls, k;
  std::vector<double> a, b;

  panels(index calls_, index k_)
      : calls(calls_), k(k_), a(static_cast<std::size_t>(calls_ * k_ * kernels().tile_rows)),
        b(static_cast<std::size_t>(calls_ * k_ * kernels().tile_columns)) {}
  double& left(index p, index i) { return a[static_cast<std::size_t>(p * kernels().tile_rows + i)]; }
  double& right(index p, index j) { return b[static_cast<std::size_t>(p * kernels().tile_columns + j)]; }
  [[nodiscard]] index depth() const { return calls * k; }

  exact_product sum(index i, index j) {
    exact_product total;
    for (index p = 0; p < depth(); ++p) total.add_product(left(p, i), right(p, j));
    return total;
  }
};

double distance(exact_product total, double high, double middle, double low) {
  total.subtract(high);
  total.subtract(middle);
  total.subtract(low);
  return std::abs(total.round());
}

/// The largest errors over the tile.
double coarse_error(panels& data) {
  auto const& table = kernels();
  std::vector<double> high(static_cast<std::size_t>(table.tile_rows * table.tile_columns)), low(high.size());
  for (index call = 0; call < data.calls; ++call)
    table.coarse(table.tile_rows / table.strip_rows, data.k, &data.left(call * data.k, 0),
                 &data.right(call * data.k, 0), high.data(), low.data());
  double worst = 0;
  for (index j = 0; j < table.tile_columns; ++j)
    for (index i = 0; i < table.tile_rows; ++i) {
      auto const at = static_cast<std::size_t>(j * table.tile_rows + i);
      worst = std::max(worst, distance(data.sum(i, j), high[at], 0, low[at]));
    }
  return worst;
}

double fine_error(panels& data) {
  auto const& table = kernels();
  double worst = 0;
  for (index row = 0; row < table.tile_rows; row += table.strip_rows) {
    std::vector<double> high(static_cast<std::size_t>(table.strip_rows * table.tile_columns)), middle(high.size()),
        low(high.size());
    for (index call = 0; call < data.calls; ++call)
      table.fine(data.k, &data.left(call * data.k, 0), &data.right(call * data.k, 0), row, high.data(), middle.data(),
                 low.data());
    for (index j = 0; j < table.tile_columns; ++j)
      for (index i = 0; i < table.strip_rows; ++i) {
        auto const at = static_cast<std::size_t>(j * table.strip_rows + i);
        worst = std::max(worst, distance(data.sum(row + i, j), high[at], middle[at], low[at]));
      }
  }
  return worst;
}

/// Rows of 1 and -1 and of what rounds every product; columns that drift down, up, and at random.
panels adversary(index calls, index k, double unit, random_source& random) {
  panels data(calls, k);
  for (index call = 0; call < calls; ++call)
    for (index j = 0; j < kernels().tile_columns; ++j) {
      auto const numbers = drifting(k, unit, j % 2 == 0, random);
      for (index p = 0; p < k; ++p) data.right(call * k + p, j) = numbers[static_cast<std::size_t>(p)];
    }
  for (index p = 0; p < data.depth(); ++p)
    for (index i = 0; i < kernels().tile_rows; ++i)
      data.left(p, i) = i % 3 == 0 ? 1 : i % 3 == 1 ? -1 : 1 - 0x1p-53 * static_cast<double>(1 + random.below(5));
  return data;
}

/// Everything else: the fullest sums, ties on both grids, cancellation, many magnitudes.
panels anything(index calls, index k, random_source& random) {
  panels data(calls, k);
  auto const draw = [&](int family) {
    double const x = std::ldexp(static_cast<double>(random.next() >> 11), -53);
    switch (family) {
    case 0:
      return 1.0;
    case 1:
      return 1 - 0x1p-53;
    case 2:
      return std::ldexp(static_cast<double>(2 * random.below(1000) + 1), -random.between(44, 140));
    case 3:
      return std::ldexp(x, -random.between(0, 90));
    case 4:
      return std::ldexp(x, -random.between(0, 1060));
    default:
      return random.coin() ? x : -x;
    }
  };
  for (index j = 0; j < kernels().tile_columns; ++j) {
    int const family = random.between(0, 7);
    for (index p = 0; p < data.depth(); ++p) data.right(p, j) = draw(family);
  }
  for (index i = 0; i < kernels().tile_rows; ++i) {
    int const family = random.between(0, 7);
    for (index p = 0; p < data.depth(); ++p) data.left(p, i) = draw(family);
  }
  return data;
}

// With radii a quarter as large these tests fail.
constexpr index depths[] = {1, 2, 3, 5, 17, 64, 100, 255, 256};

/// error_of(data made for unit) comes near radius_of(products, calls), and never beyond.
template <class Error, class Radius>
void expect_in_reach(char const* name, Error error_of, Radius radius_of, double unit) {
  random_source random(first_seed());
  double largest = 0;
  for (index calls : {1, 2, 4, 9, 33})
    for (index k : depths) {
      if (calls > 1 && k < 255) continue;  // the bound takes all but the last block for full ones
      double const radius = radius_of(calls * k, calls);
      panels data = adversary(calls, k, unit, random);
      double const error = error_of(data);
      ASSERT_LE(error, radius) << "k " << k << ", calls " << calls;
      largest = std::max(largest, error / radius);
      if (k >= 64 && calls <= 4) {
        ASSERT_GT(error, 0.25 * radius) << "k " << k << ", calls " << calls;
      }
    }
  std::printf("%s: largest error / radius %.3f\n", name, largest);
}

TEST(linalg_gemm_bound, coarse_errors_reach_for_the_radius_in_vain) {
  expect_in_reach("coarse", coarse_error, linalg::coarse_radius, coarse_unit);
}
TEST(linalg_gemm_bound, fine_errors_reach_for_the_radius_in_vain) {
  expect_in_reach("fine", fine_error, linalg::fine_radius, fine_unit);
}

TEST(linalg_gemm_bound, holds_for_anything) {
  for (std::uint64_t i = 0; i < scaled_count(200); ++i) {
    random_source random(first_seed() + i);
    index const calls = random.between(1, 5), k = random.between(1, 256);
    panels data = anything(calls, k, random);
    ASSERT_LE(coarse_error(data), linalg::coarse_radius(calls * k, calls)) << "seed " << first_seed() + i;
    ASSERT_LE(fine_error(data), linalg::fine_radius(calls * k, calls)) << "seed " << first_seed() + i;
  }
}

// docs/maths/gemm_check.md#when-nothing-is-rounded
TEST(linalg_gemm_bound, multiples_of_a_common_bit_are_summed_without_error) {
  random_source random(first_seed());
  for (int lowest : {-88, -87, -60, -44, -43, -20}) {
    panels data(1, 256);
    for (double& x : data.a) x = random.coin() ? 1 : -1;
    // Rests of the largest magnitude and of one sign with every bit in use.
    for (double& x : data.b) {
      double const bit = std::ldexp(1.0, lowest);
      x = lowest < -44 ? coarse_unit / 2 - bit * static_cast<double>(1 + random.below(3)) : 1 - bit;
    }
    ASSERT_EQ(coarse_error(data), 0) << "multiples of 2^" << lowest;
  }
  // One bit further down is too far: the test can fail.
  panels data = adversary(1, 256, coarse_unit, random);
  ASSERT_NE(coarse_error(data), 0);
}

/// 1 and then products of half its last place, all of which are lost.
TEST(linalg_gemm_bound, chains_of_float_products) {
  auto const& table = kernels();
  for (index calls : {1, 3, 9})
    for (index k : depths) {
      panels data(calls, k);
      for (double& x : data.a) x = 0x1p-26;
      for (double& x : data.b) x = 0x1p-27;
      for (index i = 0; i < table.tile_rows; ++i) data.left(0, i) = 1;
      for (index j = 0; j < table.tile_columns; ++j) data.right(0, j) = 1;
      std::vector<double> first(static_cast<std::size_t>(table.tile_rows * table.tile_columns)), second(first.size());
      for (index call = 0; call < calls; ++call)
        table.chain(table.tile_rows / table.strip_rows, k, &data.left(call * k, 0), &data.right(call * k, 0),
                    &data.right(call * k, 0), first.data(), second.data());
      double const norms = 1 + static_cast<double>(calls * k) * 0x1p-52;
      double const radius = linalg::chain_radius(calls) * norms;
      double worst = 0;
      for (index j = 0; j < table.tile_columns; ++j)
        for (index i = 0; i < table.tile_rows; ++i) {
          auto const at = static_cast<std::size_t>(j * table.tile_rows + i);
          worst = std::max(worst, distance(data.sum(i, j), first[at], 0, 0));
          ASSERT_TRUE(same_bits(first[at], second[at]));
        }
      ASSERT_LE(worst, radius);
      if (k >= 255) {
        ASSERT_GT(worst, 0.5 * radius);
      }
    }
}

/// The first strips of a tile, from whichever strip on, are what they are in the whole tile; the others stay.
TEST(linalg_gemm_bound, strips_of_a_tile_are_those_of_the_whole) {
  auto const& table = kernels();
  index const all = table.tile_rows / table.strip_rows, k = 37;
  random_source random(first_seed());
  panels data(1, k);
  for (double& x : data.a) x = 1 - static_cast<double>(random.next() >> 11) * 0x1p-52;
  for (double& x : data.b) x = 1 - static_cast<double>(random.next() >> 11) * 0x1p-52;
  auto const size = static_cast<std::size_t>(table.tile_rows * table.tile_columns);
  std::vector<double> const start(size, 0.375);
  auto high = start, low = start, first = start, second = start;
  table.coarse(all, k, data.a.data(), data.b.data(), high.data(), low.data());
  table.chain(all, k, data.a.data(), data.b.data(), data.b.data(), first.data(), second.data());
  for (index from = 0; from < all; ++from)
    for (index count = 1; count <= all - from; ++count) {
      index const row = from * table.strip_rows;
      auto some_high = start, some_low = start, some_first = start, some_second = start;
      table.coarse(count, k, data.a.data() + row, data.b.data(), some_high.data() + row, some_low.data() + row);
      table.chain(count, k, data.a.data() + row, data.b.data(), data.b.data(), some_first.data() + row,
                  some_second.data() + row);
      for (index j = 0; j < table.tile_columns; ++j)
        for (index i = 0; i < table.tile_rows; ++i) {
          auto const at = static_cast<std::size_t>(j * table.tile_rows + i);
          bool const inside = i >= row && i < row + count * table.strip_rows;
          ASSERT_EQ(inside ? high[at] : start[at], some_high[at]) << from << ", " << count;
          ASSERT_EQ(inside ? low[at] : start[at], some_low[at]);
          ASSERT_EQ(inside ? first[at] : start[at], some_first[at]);
          ASSERT_EQ(inside ? second[at] : start[at], some_second[at]);
        }
    }
}

}  // namespace
}  // namespace isobit::test
