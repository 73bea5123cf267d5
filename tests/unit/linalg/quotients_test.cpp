// The kernel that rounds and divides many sums at once against the functions that do one.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "linalg/divide.hpp"
#include "linalg/kernels.hpp"
#include "linalg/round_entry.hpp"
#include "support/check.hpp"

namespace isobit::test {
namespace {

using linalg::index;

double full(random_source& random, int exponent) {
  double const x = std::ldexp(static_cast<double>(random.next() >> 11 | std::uint64_t{1} << 52), exponent - 53);
  return random.coin() ? x : -x;
}

/// Numbers of all sizes, and now and then none at all.
double any(random_source& random, int range) {
  if (random.one_in(20)) return 0;
  if (random.one_in(20)) return random.coin() ? __builtin_inf() : -__builtin_inf();
  if (random.one_in(20)) return __builtin_nan("");
  return full(random, random.between(-range, range));
}

template <class T> void compare(random_source& random, std::size_t& certain) {
  auto const& table = linalg::gemm_kernels();
  auto const count = static_cast<std::size_t>(table.strip_rows * random.between(1, 4));
  std::vector<double> high(3 * count), low(high), radius(count), unit(count), power(count), result(count),
      scaled(count);
  std::vector<index> place(count);
  std::vector<std::int64_t> open(count);
  for (std::size_t i = 0; i < high.size(); ++i) {
    high[i] = random.one_in(4) ? any(random, 500) : full(random, random.between(-20, 0));
    low[i] = random.coin() ? 0 : high[i] * full(random, -55);
  }
  for (std::size_t i = 0; i < count; ++i) {
    int const exponent = random.one_in(4) ? random.between(-450, 450) : random.between(-30, 30);
    place[i] = static_cast<index>(random.below(high.size()));
    radius[i] = random.one_in(8) ? 0 : std::ldexp(1.0, random.between(-100, -52));
    unit[i] = std::ldexp(1.0, exponent), power[i] = std::ldexp(1.0, -exponent);
  }
  double const line_unit = std::ldexp(1.0, random.coin() ? 0 : random.between(-450, 450));
  T const divisor = random.coin() ? T(1) : static_cast<T>(any(random, std::is_same_v<T, double> ? 500 : 60));
  auto const kernel = std::is_same_v<T, double> ? table.divide_f64 : table.divide_f32;
  bool const any_open = kernel({static_cast<index>(count), place.data(), high.data(), low.data(), radius.data(),
                                line_unit, unit.data(), power.data(), static_cast<double>(divisor)},
                               result.data(), scaled.data(), open.data());
  bool found_open = false;
  for (std::size_t i = 0; i < count; ++i) {
    double const scale = line_unit * unit[i];
    auto const at = static_cast<std::size_t>(place[i]);
    auto const rounded = linalg::round_entry<T>({high[at] * scale, low[at] * scale, radius[i] * scale});
    T const expected = linalg::divide(*rounded, divisor);
    double const size = std::fabs(static_cast<double>(expected)),
                 least = std::is_same_v<T, double> ? 0x1p-960 : 0x1p-120,
                 most = std::is_same_v<T, double> ? 0x1p1020 : 0x1p126;
    bool const usual = size >= least && size <= most && size * power[i] <= 1;
    found_open = found_open || open[i] != 0;
    EXPECT_EQ(!(rounded && usual), open[i] != 0) << high[at] << " + " << low[at] << ", " << divisor;
    if (open[i] != 0) continue;
    ++certain;
    EXPECT_EQ(static_cast<double>(expected), result[i]);
    EXPECT_EQ(static_cast<double>(expected) * power[i], scaled[i]);
  }
  EXPECT_EQ(found_open, any_open);
}

template <class T> class linalg_quotients : public testing::Test {};
using types = testing::Types<float, double>;
TYPED_TEST_SUITE(linalg_quotients, types);

TYPED_TEST(linalg_quotients, are_those_of_single_entries) {
  std::size_t certain = 0;
  for (std::uint64_t seed = first_seed(); seed < first_seed() + scaled_count(1000); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    compare<TypeParam>(random, certain);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(certain, scaled_count(100));
}

}  // namespace
}  // namespace isobit::test
