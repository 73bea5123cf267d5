#include <isobit/method/prerounded.hpp>

#include <gtest/gtest.h>

#include "method/prerounded.hpp"
#include "reference/prerounded.hpp"
#include "reference/total.hpp"
#include "support/check.hpp"
#include "support/machines.hpp"
#include "support/prerounded.hpp"

namespace isobit::test {
namespace {

template <class T> class prerounded_sums : public testing::Test {};
using elements = testing::Types<double, float>;
TYPED_TEST_SUITE(prerounded_sums, elements);

static_assert(std::is_trivially_copyable_v<double_sweep<double>> && std::is_trivially_copyable_v<single_sweep<float>>);

TYPED_TEST(prerounded_sums, alpha_is_its_definition) {
  using T = TypeParam;
  std::uint64_t const limit = format<T>::implicit_bit / 10;
  auto const check = [&](std::uint64_t n) {
    if (n <= limit) {
      ASSERT_EQ(prerounded::log2_alpha<T>(n), reference::log2_alpha<T>(n)) << n;
    }
  };
  for (std::uint64_t n = 0; n < 2000; ++n) check(n);
  for (int e = 0; e < 49; ++e)
    for (std::uint64_t n = 0; n < 9; ++n) check((std::uint64_t{1} << e) + n - 4 * (e > 2 ? 1 : 0));
  // About 2^a (1 - 2 n eps), where alpha doubles although n is still below 2^a.
  for (int a = format<T>::stored_bits / 2 - 2; a < format<T>::stored_bits - 3; ++a) {
    std::uint64_t const power = std::uint64_t{1} << a;
    std::uint64_t const less = a * 2 + 1 < format<T>::stored_bits ? 0 : power >> (format<T>::stored_bits - 1 - a);
    for (std::uint64_t n = 0; n < 9; ++n) check(power - less + n - 4);
  }
  check(limit);
}

TYPED_TEST(prerounded_sums, ladder_is_its_definition) {
  using T = TypeParam;
  for (std::uint64_t n : {0, 1, 2, 3, 1000, 65536, 800000}) {
    prerounded::ladder<T> const ladder(n);
    auto const exponents = reference::ladder_exponents<T>(n);
    ASSERT_EQ(ladder.last(), static_cast<int>(exponents.size()));
    for (int place = 1; place <= ladder.last(); ++place)
      ASSERT_EQ(ladder.exponent(place), exponents[static_cast<std::size_t>(place) - 1]);
    // The limit is supported by its place and the next number up is not.
    for (int place = 2; place <= ladder.last(); ++place) {
      T const limit = ladder.limit(place);
      ASSERT_EQ(ladder.supporting(limit), place);
      ASSERT_EQ(ladder.supporting(negated(limit)), place);
      ASSERT_EQ(ladder.supporting(from_bits<T>(bits_of(limit) + 1)), place - 1);
    }
    ASSERT_EQ(ladder.supporting(T{0}), ladder.last());
    ASSERT_LT(ladder.supporting(largest_finite<T>()), 2);
  }
}

TYPED_TEST(prerounded_sums, every_kernel_gives_the_state_of_the_definition) {
  using T = TypeParam;
  for_each_data<T>(12, 5000, [](std::span<T const> values, random_source& random) {
    std::size_t const count = values.size() + (random.coin() ? 0 : random.below(100000));
    for_each_level_count([&](auto k) {
      constexpr int K = decltype(k)::value;
      auto const expected_double = expected_double_sweep<T>(values, count, K);
      auto const expected_single = expected_single_sweep<T>(values, count, K);
      for (auto set : available_instruction_sets()) {
        SCOPED_TRACE(std::string(name(set)) + ", levels " + std::to_string(K));
        auto const& table = *method::kernels_for(set);
        if (expected_double) {
          auto state = detail::start_double_sweep<T>(K, count, largest_of(values));
          prerounded::add(table, state, values.data(), values.size());
          ASSERT_TRUE(same_state(*expected_double, state));
        } else {
          ASSERT_THROW((double_sweep<T, K>(count, largest_of(values))), error);
        }
        auto state = detail::start_single_sweep<T>(K, count);
        auto const before = state;
        if (expected_single) {
          prerounded::add(table, state, values.data(), values.size());
          ASSERT_TRUE(same_state(*expected_single, state));
        } else {
          ASSERT_THROW(prerounded::add(table, state, values.data(), values.size()), error);
          ASSERT_TRUE(same_sweeps(before, state));
        }
      }
    });
  });
}

TYPED_TEST(prerounded_sums, emulated_arithmetic_gives_the_same_state) {
  using T = TypeParam;
  for_each_data<T>(2, 40, [](std::span<T const> values, random_source&) {
    auto const finite = finite_part(values);
    auto const native = reference::single_sweep<T>(finite, values.size(), 3);
    auto const emulated = reference::single_sweep<T, reference::emulated_arithmetic<T>>(finite, values.size(), 3);
    ASSERT_EQ(native.has_value(), emulated.has_value());
    if (native) {
      ASSERT_TRUE(same_bits(native->sums, emulated->sums));
    }
    T const largest = largest_of(std::span<T const>(finite));
    auto const native_double = reference::double_sweep<T>(finite, values.size(), largest, 2);
    auto const emulated_double =
        reference::double_sweep<T, reference::emulated_arithmetic<T>>(finite, values.size(), largest, 2);
    ASSERT_EQ(native_double.has_value(), emulated_double.has_value());
    if (native_double) {
      ASSERT_TRUE(same_bits(*native_double, *emulated_double));
    }
  });
}

TYPED_TEST(prerounded_sums, one_by_one_is_the_state_of_the_definition) {
  using T = TypeParam;
  for_each_data<T>(6, 500, [](std::span<T const> values, random_source&) {
    for_each_level_count([&](auto k) {
      constexpr int K = decltype(k)::value;
      if (auto const expected = expected_double_sweep<T>(values, values.size(), K)) {
        auto state = detail::start_double_sweep<T>(K, values.size(), largest_of(values));
        for (T x : values) detail::add_to_sweep(state, x);
        ASSERT_TRUE(same_state(*expected, state));
      }
      if (auto const expected = expected_single_sweep<T>(values, values.size(), K)) {
        auto state = detail::start_single_sweep<T>(K, values.size());
        for (T x : values) detail::add_to_sweep(state, x);
        ASSERT_TRUE(same_state(*expected, state));
      }
    });
  });
}

TYPED_TEST(prerounded_sums, numbers_about_the_limits_of_the_ladder) {
  using T = TypeParam;
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(4000); ++i) {
    SCOPED_TRACE(i);
    std::size_t const n = 1 + random.below(40);
    std::size_t const count = n + (random.coin() ? 0 : random.below(800000));
    auto const values = ladder_values<T>(random, n, count);
    for_each_level_count([&](auto k) {
      constexpr int K = decltype(k)::value;
      auto const expected = expected_single_sweep<T>(std::span<T const>(values), count, K);
      if (!expected) return;
      single_sweep<T, K> const start(count);
      auto whole = start;
      whole.add(values);
      ASSERT_TRUE(same_state(*expected, whole));
      ASSERT_TRUE(in_disorder(values, start, random) == whole);
    });
    if (testing::Test::HasFailure()) return;
  }
}

TYPED_TEST(prerounded_sums, a_block_that_outgrows_what_was_expected_of_it) {
  using T = TypeParam;
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(300); ++i) {
    SCOPED_TRACE(i);
    std::size_t const count = random.coin() ? 3000 : 6000;
    prerounded::ladder<T> const ladder(count);
    int const place = random.between(2, ladder.last());
    int const limit = prerounded::ceiling_exponent(ladder.limit(place));
    // Small numbers for the first look, and then one about the limit, its half, or the limit one place up.
    std::vector<T> values(40 + random.below(2500));
    for (auto& x : values) x = random_number<T>(random, limit - 12, limit - 9);
    T const border = power_of_two<T>(random.coin(), std::min(limit + random.between(-2, 2), format<T>::bias));
    values[33 + random.below(values.size() - 33)] =
        from_bits<T>(bits_of(border) + static_cast<unsigned>(random.below(3)) - 1);
    auto const expected = expected_single_sweep<T>(std::span<T const>(values), count, 2);
    if (!expected) continue;
    for (auto set : available_instruction_sets()) {
      SCOPED_TRACE(name(set));
      auto state = detail::start_single_sweep<T>(2, count);
      prerounded::add(*method::kernels_for(set), state, values.data(), values.size());
      ASSERT_TRUE(same_state(*expected, state));
    }
  }
}

TYPED_TEST(prerounded_sums, the_result_is_the_exact_value_of_the_levels_rounded_once) {
  using T = TypeParam;
  for_each_data<T>(10, 1000, [](std::span<T const> values, random_source&) {
    auto const specials = specials_of(values);
    auto const expected = [&](std::vector<T> const& sums) {
      reference::total total = specials;
      for (T s : sums) total.add(s);
      return total.template round<T>();
    };
    if (auto const sums = expected_double_sweep<T>(values, values.size(), 2)) {
      double_sweep<T, 2> state(values.size(), largest_of(values));
      state.add(values);
      ASSERT_TRUE(same_bits(expected(sums->sums), state.round()));
    }
    if (auto sums = expected_single_sweep<T>(values, values.size(), 3)) {
      single_sweep<T, 3> state(values.size());
      state.add(values);
      sums->sums.erase(sums->sums.begin());
      ASSERT_TRUE(same_bits(expected(sums->sums), state.round()));
    }
  });
}

}  // namespace
}  // namespace isobit::test
