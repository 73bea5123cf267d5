// Sums in a wider format: against MPFR with as many bits, against the listing, and in every environment.
#include <isobit/method/extended.hpp>

#include <cfenv>
#include <vector>

#include <gtest/gtest.h>
#include <mpfr.h>

#include <isobit/error.hpp>
#include <isobit/method/reduce.hpp>

#include "reference/compensated.hpp"
#include "reference/dyadic.hpp"
#include "support/check.hpp"
#include "support/float_environment.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

using double_double = extended<double, extended_format::double_double>;

template <class A> class extended_sums : public testing::Test {};
#if defined(__x86_64__)
using formats = testing::Types<extended<float>, double_double, extended<double, extended_format::x87>>;
#else
using formats = testing::Types<extended<float>, double_double>;
#endif
TYPED_TEST_SUITE(extended_sums, formats);

/// A sum in a binary format of so many bits, whose range is never left.
template <int Bits> class mpfr_sum {
public:
  mpfr_sum() {
    mpfr_init2(sum_, Bits);
    mpfr_set_zero(sum_, 1);
  }
  mpfr_sum(mpfr_sum const& other) : mpfr_sum() { mpfr_set(sum_, other.sum_, MPFR_RNDN); }
  mpfr_sum& operator=(mpfr_sum const&) = delete;
  ~mpfr_sum() { mpfr_clear(sum_); }
  void add(double x) { mpfr_add_d(sum_, sum_, x, MPFR_RNDN); }
  void take_in(mpfr_sum const& next) { mpfr_add(sum_, sum_, next.sum_, MPFR_RNDN); }
  template <class T> [[nodiscard]] T round() const {
    if constexpr (std::same_as<T, float>)
      return mpfr_get_flt(sum_, MPFR_RNDN);
    else
      return mpfr_get_d(sum_, MPFR_RNDN);
  }
  [[nodiscard]] bool is(double high, double low) const {
    mpfr_sum<2200> exactly;
    exactly.add(high);
    exactly.add(low);
    return exactly.equals(sum_);
  }
  [[nodiscard]] bool equals(mpfr_srcptr other) const { return mpfr_equal_p(sum_, other) != 0; }

private:
  mpfr_t sum_;
};

template <class A> constexpr int bits_of_format = A::format == extended_format::x87 ? 64 : 53;

template <class T> bool all_finite(std::span<T const> values) {
  for (T x : values)
    if (is_nonfinite(x)) return false;
  return true;
}

template <class A, class Oracle> void expect_sum(Oracle const& expected, A const& actual) {
  using T = typename A::value_type;
  T const rounded = expected.template round<T>();
  ASSERT_TRUE(same_bits(rounded, actual.round()));
  if (is_nonfinite(rounded)) return;
  ASSERT_TRUE(expected.is(static_cast<double>(actual.sum()), actual.correction()));
}

TYPED_TEST(extended_sums, agree_with_mpfr) {
  if constexpr (TypeParam::format == extended_format::double_double) {
    GTEST_SKIP() << "double-double has no fixed number of bits";
  } else {
    using T = typename TypeParam::value_type;
    using oracle = mpfr_sum<bits_of_format<TypeParam>>;
    for_each_data<T>(8, 1500, [&](auto values, auto&) {
      if (!all_finite(values)) return;
      expect_sum(reference::one_by_one<oracle>(values), reduce<TypeParam>(values, in_sequence()));
      expect_sum(reference::block_of<oracle>(values), TypeParam::of_block(values));
    });
  }
}

