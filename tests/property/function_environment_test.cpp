// The caller's rounding mode and flush-to-zero neither change a function's result nor are changed by it; no exception
// is left behind but inexact by a call of one number, and none by a call of an array.
#include <vector>

#include <gtest/gtest.h>

#include <isobit/math.hpp>

#include "math/arguments.hpp"
#include "math/functions.hpp"
#include "support/float_environment.hpp"

namespace isobit::test {
namespace {

constexpr std::uint64_t seed = 20261116;
constexpr std::size_t count = 400;

/// Drawn arguments, the last quarter of them subnormal numbers, signalling NaN and what overflows.
template <class T> std::vector<T> arguments() {
  random_source random(seed);
  std::vector<T> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(draw_argument<T>(random, -12, 12));
  using bits_type = typename format<T>::bits_type;
  for (std::size_t i = 0; i < count / 4; ++i)
    values.push_back(from_bits<T>(static_cast<bits_type>(random.next()) & (format<T>::implicit_bit - 1u)));
  for (bits_type const bits :
       {format<T>::infinity, bits_type(format<T>::infinity + 1), format<T>::canonical_nan, bits_type(0),
        format<T>::sign_bit, bits_type(format<T>::infinity - 1), bits_of(T(1)), bits_of(T(0.5)), bits_of(T(-1))})
    for (bits_type const sign : {bits_type(0), format<T>::sign_bit})
      values.push_back(from_bits<T>(bits_type(bits | sign)));
  return values;
}

template <class T> void expect_same(char const* name, T x, T y, T got, T expected, std::uint64_t control) {
  ASSERT_EQ(bits_of(got), bits_of(expected)) << name << "(" << x << ", " << y << ") with control word 0x" << std::hex
                                             << control << ", seed " << std::dec << seed;
}

/// call(values, i, result) for one number, and whole(values, results) for all of them.
template <class T, class Call, class Whole> void check(char const* name, Call call, Whole whole) {
  float_environment const usual = read_environment();
  auto const values = arguments<T>();
  std::size_t const n = values.size();
  std::vector<T> expected(n), results(n);
  for (std::size_t i = 0; i < n; ++i) expected[i] = call(values[i], values[n - 1 - i]);
  for (auto const control : every_control_word()) {
    for (std::uint64_t const flags : {std::uint64_t{0}, every_flag}) {
      float_environment const before{control, flags};
      for (std::size_t i = 0; i < n; ++i) {
        write_environment(before);
        T const got = call(values[i], values[n - 1 - i]);
        float_environment const after = read_environment();
        write_environment(usual);
        expect_same(name, values[i], values[n - 1 - i], got, expected[i], control);
        ASSERT_EQ(after.control, control) << name << "(" << values[i] << ")";
        ASSERT_EQ(after.flags & ~inexact_flag, flags & ~inexact_flag) << name << "(" << values[i] << ")";
        ASSERT_GE(after.flags, flags);
      }
      std::vector<T> const reversed(values.rbegin(), values.rend());
      write_environment(before);
      whole(std::span<T const>(values), std::span<T const>(reversed), std::span<T>(results));
      float_environment const after = read_environment();
      write_environment(usual);
      for (std::size_t i = 0; i < n; ++i) expect_same(name, values[i], reversed[i], results[i], expected[i], control);
      ASSERT_EQ(after, before) << name << " of an array";
    }
  }
}

#define ISOBIT_UNARY_OF(f, T) \
  check<T>(                   \
      #f, [](T x, T) { return cr::f(x); }, [](auto x, auto, auto out) { cr::f(serial(), x, out); });
#define ISOBIT_BINARY_OF(f, T) \
  check<T>(                    \
      #f, [](T x, T y) { return cr::f(x, y); }, [](auto x, auto y, auto out) { cr::f(serial(), x, y, out); });
#define ISOBIT_UNARY(f) ISOBIT_UNARY_OF(f, double) ISOBIT_UNARY_OF(f, float)
#define ISOBIT_BINARY(f) ISOBIT_BINARY_OF(f, double) ISOBIT_BINARY_OF(f, float)
#define ISOBIT_FLOAT(f) ISOBIT_UNARY_OF(f, float)

TEST(function_environment, neither_shows_nor_changes) {
  ISOBIT_MATH_UNARY(ISOBIT_UNARY)
  ISOBIT_MATH_BINARY(ISOBIT_BINARY)
  ISOBIT_MATH_FLOAT_ONLY(ISOBIT_FLOAT)
}

template <class T> void check_sincos() {
  std::vector<T> cosines(arguments<T>().size());
  check<T>(
      "sincos", [](T x, T) { return cr::sincos(x).sin; },
      [&](auto x, auto, auto out) { cr::sincos(serial(), x, out, std::span(cosines)); });
  check<T>(
      "sincos", [](T x, T) { return cr::sincos(x).cos; },
      [&](auto x, auto, auto out) { cr::sincos(serial(), x, std::span(cosines), out); });
}
TEST(function_environment, neither_shows_nor_changes_for_sincos) {
  check_sincos<double>();
  check_sincos<float>();
}

}  // namespace
}  // namespace isobit::test
