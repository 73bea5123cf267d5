// sqrt, fma and divide: IEEE's results, whatever the caller's mode and flushing.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/math.hpp>

#include "math/fused.hpp"
#include "support/check.hpp"
#include "support/float_environment.hpp"

namespace isobit::test {
namespace {

template <class T> T any_number(random_source& random) {
  return from_bits<T>(typename format<T>::bits_type(random.next()));
}

/// Of every kind: each end of each range, and what is between.
template <class T> std::vector<T> numbers(random_source& random, std::size_t count) {
  using f = format<T>;
  std::vector<T> all;
  for (auto const bits : {typename f::bits_type{0}, typename f::bits_type{1}, f::implicit_bit, f::infinity,
                          f::canonical_nan, typename f::bits_type(f::infinity - 1), bits_of(T(1)), bits_of(T(1.5))}) {
    all.push_back(from_bits<T>(bits));
    all.push_back(from_bits<T>(bits | f::sign_bit));
  }
  all.push_back(from_bits<T>(f::infinity + 1));  // a signalling NaN
  while (all.size() < count) all.push_back(any_number<T>(random));
  return all;
}

template <class T> class ieee_operations : public testing::Test {};
using types = testing::Types<double, float>;
TYPED_TEST_SUITE(ieee_operations, types);

// Each by what the machine does in the standard environment, which these tests run in.
TYPED_TEST(ieee_operations, are_the_machines) {
  using T = TypeParam;
  random_source random(first_seed());
  for (T const x : numbers<T>(random, scaled_count(2000))) {
    ASSERT_TRUE(same_bits(canonical(std::sqrt(x)), cr::sqrt(x))) << hexadecimal(x);
    for (T const y : numbers<T>(random, 60)) {
      ASSERT_TRUE(same_bits(canonical(x / y), cr::divide(x, y))) << hexadecimal(x) << " " << hexadecimal(y);
      T const near = y * T(1.75), z = random.coin() ? any_number<T>(random) : -(x * near);
      ASSERT_TRUE(same_bits(canonical(std::fma(x, near, z)), cr::fma(x, near, z)))
          << hexadecimal(x) << " " << hexadecimal(near) << " " << hexadecimal(z);
    }
  }
}

TYPED_TEST(ieee_operations, of_integers_is_the_fused_one) {
  using T = TypeParam;
  random_source random(first_seed());
  auto const check = [](T x, T y, T z) {
    ASSERT_TRUE(same_bits(canonical(std::fma(x, y, z)), math::fused_in_integers(x, y, z)))
        << hexadecimal(x) << " " << hexadecimal(y) << " " << hexadecimal(z);
  };
  auto const some = numbers<T>(random, 30);
  for (T const x : some)
    for (T const y : some)
      for (T const z : some) check(x, y, z);
  for (std::size_t i = scaled_count(200000); i != 0; --i) {
    T const x = any_number<T>(random);
    T const y = x == 0 || is_nonfinite(x) ? x : std::ldexp(any_number<T>(random), -std::ilogb(x));
    check(x, y, any_number<T>(random));
    // Cancellation, and a neighbour of a midpoint.
    check(x, y, -(x * y));
    check(x, y, std::ldexp(x * y, random.between(-110, 110)));
    check(x, T(1), std::ldexp(y, random.between(-60, 60)));
  }
  // A product that is a midpoint, and a number that decides, however small.
  T const above = 1 + std::ldexp(T(1), -(format<T>::precision + 1) / 2);
  T const other = 1 + std::ldexp(T(1), -format<T>::precision / 2);
  for (int exponent = format<T>::min_exponent; exponent < 10; ++exponent)
    for (T const sign : {T(-1), T(1)}) check(above, other, sign * std::ldexp(T(1), exponent));
}

TYPED_TEST(ieee_operations, do_not_depend_on_the_environment) {
  using T = TypeParam;
  random_source random(first_seed());
  auto const before = read_environment();
  for (auto const& control : every_control_word())
    for (T const x : numbers<T>(random, 100))
      for (T const y : numbers<T>(random, 40)) {
        T const z = random.coin() ? any_number<T>(random) : x;
        T const expected[] = {cr::sqrt(x), cr::divide(x, y), cr::fma(x, y, z)};
        write_environment({control, 0});
        T const actual[] = {cr::sqrt(x), cr::divide(x, y), cr::fma(x, y, z)};
        auto const after = read_environment();
        write_environment(before);
        for (int i = 0; i < 3; ++i)
          ASSERT_TRUE(same_bits(expected[i], actual[i])) << i << ": " << hexadecimal(x) << " " << hexadecimal(y);
        ASSERT_EQ(after.control, control);
        ASSERT_EQ(after.flags & ~inexact_flag, 0u) << hexadecimal(x) << " " << hexadecimal(y) << " " << hexadecimal(z);
      }
}

}  // namespace
}  // namespace isobit::test