TYPED_TEST(extended_sums, do_not_show_the_number_of_threads) {
  using T = typename TypeParam::value_type;
  random_source random(first_seed());
  for (std::size_t kind : {2u, 4u, 40u}) {
    auto const values = make_data(data_classes<T>()[kind], random, 4 * fixed_lanes::block_size + random.below(1000));
    std::span<T const> const all(values);
    TypeParam expected;
    for (std::size_t first = 0; first < all.size(); first += fixed_lanes::block_size) {
      auto const block = all.subspan(first, std::min(fixed_lanes::block_size, all.size() - first));
      expected.take_in(reference::block_of<TypeParam>(block));
    }
    for (std::size_t count = 1; count <= 8; ++count)
      ASSERT_EQ(expected, reduce<TypeParam>(values, fixed_lanes(), threads(count))) << kind << ", " << count;
  }
}

/// Every value one by one, all at once, in lanes, and one state taking in another.
template <class A> std::vector<A> every_way(std::span<typename A::value_type const> values) {
  std::vector<A> states(2);
  for (auto x : values) states[0].add(x);
  states[1].add(values);
  states.push_back(A::of_block(values));
  states.push_back(states[0]);
  states[3].take_in(states[2]);
  return states;
}

TYPED_TEST(extended_sums, do_not_see_the_environment) {
  using T = typename TypeParam::value_type;
  for_each_data<T>(2, 300, [&](auto values, auto&) {
    auto const expected = every_way<TypeParam>(values);
    auto const rounded = expected[3].round();
    auto const correction = expected[3].correction();
    ASSERT_EQ(expected[0], expected[1]);
    for (int mode : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
      std::feclearexcept(FE_ALL_EXCEPT);
      std::fesetround(mode);
      auto const actual = every_way<TypeParam>(values);
      auto const actual_round = actual[3].round();
      auto const actual_correction = actual[3].correction();
      int const mode_after = std::fegetround();
      int const flags = std::fetestexcept(FE_ALL_EXCEPT);
      std::fesetround(FE_TONEAREST);
      ASSERT_EQ(expected, actual);
      ASSERT_TRUE(same_bits(rounded, actual_round));
      ASSERT_TRUE(same_bits(correction, actual_correction));
      ASSERT_EQ(mode_after, mode);
      ASSERT_EQ(flags, 0) << "the flags of SSE and x87 together";
    }
    for (auto control : every_control_word()) {
      float_environment const usual = read_environment();
      write_environment({control, 0});
      auto const actual = every_way<TypeParam>(values);
      write_environment(usual);
      ASSERT_EQ(expected, actual) << "control word 0x" << std::hex << control;
    }
  });
}

#if defined(__x86_64__)
// Some programs set the x87 unit to the precision of a double, or of a float.
TEST(extended_sum, does_not_see_the_precision_control) {
  std::vector<double> const values = {1, 0x1p-60, -1};
  auto const expected = every_way<extended<double>>(values);
  EXPECT_EQ(expected[1].round(), 0x1p-60);
  for (std::uint16_t word : {std::uint16_t{0x027f}, std::uint16_t{0x007f}, std::uint16_t{0x0f7f}}) {
    std::uint16_t usual = 0, after = 0;
    asm volatile("fnstcw %0" : "=m"(usual)::"memory");
    asm volatile("fldcw %0" ::"m"(word) : "memory");
    auto const actual = every_way<extended<double>>(values);
    asm volatile("fnstcw %0" : "=m"(after)::"memory");
    asm volatile("fldcw %0" ::"m"(usual) : "memory");
    EXPECT_EQ(expected, actual) << word;
    EXPECT_EQ(after, word);
  }
}
#endif

TYPED_TEST(extended_sums, stay_infinite) {
  using T = typename TypeParam::value_type;
  T const infinity = infinite<T>(), largest = largest_finite<T>(), one = 1;
  T const nan = from_bits<T>(format<T>::canonical_nan);
  auto const expect = [](std::vector<T> values, T expected) {
    auto const states = every_way<TypeParam>(values);
    for (auto const& state : {states[0], states[1], states[2]}) EXPECT_TRUE(same_bits(expected, state.round()));
  };
  expect({infinity, one, one}, infinity);
  expect({one, -infinity, one, largest}, -infinity);
  expect({infinity, one, -infinity}, nan);
  expect({one, negated(nan), infinity}, nan);
  expect({zero<T>(true), zero<T>(true)}, T(0));
  expect({}, T(0));
  // The wider range: in sequence there is no overflow on the way, but for double-double.
  bool const wider = TypeParam::format != extended_format::double_double;
  auto const there_and_back = every_way<TypeParam>(std::vector<T>{largest, largest, -largest, -largest});
  EXPECT_TRUE(same_bits(wider ? T(0) : infinity, there_and_back[0].round()));
  expect({largest, largest}, infinity);
}

