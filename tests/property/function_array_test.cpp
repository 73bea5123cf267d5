// A call of an array gives what calls of its numbers give, bit for bit: whatever its length, its alignment, the
// threads, and whether the results go where the arguments were. Whatever cannot be right is refused, and nothing is
// written.
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/error.hpp>
#include <isobit/instruction_set.hpp>
#include <isobit/math.hpp>

#include "math/arguments.hpp"
#include "math/functions.hpp"

namespace isobit::test {
namespace {

constexpr std::uint64_t seed = 20261115;

template <class T> std::vector<T> draw(random_source& random, std::size_t n, double low, double high) {
  std::vector<T> values(n);
  for (T& x : values) x = draw_argument<T>(random, low, high);
  return values;
}

template <class T> std::vector<typename format<T>::bits_type> bits(std::span<T const> values) {
  std::vector<typename format<T>::bits_type> all;
  for (T const x : values) all.push_back(bits_of(x));
  return all;
}
template <class T> auto bits(std::vector<T> const& values) { return bits(std::span<T const>(values)); }

auto const backwards = executor(3, [](std::size_t parts, task_ref body) {
  while (parts-- != 0) body(parts);
});

template <class T, class Scalar, class Array> void check_unary(char const* name, Scalar scalar, Array array) {
  random_source random(seed);
  for (std::size_t n = 0; n <= 67; ++n) {
    for (std::size_t const shift : {0, 1, 3}) {
      auto const in = draw<T>(random, n + shift, -12, 12);
      std::span<T const> const arguments = std::span(in).subspan(shift);
      std::vector<T> expected;
      for (T const x : arguments) expected.push_back(scalar(x));

      std::vector<T> out(n);
      array(driver_ref(serial()), arguments, std::span(out));
      ASSERT_EQ(bits(out), bits(expected)) << name << ", n = " << n << ", seed " << seed;
      std::vector<T> in_place(in);
      auto const inner = std::span(in_place).subspan(shift);
      array(driver_ref(serial()), std::span<T const>(inner), inner);
      ASSERT_EQ(bits(std::span<T const>(inner)), bits(expected)) << name << " in place, n = " << n;
      std::ranges::fill(out, T(77));
      array(driver_ref(backwards), arguments, std::span(out));
      ASSERT_EQ(bits(out), bits(expected)) << name << " in parts, n = " << n;
    }
  }
}

template <class T, class Scalar, class Array> void check_binary(char const* name, Scalar scalar, Array array) {
  random_source random(seed);
  for (std::size_t n = 0; n <= 37; ++n) {
    auto const x = draw<T>(random, n, 0, 12), y = draw<T>(random, n, -12, 12);
    std::vector<T> expected;
    for (std::size_t i = 0; i < n; ++i) expected.push_back(scalar(x[i], y[i]));
    std::vector<T> out(n), first(x), second(y);
    array(driver_ref(serial()), std::span(x), std::span(y), std::span(out));
    ASSERT_EQ(bits(out), bits(expected)) << name << ", n = " << n << ", seed " << seed;
    array(driver_ref(serial()), std::span<T const>(first), std::span(y), std::span(first));
    ASSERT_EQ(bits(first), bits(expected)) << name << " onto x, n = " << n;
    array(driver_ref(backwards), std::span(x), std::span<T const>(second), std::span(second));
    ASSERT_EQ(bits(second), bits(expected)) << name << " onto y, n = " << n;
  }
}

#define ISOBIT_CHECK(f, T, check, ...) \
  check<T>(                            \
      #f, [](auto... x) { return cr::f(x...); }, [](driver_ref const& on, auto... a) { cr::f(a..., on); });
#define ISOBIT_UNARY(f) ISOBIT_CHECK(f, double, check_unary) ISOBIT_CHECK(f, float, check_unary)
#define ISOBIT_BINARY(f) ISOBIT_CHECK(f, double, check_binary) ISOBIT_CHECK(f, float, check_binary)

TEST(function_array, equals_calls_of_one_number) {
  ISOBIT_MATH_UNARY(ISOBIT_UNARY)
  ISOBIT_MATH_BINARY(ISOBIT_BINARY)
}

/// Longer than what is settled at once (math/two_phases.hpp), and with nothing in it that a quick way can settle.
template <class T, class Scalar, class Array> void check_long(char const* name, Scalar scalar, Array array) {
  constexpr std::size_t n = 2 * 4096 + 13;
  random_source random(seed);
  std::vector<T> some(n);
  for (T& x : some) x = static_cast<T>(static_cast<double>(random.next() >> 11) * 0x1p-50);
  for (auto const& in : {some, std::vector<T>(n, -T(0))}) {
    std::vector<T> expected, in_place(in);
    for (T const x : in) expected.push_back(scalar(x));
    array(driver_ref(serial()), std::span<T const>(in_place), std::span(in_place));
    ASSERT_EQ(bits(in_place), bits(expected)) << name;
  }
}
#define ISOBIT_LONG(f) ISOBIT_CHECK(f, double, check_long)
TEST(function_array, may_be_long) {
  ISOBIT_LONG(exp) ISOBIT_LONG(log1p) ISOBIT_LONG(sin) ISOBIT_LONG(cos) ISOBIT_LONG(asin) ISOBIT_LONG(atan)
}

/// Where powers begin to overflow, to be subnormal and to vanish, beside ordinary ones, infinities and NaN.
template <class Scalar, class Array> void check_ends(char const* name, double overflow, Scalar scalar, Array array) {
  random_source random(seed);
  std::vector<double> in, expected;
  for (int i = 0; i < 20000; ++i) {
    double const part = static_cast<double>(random.next() >> 11) * 0x1p-53, sign = random.coin() ? 1 : -1;
    in.push_back(sign * overflow * (i % 4 == 0 ? part : 0.97 + 0.11 * part));
  }
  for (double const x : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN(), 1e300})
    in.push_back(x), in.push_back(-x);
  for (double const x : in) expected.push_back(scalar(x));
  std::vector<double> out(in.size());
  array(driver_ref(serial()), std::span<double const>(in), std::span(out));
  ASSERT_EQ(bits(out), bits(expected)) << name << ", seed " << seed;
}
#define ISOBIT_ENDS(f, overflow) \
  check_ends(                    \
      #f, overflow, [](double x) { return cr::f(x); }, [](driver_ref const& on, auto... a) { cr::f(a..., on); });
TEST(function_array, at_the_ends_of_the_range) {
  ISOBIT_ENDS(exp, 709.8) ISOBIT_ENDS(exp2, 1024.0) ISOBIT_ENDS(exp10, 308.3)
}

template <class T> void check_sincos() {
  random_source random(seed);
  for (std::size_t n = 0; n <= 67; ++n) {
    auto const in = draw<T>(random, n, -12, 12);
    std::vector<T> sines(n), cosines(n), in_place(in);
    cr::sincos(std::span(in), std::span(sines), std::span(cosines));
    for (std::size_t i = 0; i < n; ++i) {
      auto const both = cr::sincos(in[i]);
      ASSERT_EQ(bits_of(both.sin), bits_of(cr::sin(in[i]))) << in[i];
      ASSERT_EQ(bits_of(both.cos), bits_of(cr::cos(in[i]))) << in[i];
      ASSERT_EQ(bits_of(sines[i]), bits_of(both.sin)) << in[i];
      ASSERT_EQ(bits_of(cosines[i]), bits_of(both.cos)) << in[i];
    }
    std::vector<T> other(n);
    cr::sincos(std::span<T const>(in_place), std::span(in_place), std::span(other));
    ASSERT_EQ(bits(in_place), bits(sines));
    ASSERT_EQ(bits(other), bits(cosines));
    in_place = in;
    cr::sincos(std::span<T const>(in_place), std::span(other), std::span(in_place));
    ASSERT_EQ(bits(in_place), bits(cosines));
    ASSERT_EQ(bits(other), bits(sines));
  }
}
TEST(function_array, sincos_equals_sin_and_cos) {
  check_sincos<double>();
  check_sincos<float>();
}

TEST(function_array, refuses_what_cannot_be_right) {
  std::vector<double> a(10, 1.0), b(10, 2.0), out(9, 3.0);
  auto const untouched = out;
  auto const refused = [](auto call) {
    try {
      call();
    } catch (error const& e) {
      EXPECT_EQ(e.code(), status::invalid_argument);
      return std::string(e.what());
    }
    return std::string("not refused");
  };
  EXPECT_NE(refused([&] { cr::exp(a, out); }).find("10 numbers in, room for 9"), std::string::npos);
  EXPECT_EQ(out, untouched);
  EXPECT_NE(refused([&] { cr::pow(a, out, b); }).find("equal size"), std::string::npos);
  auto const whole = std::span(a);
  EXPECT_NE(refused([&] { cr::exp(whole.subspan(0, 9), whole.subspan(1, 9)); }).find("overlap"), std::string::npos);
  EXPECT_NE(refused([&] { cr::exp(whole.subspan(1, 9), whole.subspan(0, 9)); }).find("overlap"), std::string::npos);
  EXPECT_NE(refused([&] { cr::sincos(a, b, b); }).find("overlap"), std::string::npos);
  EXPECT_EQ(a, std::vector<double>(10, 1.0));
  EXPECT_NE(refused([&] {
              cr::exp(std::span<double const>(static_cast<double const*>(nullptr), 9), std::span(out));
            }).find("null"),
            std::string::npos);
  cr::exp(std::span<double const>(), std::span<double>());
}

}  // namespace
}  // namespace isobit::test
