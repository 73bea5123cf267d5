// The caller's rounding mode and flush-to-zero neither change a function's result nor are changed by it; no exception
// is left behind but inexact by a call of one number, and none by a call of an array.
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/math.hpp>

#include "arithmetic/environment.hpp"
#include "math/arguments.hpp"
#include "math/functions.hpp"
#include "support/float_environment.hpp"

namespace isobit::test {
namespace {

constexpr std::uint64_t seed = 20261116;
constexpr int drawn = 400, subnormal = 100, of_any_magnitude = 2000;

/// Of functions of two numbers; those of one take the first.
template <class T> struct argument_pairs {
  std::vector<T> x, y;

  void add(T first, T second) {
    x.push_back(first);
    y.push_back(second);
  }
};

template <class T> T number_at(random_source& random, int exponent) {
  double const significand = 1 + static_cast<double>(random.next() >> 11) * 0x1p-53;
  T const magnitude = static_cast<T>(std::ldexp(significand, exponent));
  return random.coin() ? magnitude : -magnitude;
}

template <class T> constexpr int highest_exponent = format<T>::max_exponent - 1;

/// At an exponent next to the given one, or far from it.
template <class T> T partner_of(random_source& random, int exponent) {
  int const lowest = format<T>::min_exponent, reach = random.coin() ? 2 : 64;
  int const near = std::clamp(random.between(exponent - reach, exponent + reach), lowest, highest_exponent<T>);
  return number_at<T>(random, random.one_in(4) ? random.between(lowest, highest_exponent<T>) : near);
}

/// Where products or sums inside a function come near the ends of the range.
template <class T> void add_magnitudes(argument_pairs<T>& all, random_source& random) {
  int const lowest = format<T>::min_exponent;
  for (int k = lowest; k <= highest_exponent<T>; k += 3)
    for (T const sign : {T(1), T(-1)}) all.add(std::ldexp(sign, k), partner_of<T>(random, k));
  for (int i = 0; i < of_any_magnitude; ++i) {
    int const exponent = random.between(lowest, highest_exponent<T>);
    T const x = number_at<T>(random, exponent);
    all.add(x, partner_of<T>(random, exponent));
  }
  if constexpr (std::is_same_v<T, double>)
    for (auto const& [x, y] :
         std::initializer_list<std::pair<double, double>>{{0x1p500, 1},  // log1p
                                                          {0x1p600, 1},
                                                          {0x1p300, 1},                                       // asinh
                                                          {0x1.9e2a99dcf29ccp-960, 1},                        // rsqrt
                                                          {0x1p127, -0x1.f3703a6637fcbp-459},                 // hypot
                                                          {0x1.7c22476fb8c35p-480, 0x1.b1aee837ce15fp-480}})  // hypot
      all.add(x, y);
}

/// Drawn arguments, subnormal numbers, signalling NaN, what overflows, and every magnitude.
template <class T> argument_pairs<T> arguments() {
  random_source random(seed);
  std::vector<T> values;
  for (int i = 0; i < drawn; ++i) values.push_back(draw_argument<T>(random, -12, 12));
  using bits_type = typename format<T>::bits_type;
  for (int i = 0; i < subnormal; ++i)
    values.push_back(from_bits<T>(static_cast<bits_type>(random.next()) & (format<T>::implicit_bit - 1u)));
  for (bits_type const bits :
       {format<T>::infinity, bits_type(format<T>::infinity + 1), format<T>::canonical_nan, bits_type(0),
        format<T>::sign_bit, bits_type(format<T>::infinity - 1), bits_of(T(1)), bits_of(T(0.5)), bits_of(T(-1))})
    for (bits_type const sign : {bits_type(0), format<T>::sign_bit})
      values.push_back(from_bits<T>(bits_type(bits | sign)));
  argument_pairs<T> all{values, {values.rbegin(), values.rend()}};
  add_magnitudes(all, random);
  return all;
}

template <class T> void expect_same(char const* name, T x, T y, T got, T expected, std::uint64_t control) {
  ASSERT_EQ(bits_of(got), bits_of(expected))
      << name << std::hexfloat << "(" << x << ", " << y << ") with control word 0x" << std::hex << control << ", seed "
      << std::dec << seed;
}

/// call(x, y) for one pair, and whole(xs, ys, results) for all of them.
template <class T, class Call, class Whole> void check(char const* name, Call call, Whole whole) {
  float_environment const usual = read_environment();
  auto const [x, y] = arguments<T>();
  std::size_t const n = x.size();
  std::vector<T> expected(n), results(n);
  for (std::size_t i = 0; i < n; ++i) expected[i] = call(x[i], y[i]);
  for (auto const control : every_control_word()) {
    for (std::uint64_t const flags : {std::uint64_t{0}, every_flag}) {
      float_environment const before{control, flags};
      for (std::size_t i = 0; i < n; ++i) {
        write_environment(before);
        T const got = call(x[i], y[i]);
        float_environment const after = read_environment();
        write_environment(usual);
        expect_same(name, x[i], y[i], got, expected[i], control);
        ASSERT_EQ(after.control, control) << name << std::hexfloat << "(" << x[i] << ", " << y[i] << ")";
        ASSERT_EQ(after.flags & ~inexact_flag, flags & ~inexact_flag)
            << name << std::hexfloat << "(" << x[i] << ", " << y[i] << ")";
        ASSERT_GE(after.flags, flags);
      }
      write_environment(before);
      whole(std::span<T const>(x), std::span<T const>(y), std::span<T>(results));
      float_environment const after = read_environment();
      write_environment(usual);
      for (std::size_t i = 0; i < n; ++i) expect_same(name, x[i], y[i], results[i], expected[i], control);
      ASSERT_EQ(after, before) << name << " of an array";
    }
  }
}

#define ISOBIT_UNARY_OF(f, T) \
  check<T>(                   \
      #f, [](T x, T) { return cr::f(x); }, [](auto x, auto, auto out) { cr::f(x, out, serial()); });
#define ISOBIT_BINARY_OF(f, T) \
  check<T>(                    \
      #f, [](T x, T y) { return cr::f(x, y); }, [](auto x, auto y, auto out) { cr::f(x, y, out, serial()); });
#define ISOBIT_UNARY(f) ISOBIT_UNARY_OF(f, double) ISOBIT_UNARY_OF(f, float)
#define ISOBIT_BINARY(f) ISOBIT_BINARY_OF(f, double) ISOBIT_BINARY_OF(f, float)

TEST(function_environment, neither_shows_nor_changes) {
  ISOBIT_MATH_UNARY(ISOBIT_UNARY)
  ISOBIT_MATH_BINARY(ISOBIT_BINARY)
}

template <class T> void check_directions() {
#define ISOBIT_CHECK(f)                                                \
  check<T>(                                                            \
      #f " upward", [](T x, T) { return cr::f(x, rounding::upward); }, \
      [](auto x, auto, auto out) { cr::f(x, out, rounding::upward, serial()); });
  ISOBIT_MATH_UNARY(ISOBIT_CHECK)
#undef ISOBIT_CHECK
#define ISOBIT_CHECK(f)                                                         \
  check<T>(                                                                     \
      #f " downward", [](T x, T y) { return cr::f(x, y, rounding::downward); }, \
      [](auto x, auto y, auto out) { cr::f(x, y, out, rounding::downward, serial()); });
  ISOBIT_MATH_BINARY(ISOBIT_CHECK)
#undef ISOBIT_CHECK
}
TEST(function_environment, neither_shows_nor_changes_in_a_direction) {
  check_directions<double>();
  check_directions<float>();
}

/// An integer for each number.
template <class T> std::int64_t integer_of(T y) { return static_cast<std::int64_t>(bits_of(y) % 101) - 50; }
template <class T> void check_integers() {
#define ISOBIT_CHECK(f)                                            \
  check<T>(                                                        \
      #f, [](T x, T y) { return cr::f(x, integer_of(y)); },        \
      [](auto x, auto y, auto out) {                               \
        std::vector<std::int64_t> n;                               \
        for (T const each : y) n.push_back(integer_of(each));      \
        cr::f(x, std::span<std::int64_t const>(n), out, serial()); \
      });
  ISOBIT_MATH_INTEGER(ISOBIT_CHECK)
#undef ISOBIT_CHECK
}
TEST(function_environment, neither_shows_nor_changes_with_integers) {
  check_integers<double>();
  check_integers<float>();
}

// An array of one result: the ends of sin's interval, and of tanpi's.
TEST(function_environment, neither_shows_nor_changes_for_intervals) {
  auto const lower_end = [](double x, double y) { return cr::interval::sin(cr::interval::range<double>{x, y}).lower; };
  auto const upper_end = [](double x, double y) {
    return cr::interval::tanpi(cr::interval::range<double>{x, y}).upper;
  };
  check<double>("interval sin", lower_end, [&](auto x, auto y, auto out) {
    in_standard_environment([&](environment_guard&) {
      for (std::size_t i = 0; i < x.size(); ++i) out[i] = lower_end(x[i], y[i]);
      return true;
    });
  });
  check<double>("interval tanpi", upper_end, [&](auto x, auto y, auto out) {
    in_standard_environment([&](environment_guard&) {
      for (std::size_t i = 0; i < x.size(); ++i) out[i] = upper_end(x[i], y[i]);
      return true;
    });
  });
}

template <class T> void check_sincos() {
  std::vector<T> cosines(arguments<T>().x.size());
  check<T>(
      "sincos", [](T x, T) { return cr::sincos(x).sin; },
      [&](auto x, auto, auto out) { cr::sincos(x, out, std::span(cosines), serial()); });
  check<T>(
      "sincos", [](T x, T) { return cr::sincos(x).cos; },
      [&](auto x, auto, auto out) { cr::sincos(x, std::span(cosines), out, serial()); });
}
TEST(function_environment, neither_shows_nor_changes_for_sincos) {
  check_sincos<double>();
  check_sincos<float>();
}

}  // namespace
}  // namespace isobit::test
