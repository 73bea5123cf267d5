// Kahan's and Knuth's sums against the listings, on every instruction set, and against their error bounds.
#include <isobit/method/compensated.hpp>

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/error.hpp>
#include <isobit/method/reduce.hpp>

#include "arithmetic/environment.hpp"
#include "method/kernels.hpp"
#include "reference/compensated.hpp"
#include "reference/dyadic.hpp"
#include "support/check.hpp"
#include "support/float_environment.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

template <class A> using listing = reference::compensated<A::method, typename A::value_type>;

template <class A> class compensated_sums : public testing::Test {};
using methods = testing::Types<kahan<double>, kahan<float>, knuth<double>, knuth<float>>;
TYPED_TEST_SUITE(compensated_sums, methods);

template <class A> testing::AssertionResult same_state(listing<A> const& expected, A const& actual) {
  if (auto sum = same_bits(expected.round(), actual.sum()); !sum) return sum << " as the sum";
  if (auto rest = same_bits(expected.correction, actual.correction()); !rest) return rest << " as the correction";
  return same_bits(expected.round(), actual.round());
}

template <class A> A one_by_one(std::span<typename A::value_type const> values) {
  A state;
  for (auto x : values) state.add(x);
  return state;
}

template <class A> auto of_kernel(method::table const& kernels, std::span<typename A::value_type const> values) {
  auto const& k = kernels.compensated;
  auto const call = [&](auto sum) {
    return in_standard_environment([&](environment_guard&) { return sum(values.data(), values.size()); });
  };
  constexpr bool is_kahan = A::method == compensation::kahan;
  if constexpr (std::same_as<typename A::value_type, double>)
    return call(is_kahan ? k.kahan_f64 : k.knuth_f64);
  else
    return call(is_kahan ? k.kahan_f32 : k.knuth_f32);
}

TYPED_TEST(compensated_sums, follow_the_listing_in_sequence) {
  using T = typename TypeParam::value_type;
  for_each_data<T>(20, 2000, [&](auto values, auto& random) {
    auto const expected = reference::one_by_one<listing<TypeParam>>(values);
    ASSERT_TRUE(same_state(expected, reduce<TypeParam>(values, in_sequence())));
    ASSERT_TRUE(same_state(expected, one_by_one<TypeParam>(values)));
    TypeParam state;
    std::size_t const cut = random.below(values.size() + 1);
    state.add(values.first(cut));
    state.add(values.subspan(cut));
    ASSERT_TRUE(same_state(expected, state));
  });
}

TYPED_TEST(compensated_sums, of_a_block_are_folded_lanes) {
  using T = typename TypeParam::value_type;
  for_each_data<T>(20, 2000, [&](auto values, auto&) {
    ASSERT_TRUE(same_state(reference::block_of<listing<TypeParam>>(values), TypeParam::of_block(values)));
  });
}

// A kernel follows the listing; where a sum is not finite it need only say so.
TYPED_TEST(compensated_sums, of_every_kernel_are_the_same) {
  using T = typename TypeParam::value_type;
  std::size_t finite = 0;
  auto const check = [&](std::span<T const> values) {
    auto const expected = reference::block_of<listing<TypeParam>>(values);
    for (auto set : available_instruction_sets()) {
      SCOPED_TRACE(name(set));
      auto const actual = of_kernel<TypeParam>(*method::kernels_for(set), values);
      if (is_nonfinite(actual.sum) || is_nonfinite(actual.correction)) continue;
      ++finite;
      ASSERT_TRUE(same_bits(expected.sum, actual.sum));
      ASSERT_TRUE(same_bits(expected.correction, actual.correction));
    }
  };
  for_each_data<T>(5, 1000, [&](auto values, auto&) { check(values); });
  EXPECT_GT(finite, 20u);
  random_source random(first_seed());
  std::size_t const enough = 3 * fixed_lanes::lanes<T> + 1;
  auto const values = make_data(data_classes<T>()[2], random, enough);
  finite = 0;
  std::size_t cases = 0;
  for (std::size_t n = 0; n <= enough; ++n) {
    check(std::span<T const>(values).first(n));
    cases += available_instruction_sets().size();
  }
  EXPECT_EQ(finite, cases) << "ordinary data must not look infinite";
}

