#pragma once

#include <gtest/gtest.h>

#include "math/arguments.hpp"
#include "math/evaluate.hpp"
#include "math/oracle.hpp"  // which includes mpfr.h
#include "support/check.hpp"
#include "support/float_environment.hpp"
#include "support/make_number.hpp"

/// Compares definitions with MPFR. `evaluate` is evaluate_with_effort of one; it must be certain, and with no more than
/// `highest_precision` bits.
namespace isobit::test {

template <class T, int highest_precision, int steps_around> class definition_check : public testing::Test {
protected:
  template <class Evaluate> void expect_right(char const* name, Evaluate evaluate, T x) {
    auto const [result, precision] = evaluate(x);
    ASSERT_TRUE(same_bits(oracle_(mpfr_function(name), x), *result)) << name << " of " << hexadecimal(x);
    ASSERT_TRUE(result) << name << " of " << hexadecimal(x);
    ASSERT_LE(precision, highest_precision) << name << " of " << hexadecimal(x);
  }
  template <class Evaluate> void expect_right_around(char const* name, Evaluate evaluate, T x) {
    using bits_type = typename format<T>::bits_type;
    for (int step = -steps_around; step <= steps_around; ++step) {
      T const near = from_bits<T>(static_cast<bits_type>(bits_of(x) + static_cast<bits_type>(step)));
      ASSERT_NO_FATAL_FAILURE(expect_right(name, evaluate, near));
      ASSERT_NO_FATAL_FAILURE(expect_right(name, evaluate, negated(near)));
    }
  }
  template <class Evaluate>
  void expect_right_for_every_kind(char const* name, Evaluate evaluate, double low, double high, std::uint64_t seed,
                                   int count) {
    random_source random(seed);
    for (int i = 0; i < count; ++i)
      ASSERT_NO_FATAL_FAILURE(expect_right(name, evaluate, draw_argument<T>(random, low, high)));
  }
  template <class Evaluate>
  void expect_right_at_every_exponent(char const* name, Evaluate evaluate, std::uint64_t seed) {
    using f = format<T>;
    random_source random(seed);
    for (int exponent = f::min_exponent; exponent < f::max_exponent; ++exponent) {
      ASSERT_NO_FATAL_FAILURE(expect_right(name, evaluate, random_number<T>(random, exponent, exponent)));
      ASSERT_NO_FATAL_FAILURE(expect_right(name, evaluate, power_of_two<T>(random.coin(), exponent)));
    }
  }
  template <class Evaluate> void expect_canonical_nans(char const* name, Evaluate evaluate, std::uint64_t seed) {
    random_source random(seed);
    auto const nan = from_bits<T>(format<T>::canonical_nan);
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(same_bits(nan, *evaluate(random_nan<T>(random)).result)) << name;
  }
  /// Some arguments are subnormal.
  template <class Evaluate>
  void expect_no_influence_of_the_environment(char const* name, Evaluate evaluate, double low, double high,
                                              std::uint64_t seed, int count) {
    auto const standard = read_environment();
    random_source random(seed);
    for (int i = 0; i < count; ++i) {
      T const x = i < 5 ? random_multiple<T>(random, 20, format<T>::min_exponent) : draw_argument<T>(random, low, high);
      T const expected = *evaluate(x).result;
      for (std::uint64_t const control : every_control_word()) {
        write_environment({control, 0});
        T const value = *evaluate(x).result;
        auto const flags = read_environment().flags;
        write_environment(standard);
        ASSERT_TRUE(same_bits(expected, value)) << name << " of " << hexadecimal(x);
        ASSERT_EQ(flags, 0u) << name << " of " << hexadecimal(x);
      }
    }
  }

  function_oracle<T> oracle_;
};

}  // namespace isobit::test
