// Sums that arrive window by window, on the host: no GPU is needed for these.
#include "cuda/descent.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "support/check.hpp"

namespace isobit::test {
namespace {

/// As the kernels do it: all windows from above the largest number down to below the last bit.
template <class T> T sum_by_windows(std::span<T const> values, int width, int room) {
  int above = -4000, below = 4000;
  for (T const x : values)
    if (!is_zero(x)) {
      above = std::max(above, cuda::cut_number(x).end());
      below = std::min(below, cuda::cut_number(x).exponent());
    }
  auto here = cuda::window::that_ends(std::max(above, -1074) + room, width);
  for (cuda::descent state;; here = here.below()) {
    std::int64_t word[cuda::window::words] = {};
    bool deeper = false;
    for (T const x : values) {
      for (int k = 0; k < cuda::window::words; ++k) word[k] += cuda::cut_number(x).slice(here, k);
      deeper |= cuda::cut_number(x).is_deeper_than(here);
    }
    state.add(here, word);
    EXPECT_TRUE(!deeper || here.exponent > below);
    if (here.exponent <= below) return state.is_zero() ? T{0} : state.template round<T>();
  }
}

template <class T> void expect_the_sum(std::span<T const> values, random_source& random) {
  T const expected = sum(values);
  int const width = random.between(23, cuda::descent::most_width), room = random.between(0, 40);
  T const actual = sum_by_windows(values, width, room);
  ASSERT_TRUE(is_zero(expected) ? is_zero(actual) : static_cast<bool>(same_bits(expected, actual)))
      << "width " << width << ", room " << room << ": " << same_bits(expected, actual).message();
}

template <class T> class cuda_host_descent : public testing::Test {};
using types = testing::Types<double, float>;
TYPED_TEST_SUITE(cuda_host_descent, types);

TYPED_TEST(cuda_host_descent, data_of_every_class) {
  using T = TypeParam;
  for_each_data<T>(60, 300, [](std::span<T const> values, random_source& random) {
    std::vector<T> finite(values.begin(), values.end());
    for (T& x : finite)
      if (is_nonfinite(x)) x = T{1};
    expect_the_sum<T>(finite, random);
  });
}

// Windows that cancel what the ones above have, all but a little; ties that a number far below decides.
TYPED_TEST(cuda_host_descent, windows_that_cancel) {
  using T = TypeParam;
  random_source random(first_seed());
  int const lowest = format<T>::min_exponent, highest = format<T>::max_exponent - 8;
  for (std::size_t round = 0; round < scaled_count(20000); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    std::vector<T> values;
    auto const add = [&](int exponent, bool negative) {
      if (exponent < lowest || exponent >= highest) return;
      T const x = static_cast<T>(std::ldexp(1.0, exponent));
      values.push_back(negative ? -x : x);
    };
    int const parts = random.between(1, 4);
    for (int p = 0; p < parts; ++p) {
      int const exponent = random.between(lowest, highest), length = random.between(1, 130);
      bool const negative = random.coin();
      // 2^e - 2^(e-1) - ... leaves one unit of the last.
      add(exponent, negative);
      for (int k = 1; k <= length; ++k) add(exponent - k, !negative);
      if (random.coin()) add(exponent - length, !negative);  // and now nothing
      if (random.coin()) add(exponent - format<T>::precision - random.between(-1, 1), random.coin());  // near a tie
      if (random.coin()) add(exponent - random.between(60, 400), random.coin());
    }
    random.shuffle(std::span(values));
    expect_the_sum<T>(values, random);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace isobit::test