TYPED_TEST(compensated_sums, take_in_the_sum_and_then_the_correction) {
  using T = typename TypeParam::value_type;
  for_each_data<T>(10, 300, [&](auto values, auto& random) {
    std::size_t const cut = random.below(values.size() + 1);
    auto expected = reference::one_by_one<listing<TypeParam>>(values.first(cut));
    expected.take_in(reference::one_by_one<listing<TypeParam>>(values.subspan(cut)));
    auto state = one_by_one<TypeParam>(values.first(cut));
    state.take_in(one_by_one<TypeParam>(values.subspan(cut)));
    ASSERT_TRUE(same_state(expected, state));
  });
}

TYPED_TEST(compensated_sums, do_not_show_the_number_of_threads) {
  using T = typename TypeParam::value_type;
  random_source random(first_seed());
  for (std::size_t kind : {2u, 4u, 10u, 40u}) {
    auto const values = make_data(data_classes<T>()[kind], random, 5 * fixed_lanes::block_size + random.below(1000));
    auto const expected = reference::over_fixed_lanes<listing<TypeParam>>(std::span<T const>(values));
    ASSERT_TRUE(same_state(expected, reduce<TypeParam>(values))) << kind;
    for (std::size_t count = 1; count <= 8; ++count)
      ASSERT_TRUE(same_state(expected, reduce<TypeParam>(values, fixed_lanes(), threads(count)))) << kind;
    std::vector<T> apart(2 * values.size());
    for (std::size_t i = 0; i < values.size(); ++i) apart[2 * i] = values[i];
    vector_view<T const> const view(apart.data(), std::ssize(values), 2);
    ASSERT_TRUE(same_state(expected, reduce<TypeParam>(view, fixed_lanes(), threads(3)))) << kind;
  }
}

// Without this, the tests above would also pass for sums that need no plan.
TYPED_TEST(compensated_sums, depend_on_the_order) {
  using T = typename TypeParam::value_type;
  random_source random(first_seed());
  int changed = 0;
  for (int i = 0; i < 100; ++i) {
    std::vector<T> values;
    for (int k = 0; k < 500; ++k) values.push_back(random_number<T>(random, -10, 10));
    T const before = one_by_one<TypeParam>(values).round();
    random.shuffle(std::span<T>(values));
    changed += bits_of(before) != bits_of(one_by_one<TypeParam>(values).round()) ? 1 : 0;
  }
  EXPECT_GT(changed, 5);
}

// docs/maths/compensated.md#not-a-monoid
TYPED_TEST(compensated_sums, are_not_a_monoid) {
  static_assert(!order_free_accumulator<TypeParam> && lane_accumulator<TypeParam>);
  using T = typename TypeParam::value_type;
  T const u = power_of_two<T>(false, -format<T>::precision);
  TypeParam a, b, c;
  a.add(u * u);
  b.add(T(1));
  c.add(T(-1));
  TypeParam left = a, right = b, all = a;
  left.take_in(b);
  left.take_in(c);
  right.take_in(c);
  all.take_in(right);
  EXPECT_EQ(left.round(), T(0));  // (a b) c drops what a (b c) keeps
  EXPECT_EQ(all.round(), u * u);
}

TYPED_TEST(compensated_sums, stay_infinite) {
  using T = typename TypeParam::value_type;
  T const infinity = infinite<T>(), largest = largest_finite<T>(), one = 1;
  T const nan = from_bits<T>(format<T>::canonical_nan);
  auto const expect = [](std::vector<T> values, T expected) {
    for (auto const& state : {one_by_one<TypeParam>(values), TypeParam::of_block(values)}) {
      EXPECT_TRUE(same_bits(expected, state.round()));
      EXPECT_TRUE(same_bits(T(0), state.correction()));
    }
  };
  expect({infinity, one, one}, infinity);
  expect({one, -infinity, one, largest}, -infinity);
  expect({largest, largest, one, -one}, infinity);
  expect({infinity, one, -infinity}, nan);
  expect({one, negated(nan), infinity}, nan);
  expect({zero<T>(true), zero<T>(true)}, T(0));
  expect({}, T(0));
  std::vector<T> values(200, one);
  values[70] = infinity;
  expect(values, infinity);
  values[71] = -infinity;
  expect(values, nan);
}

