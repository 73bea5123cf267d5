// What the sweeps refuse, their bytes, and that the caller's floating-point environment does not show.
#include <isobit/method/prerounded.hpp>

#include <limits>

#include <gtest/gtest.h>

#include <isobit/method/accumulator.hpp>

#include "support/check.hpp"
#include "support/float_environment.hpp"
#include "support/prerounded.hpp"

namespace isobit::test {
namespace {

static_assert(order_free_accumulator<double_sweep<double>> && two_pass_accumulator<double_sweep<float, 4>>);
static_assert(order_free_accumulator<single_sweep<double>> && counted_accumulator<single_sweep<float, 1>>);

template <class T> class prerounded_use : public testing::Test {};
using elements = testing::Types<double, float>;
TYPED_TEST_SUITE(prerounded_use, elements);

template <class Body> status code_of(Body body) {
  try {
    body();
  } catch (error const& problem) {
    return problem.code();
  }
  return status::ok;
}

/// body throws `code` and leaves the state as it was.
template <class A, class Body> void expect_refused(A state, status code, Body body) {
  A const before = state;
  EXPECT_EQ(code_of([&] { body(state); }), code);
  EXPECT_TRUE(state == before);
}

TYPED_TEST(prerounded_use, too_many_elements_are_refused) {
  using T = TypeParam;
  std::size_t const limit = format<T>::implicit_bit / 10;
  EXPECT_EQ(code_of([&] { (void)single_sweep<T>(limit); }), status::ok);
  EXPECT_EQ(code_of([&] { (void)single_sweep<T>(limit + 1); }), status::invalid_argument);
  EXPECT_EQ(code_of([&] { (void)double_sweep<T>(limit + 1, T{1}); }), status::invalid_argument);

  std::vector<T> const three = {1, 2, 3};
  single_sweep<T> single(2);
  single.add(T{1});
  expect_refused(single, status::invalid_argument, [&](auto& state) { state.add(three); });
  expect_refused(single, status::invalid_argument, [&](auto& state) {
    auto two = state;
    two.add(T{5});
    state.merge(two);
  });
  single.add(std::numeric_limits<T>::infinity());
  expect_refused(single, status::invalid_argument, [&](auto& state) { state.add(T{0}); });
  expect_refused(single, status::invalid_argument,
                 [&](auto& state) { state.add(std::numeric_limits<T>::quiet_NaN()); });
  double_sweep<T> twice(2, T{3});
  expect_refused(twice, status::invalid_argument, [&](auto& state) { state.add(three); });
}

TYPED_TEST(prerounded_use, other_parameters_are_refused) {
  using T = TypeParam;
  expect_refused(single_sweep<T>(5), status::invalid_argument, [](auto& state) { state.merge(single_sweep<T>(6)); });
  expect_refused(double_sweep<T>(5, T{1}), status::invalid_argument,
                 [](auto& state) { state.merge(double_sweep<T>(6, T{1})); });
  expect_refused(double_sweep<T>(5, T{1}), status::invalid_argument,
                 [](auto& state) { state.merge(double_sweep<T>(5, T{2})); });
  EXPECT_EQ(code_of([] { (void)double_sweep<T>(5, T{-1}); }), status::invalid_argument);
  EXPECT_TRUE((double_sweep<T>(5, T{0}) == double_sweep<T>(5, -T{0})));
  expect_refused(single_sweep<T>(5), status::invalid_argument,
                 [](auto& state) { state.add(std::span<T const>(static_cast<T const*>(nullptr), 2)); });
}

TYPED_TEST(prerounded_use, numbers_out_of_reach_are_refused) {
  using T = TypeParam;
  using f = format<T>;
  // The second extractor of the ladder over alpha: eps * 2^E_max, whatever n is.
  T const limit = power_of_two<T>(false, f::bias - f::stored_bits);
  for (std::size_t n : {1, 5, 100, 70000}) {
    single_sweep<T> state(n);
    EXPECT_EQ(code_of([&] { state.add(negated(limit)); }), status::ok);
    EXPECT_EQ(state.top(), 2);
    T const above = from_bits<T>(bits_of(limit) + 1);
    expect_refused(single_sweep<T>(n), status::out_of_range, [&](auto& empty) { empty.add(above); });
    std::vector<T> values(n, T{1});
    values.back() = above;
    expect_refused(single_sweep<T>(n), status::out_of_range, [&](auto& empty) { empty.add(values); });
  }
  // alpha_4 = 8.
  T const largest = power_of_two<T>(false, f::bias - 3);
  EXPECT_EQ(code_of([&] { (void)double_sweep<T>(4, largest); }), status::ok);
  EXPECT_EQ(code_of([&] { (void)double_sweep<T>(4, from_bits<T>(bits_of(largest) + 1)); }), status::out_of_range);
  double_sweep<T> const one(4, T{1});
  expect_refused(one, status::out_of_range, [](auto& state) { state.add(from_bits<T>(bits_of(T{-1}) + 1)); });
  expect_refused(one, status::out_of_range, [](auto& state) {
    state.add(std::vector<T>{T{0.5}, from_bits<T>(bits_of(T{1}) + 1)});
  });
  double_sweep<T> full(4, largest);
  full.add(std::vector<T>(4, largest));
  EXPECT_TRUE(same_bits(power_of_two<T>(false, f::bias - 1), full.round()));
}

TYPED_TEST(prerounded_use, numbers_out_of_reach_are_refused_next_to_nan_too) {
  using T = TypeParam;
  T const nan = from_bits<T>(format<T>::canonical_nan), huge = largest_finite<T>();
  for (T special : {nan, infinite<T>(), infinite<T>(true)})
    for (std::size_t n : {2, 40, 5000})
      for (std::size_t at : {std::size_t{0}, n / 2, n - 1}) {
        std::vector<T> values(n, special);
        values[at] = huge;
        expect_refused(single_sweep<T>(n), status::out_of_range, [&](auto& state) { state.add(values); });
        expect_refused(double_sweep<T>(n, T{1}), status::out_of_range, [&](auto& state) { state.add(values); });
        single_sweep<T> single(n);
        double_sweep<T> twice(n, T{1}), not_finite(n, special == special ? infinite<T>() : nan);
        single.add(std::span<T const>(values).first(at));
        twice.add(std::span<T const>(values).first(at));
        expect_refused(single, status::out_of_range, [&](auto& state) { state.add(huge); });
        expect_refused(twice, status::out_of_range, [&](auto& state) { state.add(huge); });
        not_finite.add(values);
        EXPECT_TRUE(same_bits(special, not_finite.round()));
      }
}

TYPED_TEST(prerounded_use, infinities_and_nan_are_values) {
  using T = TypeParam;
  T const infinity = infinite<T>(), nan = from_bits<T>(format<T>::canonical_nan);
  auto const results = [&](std::vector<T> values) {
    single_sweep<T> single(values.size());
    single.add(values);
    double_sweep<T> twice(values.size(), largest_of(std::span<T const>(values))), finite(values.size(), T{8});
    twice.add(values);
    finite.add(values);
    EXPECT_TRUE(same_bits(single.round(), twice.round()));
    EXPECT_TRUE(same_bits(single.round(), finite.round()));
    return single.round();
  };
  EXPECT_TRUE(same_bits(infinity, results({1, infinity, 2})));
  EXPECT_TRUE(same_bits(negated(infinity), results({negated(infinity), 1, negated(infinity)})));
  EXPECT_TRUE(same_bits(nan, results({negated(infinity), 1, infinity})));
  EXPECT_TRUE(same_bits(nan, results({1, from_bits<T>(format<T>::infinity + 1u), infinity})));
  EXPECT_TRUE(same_bits(nan, double_sweep<T>(3, infinity).round()));
}

TYPED_TEST(prerounded_use, a_zero_sum_is_positive) {
  using T = TypeParam;
  single_sweep<T> single(2);
  EXPECT_TRUE(same_bits(T{0}, single.round()));
  single.add(zero<T>(true));
  single.add(zero<T>(true));
  EXPECT_TRUE(same_bits(T{0}, single.round()));
}

TYPED_TEST(prerounded_use, tiny_numbers_are_kept) {
  using T = TypeParam;
  std::vector<T> values(100, from_bits<T>(1));
  values[3] = from_bits<T>(format<T>::implicit_bit);
  values[4] = negated(values[3]);
  single_sweep<T, 3> three(values.size());
  three.add(values);
  EXPECT_TRUE(same_bits(from_bits<T>(98), three.round()));
  values[3] = values[4] = from_bits<T>(1);
  single_sweep<T, 1> single(values.size());
  single.add(values);
  EXPECT_TRUE(same_bits(from_bits<T>(100), single.round()));
  double_sweep<T, 1> twice(values.size(), from_bits<T>(1));
  twice.add(values);
  EXPECT_TRUE(same_bits(from_bits<T>(100), twice.round()));
}

template <class A> void check_bytes(A const& state) {
  auto const bytes = state.serialise();
  ASSERT_TRUE(A::deserialise(bytes) == state);
  ASSERT_TRUE(A::deserialise(bytes).serialise() == bytes);
  // A cut or a changed byte is refused or is another valid state, never the same one.
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    ASSERT_EQ(code_of([&] { (void)A::deserialise(std::span(bytes).first(i)); }), status::malformed_bytes);
    for (int bit = 0; bit < 8; ++bit) {
      auto changed = bytes;
      changed[i] ^= static_cast<std::byte>(1 << bit);
      try {
        auto const other = A::deserialise(changed);
        ASSERT_FALSE(other == state);
        ASSERT_TRUE(other.serialise() == changed);
      } catch (error const& problem) {
        ASSERT_EQ(problem.code(), status::malformed_bytes);
      }
    }
  }
}

TYPED_TEST(prerounded_use, bytes_come_back) {
  using T = TypeParam;
  for_each_data<T>(1, 200, [](std::span<T const> values, random_source&) {
    if (expected_single_sweep<T>(values, values.size(), 3)) {
      single_sweep<T, 3> state(values.size());
      check_bytes(state);
      state.add(values);
      check_bytes(state);
    }
    if (expected_double_sweep<T>(values, values.size(), 2)) {
      double_sweep<T, 2> state(values.size(), largest_of(values));
      check_bytes(state);
      state.add(values);
      check_bytes(state);
    }
  });
}

TYPED_TEST(prerounded_use, bytes_that_no_state_has_are_refused) {
  using T = TypeParam;
  std::vector<T> const values = {T{1}, T{0.75}, T{-0.25}};
  single_sweep<T, 2> single(5);
  single.add(values);
  single_sweep<T, 2> zeros(5);
  zeros.add(T{0});
  double_sweep<T, 2> twice(5, T{1});
  twice.add(values);
  auto const refused = [](auto const& state, std::size_t at, std::uint64_t value) {
    auto bytes = state.serialise();
    for (std::size_t i = 0; i < 8; ++i) bytes[at + i] = static_cast<std::byte>(value >> (8 * i));
    auto const code = code_of([&] { (void)std::remove_cvref_t<decltype(state)>::deserialise(bytes); });
    EXPECT_TRUE(code == status::ok || code == status::malformed_bytes);
    return code != status::ok;
  };
  auto const bits = [](T x) { return std::uint64_t{bits_of(x)}; };
  EXPECT_FALSE(refused(single, 40, bits(single.sum(1))));
  // Places that the ladder does not have, and more elements than declared.
  auto const last = static_cast<std::uint64_t>(prerounded::ladder<T>(5).last());
  for (std::uint64_t place : {std::uint64_t{0}, std::uint64_t{1}, last + 1, ~std::uint64_t{0}})
    EXPECT_TRUE(refused(single, 24, place) && refused(zeros, 24, place)) << place;
  // Parameters that the constructors refuse.
  EXPECT_TRUE(refused(single, 8, std::uint64_t{1} << 60) && refused(twice, 8, std::uint64_t{1} << 60));
  EXPECT_TRUE(refused(twice, 24, bits(largest_finite<T>())));
  EXPECT_TRUE(refused(single, 16, 6));
  EXPECT_TRUE(refused(single, 16, 0));
  EXPECT_TRUE(refused(twice, 16, 6));
  EXPECT_TRUE(refused(twice, 16, 0));
  // Sums off the grid, beyond the extractor, -0, and not numbers.
  T const tiny = from_bits<T>(1), huge = largest_finite<T>();
  for (T bad : {tiny, huge, zero<T>(true), infinite<T>(), from_bits<T>(format<T>::canonical_nan)}) {
    for (std::size_t at : {32, 40, 48}) EXPECT_TRUE(refused(single, at, bits(bad))) << at << ' ' << hexadecimal(bad);
    for (std::size_t at : {32, 40}) EXPECT_TRUE(refused(twice, at, bits(bad))) << at << ' ' << hexadecimal(bad);
  }
  EXPECT_TRUE(refused(twice, 24, bits(T{-1})));
  EXPECT_TRUE(refused(twice, 24, bits(infinite<T>())));
  EXPECT_TRUE(refused(double_sweep<T, 2>(5, T{0}), 24, bits(zero<T>(true))));
  EXPECT_TRUE(refused(double_sweep<T, 2>(5, T{0}), 24, bits(from_bits<T>(format<T>::canonical_nan + 1u))));
  // No extractor for the largest magnitude, and too many elements for the method.
  EXPECT_TRUE(refused(double_sweep<T, 2>(5, T{0}), 24, bits(largest_finite<T>())));
  EXPECT_TRUE(refused(twice, 8, format<T>::implicit_bit / 10 + 1));
  EXPECT_TRUE(refused(single, 8, format<T>::implicit_bit / 10 + 1));
  EXPECT_TRUE(refused(twice, 0, 0));
}

TYPED_TEST(prerounded_use, bytes_of_other_parameters_are_refused) {
  using T = TypeParam;
  using other = std::conditional_t<std::same_as<T, double>, float, double>;
  single_sweep<T, 3> state(10);
  state.add(T{1});
  auto const bytes = state.serialise();
  EXPECT_EQ(bytes.size(), 32u + 4 * 8);
  EXPECT_EQ(code_of([&] { (void)single_sweep<T, 2>::deserialise(bytes); }), status::malformed_bytes);
  EXPECT_EQ(code_of([&] { (void)single_sweep<other, 3>::deserialise(bytes); }), status::malformed_bytes);
  EXPECT_EQ(code_of([&] { (void)double_sweep<T, 3>::deserialise(bytes); }), status::malformed_bytes);
}

TYPED_TEST(prerounded_use, the_environment_neither_shows_nor_changes) {
  using T = TypeParam;
  for_each_data<T>(1, 300, [](std::span<T const> values, random_source&) {
    if (!expected_single_sweep<T>(values, values.size(), 3) || !expected_double_sweep<T>(values, values.size(), 2))
      return;
    auto const compute = [&] {
      single_sweep<T, 3> single(values.size()), half(values.size());
      double_sweep<T, 2> twice(values.size(), largest_of(values));
      single.add(values.first(values.size() / 2));
      for (T x : values.subspan(values.size() / 2)) half.add(x);
      single.merge(half);
      twice.add(values);
      T const rounded = single.round(), rounded_twice = twice.round();
      return std::tuple(single.serialise(), twice.serialise(), bits_of(rounded), bits_of(rounded_twice));
    };
    auto const expected = compute();
    for (std::uint64_t control : every_control_word()) {
      float_environment const usual = read_environment();
      write_environment({control, 0});
      auto const actual = compute();
      float_environment const after = read_environment();
      write_environment(usual);
      ASSERT_TRUE(expected == actual) << control;
      ASSERT_TRUE(undisturbed(float_environment{control, 0}, after));
    }
  });
}

}  // namespace
}  // namespace isobit::test
