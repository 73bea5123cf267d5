// The functions for C are those for C++, and refuse what those refuse.
#include <isobit/math.h>

#include <complex>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/math.hpp>

#include "math/registry.hpp"
#include "support/check.hpp"

namespace isobit::test {
namespace {

template <class T> struct c_unary {
  char const* name;
  T (*scalar)(T);
  isobit_status (*array)(T const*, T*, std::size_t);
  T (*expected)(T);
};
template <class T> struct c_binary {
  char const* name;
  T (*scalar)(T, T);
  isobit_status (*array)(T const*, T const*, T*, std::size_t);
  T (*expected)(T, T);
};

#define ISOBIT_ENTRY(f) {#f, isobit_cr_##f, isobit_cr_##f##_array, [](auto... x) { return cr::f(x...); }},
#define ISOBIT_ENTRY_F(name) \
  {#name "f", isobit_cr_##name##f, isobit_cr_##name##f_array, [](auto... x) { return cr::name(x...); }},
c_unary<double> const of_double[] = {ISOBIT_MATH_UNARY(ISOBIT_ENTRY)};
c_unary<float> const of_float[] = {ISOBIT_MATH_UNARY(ISOBIT_ENTRY_F)};
c_binary<double> const of_doubles[] = {ISOBIT_MATH_BINARY(ISOBIT_ENTRY)};
c_binary<float> const of_floats[] = {ISOBIT_MATH_BINARY(ISOBIT_ENTRY_F)};
#undef ISOBIT_ENTRY_F
#undef ISOBIT_ENTRY

template <class T>
std::vector<T> const arguments = {T(0.1), T(0.7), T(1.3), T(-0.4), T(2.5), T(-3.7), T(11), T(0), T(1e3)};
template <class T> std::vector<T> const others = {T(1.1), T(-2), T(0.3), T(3), T(-0.5), T(2), T(0.25), T(1), T(0.7)};

template <class T> void expect_same(c_unary<T> const& each) {
  SCOPED_TRACE(each.name);
  auto const& x = arguments<T>;
  std::vector<T> out(x.size()), expected;
  ASSERT_EQ(each.array(x.data(), out.data(), x.size()), ISOBIT_OK);
  for (T const one : x) {
    expected.push_back(each.expected(one));
    EXPECT_TRUE(same_bits(expected.back(), each.scalar(one))) << hexadecimal(one);
  }
  EXPECT_TRUE(same_bits(expected, out));

  EXPECT_EQ(each.array(nullptr, nullptr, 0), ISOBIT_OK);
  EXPECT_EQ(each.array(nullptr, out.data(), 1), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(each.array(x.data(), nullptr, 1), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(each.array(x.data(), out.data(), std::size_t{0} - 1), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(each.array(out.data(), out.data() + 1, 4), ISOBIT_INVALID_ARGUMENT);
  EXPECT_TRUE(same_bits(expected, out)) << "something was written";
  std::vector<T> in_place = x;
  EXPECT_EQ(each.array(in_place.data(), in_place.data(), x.size()), ISOBIT_OK);
  EXPECT_TRUE(same_bits(expected, in_place));
}

template <class T> void expect_same(c_binary<T> const& each) {
  SCOPED_TRACE(each.name);
  auto const &x = arguments<T>, &y = others<T>;
  std::vector<T> out(x.size()), expected;
  ASSERT_EQ(each.array(x.data(), y.data(), out.data(), x.size()), ISOBIT_OK);
  for (std::size_t i = 0; i < x.size(); ++i) {
    expected.push_back(each.expected(x[i], y[i]));
    EXPECT_TRUE(same_bits(expected.back(), each.scalar(x[i], y[i]))) << hexadecimal(x[i]) << " " << hexadecimal(y[i]);
  }
  EXPECT_TRUE(same_bits(expected, out));

  EXPECT_EQ(each.array(nullptr, nullptr, nullptr, 0), ISOBIT_OK);
  EXPECT_EQ(each.array(nullptr, y.data(), out.data(), 1), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(each.array(x.data(), nullptr, out.data(), 1), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(each.array(x.data(), y.data(), nullptr, 1), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(each.array(x.data(), out.data(), out.data() + 1, 4), ISOBIT_INVALID_ARGUMENT);
  EXPECT_TRUE(same_bits(expected, out)) << "something was written";
}

TEST(c_math, has_the_functions_of_cpp) {
  for (auto const& each : of_double) expect_same(each);
  for (auto const& each : of_float) expect_same(each);
  for (auto const& each : of_doubles) expect_same(each);
  for (auto const& each : of_floats) expect_same(each);
}

template <class T, class Scalar, class Array> void expect_sines_and_cosines(Scalar scalar, Array array) {
  auto const& x = arguments<T>;
  std::vector<T> sines(x.size()), cosines(x.size());
  ASSERT_EQ(array(x.data(), sines.data(), cosines.data(), x.size()), ISOBIT_OK);
  for (std::size_t i = 0; i < x.size(); ++i) {
    T sine = 0, cosine = 0;
    scalar(x[i], &sine, &cosine);
    EXPECT_TRUE(same_bits(cr::sin(x[i]), sine));
    EXPECT_TRUE(same_bits(cr::cos(x[i]), cosine));
    EXPECT_TRUE(same_bits(sine, sines[i]));
    EXPECT_TRUE(same_bits(cosine, cosines[i]));
  }
  EXPECT_EQ(array(x.data(), sines.data(), sines.data(), 1), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(array(x.data(), sines.data(), nullptr, 1), ISOBIT_INVALID_ARGUMENT);
}

TEST(c_math, rounds_in_every_direction) {
  double const x[] = {1.5, -2.5}, y[] = {0.3, 3};
  std::int64_t const n[] = {7, -3};
  for (int i = 0; i <= ISOBIT_TO_ODD; ++i) {
    auto const direction = static_cast<isobit_rounding>(i);
    auto const mode = static_cast<rounding>(i);
    double out[2];
    EXPECT_TRUE(same_bits(cr::exp(1.5, mode), isobit_cr_exp_rounded(1.5, direction)));
    EXPECT_TRUE(same_bits(cr::pow(1.5f, 0.3f, mode), isobit_cr_powf_rounded(1.5f, 0.3f, direction)));
    EXPECT_TRUE(same_bits(cr::rootn(1.5, 7, mode), isobit_cr_rootn_rounded(1.5, 7, direction)));
    ASSERT_EQ(isobit_cr_exp_array_rounded(x, out, 2, direction), ISOBIT_OK);
    EXPECT_TRUE(same_bits(cr::exp(-2.5, mode), out[1]));
    ASSERT_EQ(isobit_cr_pow_array_rounded(x, y, out, 2, direction), ISOBIT_OK);
    EXPECT_TRUE(same_bits(cr::pow(-2.5, 3.0, mode), out[1]));
    ASSERT_EQ(isobit_cr_pown_array_rounded(x, n, out, 2, direction), ISOBIT_OK);
    EXPECT_TRUE(same_bits(cr::pown(-2.5, -3, mode), out[1]));
  }
  EXPECT_NE(cr::exp(1.5, rounding::upward), cr::exp(1.5, rounding::downward));
  for (int const none : {-1, 5}) {
    auto const direction = static_cast<isobit_rounding>(none);
    double out[2] = {77, 77};
    EXPECT_TRUE(is_nan(isobit_cr_exp_rounded(1.5, direction)));
    EXPECT_TRUE(is_nan(isobit_cr_pown_rounded(1.5, 2, direction)));
    EXPECT_EQ(isobit_cr_exp_array_rounded(x, out, 2, direction), ISOBIT_INVALID_ARGUMENT);
    EXPECT_EQ(isobit_cr_pown_array_rounded(x, n, out, 2, direction), ISOBIT_INVALID_ARGUMENT);
    EXPECT_EQ(out[0], 77);
  }
}

TEST(c_math, refuses_integers_as_it_refuses_numbers) {
  double const x[] = {1.5, 2.5};
  union {
    std::int64_t integers[2];
    double numbers[2];
  } shared = {{2, 3}};
  double out[2] = {77, 77};
  EXPECT_EQ(isobit_cr_pown_array(x, nullptr, out, 2), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_cr_pown_array(x, shared.integers, shared.numbers, 2), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_cr_pown_array(nullptr, nullptr, nullptr, 0), ISOBIT_OK);
  EXPECT_EQ(out[0], 77);
  EXPECT_EQ(isobit_cr_pown_array(x, shared.integers, out, 2), ISOBIT_OK);
  EXPECT_EQ(out[1], 15.625);
}

TEST(c_math, has_sincos) {
  expect_sines_and_cosines<double>(isobit_cr_sincos, isobit_cr_sincos_array);
  expect_sines_and_cosines<float>(isobit_cr_sincosf, isobit_cr_sincosf_array);
}

TEST(c_math, has_the_operations_of_ieee) {
  EXPECT_TRUE(same_bits(cr::sqrt(2.0), isobit_cr_sqrt(2.0)));
  EXPECT_TRUE(same_bits(cr::sqrt(2.0f), isobit_cr_sqrtf(2.0f)));
  EXPECT_TRUE(same_bits(cr::divide(1.0, 3.0), isobit_cr_divide(1.0, 3.0)));
  EXPECT_TRUE(same_bits(cr::divide(1.0f, 3.0f), isobit_cr_dividef(1.0f, 3.0f)));
  EXPECT_TRUE(same_bits(cr::fma(0.1, 10.0, -1.0), isobit_cr_fma(0.1, 10.0, -1.0)));
  EXPECT_TRUE(same_bits(cr::fma(0.1f, 10.0f, -1.0f), isobit_cr_fmaf(0.1f, 10.0f, -1.0f)));
}

TEST(c_math, has_sixteen_bits) {
  EXPECT_EQ(isobit_cr_exp_float16(0x3c00), 0x4170);
  EXPECT_EQ(isobit_cr_exp_bfloat16(0x3f80), cr::exp(bfloat16{0x3f80}).bits);
  EXPECT_EQ(isobit_cr_pow_float16(0x4000, 0x3800), cr::pow(float16{0x4000}, float16{0x3800}).bits);
  EXPECT_EQ(isobit_cr_exp_float16_rounded(0x3c00, ISOBIT_DOWNWARD), 0x416f);
  EXPECT_EQ(isobit_cr_exp_float16_rounded(0x3c00, static_cast<isobit_rounding>(17)), format<float16>::canonical_nan);
  std::uint16_t const in[] = {0x0000, 0x3c00}, powers[] = {0x4000, 0x4000};
  std::uint16_t out[2] = {};
  EXPECT_EQ(isobit_cr_exp_float16_array(in, out, 2), ISOBIT_OK);
  EXPECT_EQ(out[0], 0x3c00);
  EXPECT_EQ(out[1], 0x4170);
  EXPECT_EQ(isobit_cr_exp_float16_array_rounded(in, out, 2, ISOBIT_DOWNWARD), ISOBIT_OK);
  EXPECT_EQ(out[1], 0x416f);
  EXPECT_EQ(isobit_cr_pow_float16_array(powers, in, out, 2), ISOBIT_OK);
  EXPECT_EQ(out[1], 0x4000);
  EXPECT_EQ(isobit_cr_exp_float16_array(nullptr, out, 2), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_cr_exp_float16_array_rounded(in, out, 2, static_cast<isobit_rounding>(17)), ISOBIT_INVALID_ARGUMENT);
}

TEST(c_math, has_complex_functions) {
  auto const expect = [](auto c, auto cpp, auto z) {
    auto const expected = cpp(z);
    c(&z, &z);
    EXPECT_TRUE(same_bits(z.real(), expected.real()));
    EXPECT_TRUE(same_bits(z.imag(), expected.imag()));
  };
#define ISOBIT_EXPECT(name)                                                                                        \
  expect(                                                                                                          \
      isobit_cr_c##name, [](std::complex<double> const& z) { return cr::name(z); }, std::complex<double>(0.3, 2)); \
  expect(                                                                                                          \
      isobit_cr_c##name##f, [](std::complex<float> const& z) { return cr::name(z); }, std::complex<float>(0.3f, 2));
  ISOBIT_EXPECT(exp)
  ISOBIT_EXPECT(log)
  ISOBIT_EXPECT(sqrt)
  ISOBIT_EXPECT(sin)
  ISOBIT_EXPECT(cos)
  ISOBIT_EXPECT(tan)
  ISOBIT_EXPECT(asin)
  ISOBIT_EXPECT(acos)
  ISOBIT_EXPECT(atan)
  ISOBIT_EXPECT(sinh)
  ISOBIT_EXPECT(cosh)
  ISOBIT_EXPECT(tanh)
  ISOBIT_EXPECT(asinh)
  ISOBIT_EXPECT(acosh)
  ISOBIT_EXPECT(atanh)
#undef ISOBIT_EXPECT
  double const z[] = {3, 4}, w[] = {1.5, 0};
  double out[2];
  isobit_cr_cpow(z, w, out);
  EXPECT_EQ(out[0], 2);
  EXPECT_EQ(out[1], 11);
  float const narrow_z[] = {3, 4}, narrow_w[] = {1.5, 0};
  float narrow[2];
  isobit_cr_cpowf(narrow_z, narrow_w, narrow);
  EXPECT_EQ(narrow[1], 11);
}

// For a caller that has no way to be told of an error.
static_assert(noexcept(cr::exp(1.0)) && noexcept(cr::exp(1)) && noexcept(cr::pow(1.0f,
                                                                                 2.0f)) && noexcept(cr::sincos(1.0)));
static_assert(noexcept(cr::sqrt(1.0)) && noexcept(cr::fma(1.0f, 2.0f, 3.0f)) && noexcept(cr::divide(1.0, 2.0)));

// In a process of its own, since the first call decides.
TEST(c_math, goes_on_without_the_forced_instruction_set) {
#ifndef __x86_64__
  GTEST_SKIP() << "under an emulator a program cannot start itself";
#endif
  auto const call_twice = [] {
    setenv("ISOBIT_FORCE_ISA", "abacus", 1);
    double const in[] = {1.5};
    double out[] = {0};
    bool const refused = isobit_cr_exp_array(in, out, 1) == ISOBIT_UNSUPPORTED && out[0] == 0;
    bool const in_c = isobit_cr_exp(0.0) == 1 && isobit_cr_expf(0.0f) == 1;
    bool const in_cpp = cr::exp(0.0) == 1 && cr::pow(1.0, 2.0) == 1 && cr::sincos(0.0f).cos == 1;
    std::exit(refused && in_c && in_cpp ? 0 : 1);
  };
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(call_twice(), testing::ExitedWithCode(0), "^isobit: ISOBIT_FORCE_ISA=abacus [^\n]*; using [a-z0-9]+\n$");
}

TEST(registry, finds_every_function) {
  EXPECT_EQ(math::all_functions().size(), std::size(of_float) + std::size(of_floats));
  for (auto const& each : math::all_functions()) EXPECT_EQ(math::find_function(each.name), &each);
  EXPECT_EQ(math::find_function("expf"), nullptr);
  EXPECT_EQ(math::find_function(""), nullptr);

  auto const& table = math::functions();
  auto const& exp = *math::find_function("exp");
  EXPECT_EQ(exp.arguments, 1);
  EXPECT_TRUE(same_bits(cr::exp(1.5), (table.*exp.of_double).scalar(1.5)));
  EXPECT_TRUE(same_bits(cr::exp(1.5f), (table.*exp.of_float).scalar(1.5f)));
  EXPECT_TRUE(same_bits(cr::exp(1.5), exp.exact_of_double(1.5, rounding::nearest_even)));
  auto const& pow = *math::find_function("pow");
  EXPECT_EQ(pow.arguments, 2);
  EXPECT_TRUE(same_bits(cr::pow(1.5, 0.7), (table.*pow.of_doubles).scalar(1.5, 0.7)));
  EXPECT_TRUE(same_bits(cr::pow(1.5f, 0.7f), (table.*pow.of_floats).scalar(1.5f, 0.7f)));
}

}  // namespace
}  // namespace isobit::test
