// Sums that arrive window by window, on the host: no GPU is needed for these.
#include "cuda/groups/descent.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "support/check.hpp"

namespace isobit::test {
namespace {

/// As the kernels do it: all windows from above the largest number down to below the last bit.
template <int Words, class T> T sum_by_windows(std::span<T const> values, int width, int room) {
  int above = -4000, below = 4000;
  for (T const x : values)
    if (!is_zero(x)) {
      above = std::max(above, cuda::cut_number(x).end());
      below = std::min(below, cuda::cut_number(x).exponent());
    }
  auto here = cuda::window<Words>::that_ends(std::max(above, -1074) + room, width);
  for (cuda::descent state;; here = here.below()) {
    std::int64_t word[Words] = {};
    bool deeper = false;
    for (T const x : values) {
      for (int k = 0; k < Words; ++k) word[k] += cuda::cut_number(x).slice(here, k);
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
  T const actual = random.coin() ? sum_by_windows<3>(values, width, room) : sum_by_windows<2>(values, width, room);
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

// A tie, less one unit of the second window, which the third gives back, and a little more.
TEST(cuda_host_descent_steps, just_below_a_unit_of_the_head) {
  constexpr int width = cuda::descent::most_width;
  constexpr std::int64_t tie = (std::int64_t{1} << 53) + 1, carry = std::int64_t{1} << width;
  for (std::int64_t const sign : {1, -1})
    for (std::int64_t const more : {-1, 0, 1}) {
      std::int64_t const first[] = {sign * tie, 0, 0}, second[] = {-sign, 0, 0},
                         third[] = {sign * more, 0, sign * carry};
      cuda::descent state;
      cuda::window<3> here{0, width};
      for (auto const* const words : {first, second, third}) {
        state.add(here, words);
        here = here.below();
      }
      double const expected = 0x1p53 + (more > 0 ? 2 : 0);
      EXPECT_TRUE(same_bits(sign > 0 ? expected : -expected, state.round<double>())) << sign << ", " << more;
    }
}

}  // namespace
}  // namespace isobit::test
