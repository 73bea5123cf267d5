// The error of the prerounded sums, in exact arithmetic: never above the bound that is proved, and above the one that
// the paper prints. docs/maths/prerounded.md#bounds
#include <isobit/method/prerounded.hpp>

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/prerounded.hpp"

namespace isobit::test {
namespace {

using reference::dyadic;
using reference::integer;
using reference::two_to;

template <class T> class prerounded_bounds : public testing::Test {};
using elements = testing::Types<double, float>;
TYPED_TEST_SUITE(prerounded_bounds, elements);

template <class T> dyadic exact_sum_of(std::span<T const> values) {
  dyadic sum;
  for (T x : values) sum = sum + reference::exactly(x);
  return sum;
}

template <class A> dyadic levels_of(A const& state) {
  dyadic sum;
  for (int level = 1; level <= A::levels; ++level) sum = sum + reference::exactly(state.sum(level));
  return sum;
}

/// n eps / 2 * 2^exponent: what n elements can leave below an extractor.
template <class T> dyadic left_below(std::size_t n, int exponent) {
  return dyadic(integer(false, n)) * two_to(exponent - format<T>::stored_bits - 1);
}

template <class T, int K> void check_double(std::span<T const> values, dyadic const& exact) {
  T const largest = largest_of(values);
  double_sweep<T, K> state(values.size(), largest);
  state.add(values);
  int const last = reference::double_sweep_exponents(values.size(), largest, K).back();
  dyadic const levels = levels_of(state);
  dyadic const bound = left_below<T>(values.size(), last);
  ASSERT_TRUE(magnitude(levels - exact) <= bound);
  // One rounding more, of half a unit in the last place of something no larger than the levels.
  dyadic const rounding = magnitude(levels) * two_to(-format<T>::precision) + two_to(format<T>::min_exponent);
  ASSERT_TRUE(magnitude(reference::exactly(state.round()) - exact) <= bound + rounding);
}

template <class T, int K> void check_single(std::span<T const> values, dyadic const& exact) {
  single_sweep<T, K> state(values.size());
  state.add(values);
  auto const exponents = reference::ladder_exponents<T>(values.size());
  auto const last = std::min(static_cast<std::size_t>(state.top() + K - 1), exponents.size());
  // The ladder's last extractor leaves nothing.
  dyadic const bound = last == exponents.size() ? dyadic() : left_below<T>(values.size(), exponents[last - 1]);
  dyadic const error = magnitude(levels_of(state) - exact);
  ASSERT_TRUE(error <= bound);
  // Below what the double sweep with a level less is allowed.
  if constexpr (K > 1) {
    int const e = reference::double_sweep_exponents(values.size(), largest_of(values), K - 1).back();
    ASSERT_TRUE(error.is_zero() || error < left_below<T>(values.size(), e));
  }
}

template <class T> void check_all(std::span<T const> values) {
  if (!expected_single_sweep<T>(values, values.size(), 1) || !expected_double_sweep<T>(values, values.size(), 1))
    return;
  dyadic const exact = exact_sum_of(values);
  check_double<T, 1>(values, exact);
  check_double<T, 2>(values, exact);
  check_double<T, 3>(values, exact);
  check_single<T, 1>(values, exact);
  check_single<T, 2>(values, exact);
  check_single<T, 3>(values, exact);
}

TYPED_TEST(prerounded_bounds, hold_for_all_data) {
  using T = TypeParam;
  for_each_data<T>(6, 300, [](std::span<T const> values, random_source&) {
    auto const finite = finite_part(values);
    check_all<T>(finite);
  });
}

/// One number of the largest magnitude, and else ties of the last level that all fall to the same side.
template <class T> std::vector<T> worst_case(std::size_t n, int ceiling, int levels, int sign) {
  int const alpha = reference::log2_alpha<T>(n);
  int const exponent = alpha + ceiling + (levels - 1) * (alpha - format<T>::stored_bits);
  std::vector<T> values(n, make_number<T>(sign < 0, 1, exponent - format<T>::stored_bits - 1));
  values[0] = power_of_two<T>(false, ceiling);
  return values;
}

TYPED_TEST(prerounded_bounds, hold_for_the_worst_cases) {
  using T = TypeParam;
  random_source random(first_seed());
  for (std::size_t n : {2, 3, 4, 7, 16, 63, 64, 65, 500}) {
    for (int levels = 1; levels <= 3; ++levels)
      for (int sign : {-1, 1})
        for (int ceiling : {-20, 0, 1, 30}) {
          SCOPED_TRACE(n);
          auto values = worst_case<T>(n, ceiling, levels, sign);
          check_all<T>(values);
          // Next to the tie on both sides, and at the extractors of the ladder instead.
          for (auto& x : values) x = from_bits<T>(bits_of(x) + static_cast<unsigned>(random.below(3)) - 1);
          check_all<T>(values);
          check_all<T>(ladder_values<T>(random, n, n));
        }
  }
}

TYPED_TEST(prerounded_bounds, what_is_proved_is_nearly_reached_and_what_is_printed_is_not_enough) {
  using T = TypeParam;
  constexpr std::size_t n = 64;
  auto const values = worst_case<T>(n, 0, 1, 1);
  double_sweep<T, 1> state(n, T{1});
  state.add(values);
  dyadic const error = magnitude(levels_of(state) - exact_sum_of<T>(values));
  int const m = reference::double_sweep_exponents(n, T{1}, 1)[0];
  EXPECT_TRUE(error == left_below<T>(n - 1, m));
  // Equation (2) with kappa = 1/2, every term rounded up, times 3:
  // 3 k eps |T| + 3 * 8 n / (1 - 4 n eps) * eps^2 / 4 * M + n eps M.
  int const s = format<T>::stored_bits;
  dyadic const count(integer(false, n));
  dyadic const printed = dyadic(integer(3)) * two_to(-s) * levels_of(state) +
                         dyadic(integer(3)) * count * two_to(2 + m - 2 * s) + count * two_to(m - s);
  EXPECT_TRUE(error * dyadic(integer(3)) > printed);
}

}  // namespace
}  // namespace isobit::test