TYPED_TEST(compensated_sums, do_not_see_the_environment) {
  using T = typename TypeParam::value_type;
  for_each_data<T>(2, 500, [&](auto values, auto&) {
    auto const in_order = reduce<TypeParam>(values, in_sequence()), single = one_by_one<TypeParam>(values);
    auto const lanes = TypeParam::of_block(values);
    auto both = in_order;
    both.take_in(lanes);
    for (auto control : every_control_word()) {
      float_environment const before{control, 0}, usual = read_environment();
      write_environment(before);
      auto const same = reduce<TypeParam>(values, in_sequence()) == in_order &&
                        one_by_one<TypeParam>(values) == single && TypeParam::of_block(values) == lanes;
      auto other = in_order;
      other.take_in(lanes);
      auto const after = read_environment();
      write_environment(usual);
      ASSERT_TRUE(same && other == both) << "control word 0x" << std::hex << control;
      ASSERT_TRUE(undisturbed(before, after));
    }
  });
}

TYPED_TEST(compensated_sums, refuse_null_with_a_size) {
  using T = typename TypeParam::value_type;
  std::span<T const> const nothing(static_cast<T const*>(nullptr), 3);
  TypeParam state;
  EXPECT_THROW(state.add(nothing), error);
  EXPECT_THROW(static_cast<void>(TypeParam::of_block(nothing)), error);
  EXPECT_EQ(state, TypeParam());
}

/// |computed - sum x| <= units * u * sum |x|, exactly.
template <class T> testing::AssertionResult within(std::span<T const> values, T computed, int units) {
  reference::dyadic sum, magnitudes;
  for (T x : values) {
    sum = sum + reference::exactly(x);
    magnitudes = magnitudes + reference::exactly(is_negative(x) ? negated(x) : x);
  }
  auto error = reference::exactly(computed) - sum;
  if (error.is_negative()) error = sum - reference::exactly(computed);
  auto const bound = magnitudes * reference::dyadic(reference::integer(units), -format<T>::precision);
  if (error <= bound) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "the error exceeds " << units << "u sum|x|, computed " << hexadecimal(computed);
}

// docs/maths/compensated.md#bounds: 2u in sequence, and as much again for each level of the fold and for the blocks.
// One more unit stands for the terms in u^2.
TYPED_TEST(compensated_sums, keep_their_bounds) {
  using T = typename TypeParam::value_type;
  int const levels = std::bit_width(fixed_lanes::lanes<T>) - 1;
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(400); ++i) {
    std::vector<T> values;
    std::size_t const size = 1 + random.below(600);
    int const spread = random.between(0, 2 * format<T>::precision);
    for (std::size_t k = 0; k < size; ++k) {
      T const x = random.coin() ? random_number<T>(random, -spread, 0) : random_power_of_two<T>(random, -spread, 0);
      // Against the running sum: what the compensation holds is then all that is left.
      values.push_back(random.one_in(4) ? negated(one_by_one<TypeParam>(values).sum()) : x);
    }
    ASSERT_TRUE(within<T>(values, one_by_one<TypeParam>(values).round(), 3)) << "case " << i;
    ASSERT_TRUE(within<T>(values, TypeParam::of_block(values).round(), 2 * (levels + 1) + 1)) << "case " << i;
  }
}

// The negative control of the bound: a plain loop breaks it.
TEST(plain_sum, does_not_keep_the_bound) {
  std::vector<double> values(4000, 0x1p-53);
  values[0] = 1;
  double sum = 0;
  for (double x : values) sum += x;
  EXPECT_FALSE(within<double>(values, sum, 3));
  EXPECT_TRUE(within<double>(values, one_by_one<kahan<double>>(values).round(), 3));
}

}  // namespace
}  // namespace isobit::test