TYPED_TEST(extended_sums, refuse_null_with_a_size) {
  using T = typename TypeParam::value_type;
  std::span<T const> const nothing(static_cast<T const*>(nullptr), 3);
  TypeParam state;
  EXPECT_THROW(state.add(nothing), error);
  EXPECT_THROW(static_cast<void>(TypeParam::of_block(nothing)), error);
  EXPECT_EQ(state, TypeParam());
}

/// |high + low - sum x| <= n * 3u^2 * sum |x|, exactly. docs/maths/compensated.md#double-double
testing::AssertionResult within_bound(std::span<double const> values, double_double const& state) {
  reference::dyadic sum, magnitudes;
  for (double x : values) {
    sum = sum + reference::exactly(x);
    magnitudes = magnitudes + reference::exactly(is_negative(x) ? negated(x) : x);
  }
  auto const value = reference::exactly(state.sum()) + reference::exactly(state.correction());
  auto const error = value <= sum ? sum - value : value - sum;
  auto const count = static_cast<std::int64_t>(values.size());
  if (error <= magnitudes * reference::dyadic(reference::integer(3 * count), -106)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "the error of a double-double sum exceeds its bound";
}

TEST(double_double_sum, follows_the_published_algorithms) {
  std::size_t finite = 0;
  auto const check = [&](reference::double_double const& expected, double_double const& actual) {
    if (is_nonfinite(expected.high) || is_nonfinite(expected.low)) return;
    ++finite;
    ASSERT_TRUE(same_bits(expected.high, actual.sum()));
    ASSERT_TRUE(same_bits(expected.low, actual.correction()));
  };
  for_each_data<double>(20, 1500, [&](auto values, auto&) {
    check(reference::one_by_one<reference::double_double>(values), reduce<double_double>(values, in_sequence()));
    check(reference::block_of<reference::double_double>(values), double_double::of_block(values));
  });
  EXPECT_GT(finite, 20u);
}

TEST(double_double_sum, keeps_its_bound) {
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(400); ++i) {
    std::vector<double> values;
    std::size_t const size = 1 + random.below(400);
    int const spread = random.between(0, 160);
    double_double running;
    for (std::size_t k = 0; k < size; ++k) {
      double x =
          random.coin() ? random_number<double>(random, -spread, 0) : random_power_of_two<double>(random, -spread, 0);
      if (random.one_in(4)) x = negated(running.sum());
      values.push_back(x);
      running.add(x);
      ASSERT_TRUE(same_bits(running.sum(), running.sum() + running.correction())) << "high must be the rounded sum";
    }
    ASSERT_TRUE(within_bound(values, running)) << "case " << i;
    ASSERT_TRUE(within_bound(values, double_double::of_block(values))) << "case " << i;
  }
}

TEST(extended_sum, says_what_it_is_held_in) {
  static_assert(extended<float>::is_portable && double_double::is_portable);
  static_assert(extended<double>::is_portable == !has_x87);
  static_assert(!order_free_accumulator<extended<double>> && lane_accumulator<extended<double>>);
  EXPECT_EQ(extended<float>::format_name, "binary64");
  EXPECT_EQ(double_double::format_name, "double-double");
  EXPECT_EQ(extended<double>::format_name, has_x87 ? "x87-80" : "double-double");
}

}  // namespace
}  // namespace isobit::test
