// libisobit_mvec.so: every lane of every vector function, under every name, has the bits of the call of one number;
// whatever is in the other lanes, under every mask, in any floating-point environment, which it leaves as it was.
#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/math.hpp>

#include "common/vector_functions.hpp"
#include "math/arguments.hpp"
#include "math/functions.hpp"
#include "support/float_environment.hpp"

namespace isobit::test {
namespace {

using common::calls_of, common::known_vector_calls, common::vector_calls, common::vector_name;

constexpr std::uint64_t seed = 20261118;
constexpr std::size_t drawn = 1600;  // whole vectors of all sizes
constexpr int bounds_of_sleef = 4;

void* library() {
  static void* const opened = dlopen(std::getenv("ISOBIT_MVEC_LIBRARY"), RTLD_NOW | RTLD_LOCAL);
  return opened;
}

void* find(std::string const& symbol) {
  void* const found = dlsym(library(), symbol.c_str());
  EXPECT_NE(found, nullptr) << symbol;
  return found;
}

/// Ordinary numbers, so that vectors go through the kernels, and among them, one vector in four, any others; one in
/// eight is of the smallest that kernels take, whose powers underflow, and one reaches to where erfc vanishes.
template <class T> std::vector<T> draw(random_source& random, double low, double high) {
  std::vector<T> values(drawn);
  auto const uniform = [&] { return low + (high - low) * (static_cast<double>(random.next() >> 11) * 0x1p-53); };
  for (std::size_t i = 0; i < drawn; ++i) {
    bool const hard = i / 16 % 4 == 0 && (i / 64 % 2 == 0 || random.one_in(7));
    values[i] = hard ? draw_argument<T>(random, low, high) : static_cast<T>(uniform());
    if (i / 16 % 8 == 5) {
      int const least = sizeof(T) == sizeof(double) ? -250 : format<T>::min_exponent;
      values[i] = static_cast<T>(std::ldexp(random.coin() ? 1.25 : -1.25, random.between(least, least * 3 / 4)));
    }
    if (i / 16 % 8 == 6) values[i] = static_cast<T>(26.5 * random.between(0, 1000) / 1001);
  }
  using f = format<T>;
  using bits_type = typename f::bits_type;
  std::size_t at = 5;
  for (bits_type const bits : {bits_type(0), f::infinity, f::canonical_nan, bits_type(f::infinity + 1), bits_type(1),
                               bits_type(f::implicit_bit - 1), bits_type(f::infinity - 1)})
    for (bits_type const sign : {bits_type(0), f::sign_bit}) {
      values[at % drawn] = from_bits<T>(bits_type(bits | sign));
      at += 37;  // every lane in turn
    }
  return values;
}

/// body(first) for every vector, in every environment: unmasked exceptions too, which nothing may raise.
template <class Body> void in_every_environment(std::size_t lanes, std::string const& name, Body body) {
  float_environment const usual = read_environment();
  auto words = every_control_word();
#if defined(__x86_64__)
  words.push_back(0x1f80 & ~0x0e80u);  // invalid, division by zero, overflow and underflow are fatal
#endif
  for (auto const control : words)
    for (std::size_t first = 0; first < drawn; first += lanes) {
      float_environment const before{control, 0};
      write_environment(before);
      body(first);
      float_environment const after = read_environment();
      write_environment(usual);
      ASSERT_TRUE(undisturbed(before, after)) << name << ", control word 0x" << std::hex << control << ", vector from "
                                              << std::dec << first << ", flags " << after.flags << ", seed " << seed;
    }
}

template <class T>
void expect_same(std::string const& name, std::vector<T> const& x, std::vector<T> const& got,
                 std::vector<T> const& expected) {
  for (std::size_t i = 0; i < drawn; ++i)
    ASSERT_EQ(bits_of(got[i]), bits_of(expected[i]))
        << name << " of " << std::hexfloat << x[i] << ", lane " << std::dec << i << ", seed " << seed;
}

/// A mask of a few lanes, and of none and of all now and then.
std::vector<char> draw_mask(random_source& random) {
  std::vector<char> active(drawn);
  for (std::size_t i = 0; i < drawn; ++i)
    active[i] = i / 16 % 5 == 0 ? 0 : i / 16 % 5 == 1 ? 1 : static_cast<char>(random.coin());
  return active;
}

template <class T, class Call>
void expect_masked(std::string const& name, std::vector<T> const& expected, std::size_t lanes, Call call) {
  random_source random(seed);
  auto const active = draw_mask(random);
  std::vector<T> out(drawn);
  for (std::size_t first = 0; first < drawn; first += lanes) {
    bool mask[16];
    for (std::size_t i = 0; i < lanes; ++i) mask[i] = active[first + i] != 0;
    call(first, mask, out.data() + first);
  }
  for (std::size_t i = 0; i < drawn; ++i)
    if (active[i] != 0) {
      ASSERT_EQ(bits_of(out[i]), bits_of(expected[i])) << name << ", lane " << i << ", seed " << seed;
    }
}

template <class T, class Scalar> void check_unary(unary_function const& f, Scalar scalar) {
  random_source random(seed);
  auto const x = draw<T>(random, f.low, f.high);
  std::vector<T> expected(drawn), out(drawn);
  std::ranges::transform(x, expected.begin(), scalar);
  for (auto const* by : known_vector_calls()) {
    auto const& call = calls_of<T>(*by);
    std::size_t const lanes = by->bytes / sizeof(T);
    for (char const* letter = by->letters; *letter != 0; ++letter) {
      auto const name = vector_name<T>(*by, *letter, 'N', "v", f.name),
                 masked = vector_name<T>(*by, *letter, 'M', "v", f.name);
      void* const address = find(name);
      void* const with_mask = find(masked);
      if (address == nullptr || with_mask == nullptr) return;
      in_every_environment(lanes, name, [&](std::size_t i) { call.unary(address, x.data() + i, out.data() + i); });
      expect_same(name, x, out, expected);
      expect_masked<T>(masked, expected, lanes, [&](std::size_t i, bool const* mask, T* to) {
        call.masked_unary(with_mask, x.data() + i, mask, to);
      });
    }
  }
}

template <class T, class Scalar> void check_binary(binary_function const& f, Scalar scalar) {
  random_source random(seed);
  auto const x = draw<T>(random, f.low, f.high), y = draw<T>(random, -10, 10);
  std::vector<T> expected(drawn), out(drawn);
  for (std::size_t i = 0; i < drawn; ++i) expected[i] = scalar(x[i], y[i]);
  for (auto const* by : known_vector_calls()) {
    auto const& call = calls_of<T>(*by);
    std::size_t const lanes = by->bytes / sizeof(T);
    for (char const* letter = by->letters; *letter != 0; ++letter) {
      auto const name = vector_name<T>(*by, *letter, 'N', "vv", f.name),
                 masked = vector_name<T>(*by, *letter, 'M', "vv", f.name);
      void* const address = find(name);
      void* const with_mask = find(masked);
      if (address == nullptr || with_mask == nullptr) return;
      in_every_environment(lanes, name,
                           [&](std::size_t i) { call.binary(address, x.data() + i, y.data() + i, out.data() + i); });
      expect_same(name, x, out, expected);
      expect_masked<T>(masked, expected, lanes, [&](std::size_t i, bool const* mask, T* to) {
        call.masked_binary(with_mask, x.data() + i, y.data() + i, mask, to);
      });
    }
  }
}

TEST(vectors, of_one_argument) {
  ASSERT_NE(library(), nullptr) << dlerror();
#define ISOBIT_CHECK(f, T) check_unary<T>(unary(#f), [](T x) { return cr::f(x); });
#define ISOBIT_BOTH(f) ISOBIT_CHECK(f, double) ISOBIT_CHECK(f, float)
  ISOBIT_MATH_UNARY(ISOBIT_BOTH)
#undef ISOBIT_BOTH
#undef ISOBIT_CHECK
}

TEST(vectors, of_two_arguments) {
  ASSERT_NE(library(), nullptr) << dlerror();
#define ISOBIT_CHECK(f, T) check_binary<T>(binary(#f), [](T x, T y) { return cr::f(x, y); });
#define ISOBIT_BOTH(f) ISOBIT_CHECK(f, double) ISOBIT_CHECK(f, float)
  ISOBIT_MATH_BINARY(ISOBIT_BOTH)
#undef ISOBIT_BOTH
#undef ISOBIT_CHECK
}

template <class T> void check_sincos() {
  random_source random(seed);
  auto const x = draw<T>(random, -10, 10);
  std::vector<T> sine(drawn), cosine(drawn), sines(drawn), cosines(drawn);
  std::ranges::transform(x, sine.begin(), [](T v) { return cr::sin(v); });
  std::ranges::transform(x, cosine.begin(), [](T v) { return cr::cos(v); });
  // Results of lane i go to i from the end, for every lane has a pointer of its own.
  std::vector<T*> to_sines(drawn), to_cosines(drawn);
  for (std::size_t i = 0; i < drawn; ++i) to_sines[i] = &sines[drawn - 1 - i], to_cosines[i] = &cosines[drawn - 1 - i];
  for (auto const* by : known_vector_calls()) {
    auto const& call = calls_of<T>(*by);
    std::size_t const lanes = by->bytes / sizeof(T);
    for (char const* letter = by->letters; *letter != 0; ++letter) {
      auto const in_order = vector_name<T>(*by, *letter, 'N', sizeof(T) == 8 ? "vl8l8" : "vl4l4", "sincos");
      auto const by_pointers = vector_name<T>(*by, *letter, 'N', "vvv", "sincos");
      void* const linear = find(in_order);
      void* const scattered = find(by_pointers);
      if (linear == nullptr || scattered == nullptr) return;
      in_every_environment(lanes, in_order, [&](std::size_t i) {
        call.sincos_in_order(linear, x.data() + i, sines.data() + i, cosines.data() + i);
      });
      expect_same(in_order, x, sines, sine);
      expect_same(in_order, x, cosines, cosine);
      in_every_environment(lanes, by_pointers, [&](std::size_t i) {
        call.sincos_by_pointers(scattered, x.data() + i, to_sines.data() + i, to_cosines.data() + i);
      });
      std::ranges::reverse(sines);
      std::ranges::reverse(cosines);
      expect_same(by_pointers, x, sines, sine);
      expect_same(by_pointers, x, cosines, cosine);
    }
  }
}
TEST(vectors, sincos) {
  ASSERT_NE(library(), nullptr) << dlerror();
  check_sincos<double>();
  check_sincos<float>();
}

/// SLEEF's names: those of one and two arguments are other names of the same code.
template <class T> void check_sleef_pair(std::string const& name, auto first_of, auto second_of) {
  random_source random(seed);
  auto const x = draw<T>(random, -10, 10);
  std::vector<T> first(drawn), second(drawn), expected_first(drawn), expected_second(drawn);
  std::ranges::transform(x, expected_first.begin(), first_of);
  std::ranges::transform(x, expected_second.begin(), second_of);
  for (auto const* by : known_vector_calls()) {
    std::size_t const lanes = by->bytes / sizeof(T);
    for (int i = 0; i < bounds_of_sleef && by->sleef[i] != nullptr; ++i)
      for (char const* bound : {name == "sincos" ? "_u10" : "_u05", "_u35"}) {
        auto const symbol =
            "Sleef_" + name + (sizeof(T) == 8 ? "d" : "f") + std::to_string(lanes) + bound + by->sleef[i];
        void* const address = find(symbol);
        if (address == nullptr) return;
        in_every_environment(lanes, symbol, [&](std::size_t at) {
          calls_of<T>(*by).two_results(address, x.data() + at, first.data() + at, second.data() + at);
        });
        expect_same(symbol, x, first, expected_first);
        expect_same(symbol, x, second, expected_second);
      }
  }
}
TEST(vectors, sleefs_two_results) {
  ASSERT_NE(library(), nullptr) << dlerror();
  auto const sin = [](auto v) { return cr::sin(v); };
  auto const cos = [](auto v) { return cr::cos(v); };
  auto const sinpi = [](auto v) { return cr::sinpi(v); };
  auto const cospi = [](auto v) { return cr::cospi(v); };
  check_sleef_pair<double>("sincos", sin, cos);
  check_sleef_pair<float>("sincos", sin, cos);
  check_sleef_pair<double>("sincospi", sinpi, cospi);
  check_sleef_pair<float>("sincospi", sinpi, cospi);
}

TEST(vectors, sleefs_names_are_other_names) {
  ASSERT_NE(library(), nullptr) << dlerror();
  for (auto const* by : known_vector_calls())
    for (int i = 0; i < bounds_of_sleef && by->sleef[i] != nullptr; ++i) {
      std::string const set = by->sleef[i];
      auto const doubles = std::to_string(by->bytes / 8), floats = std::to_string(by->bytes / 4);
      char const letter = by->letters[0];
      EXPECT_EQ(find("Sleef_expd" + doubles + "_u10" + set), find(vector_name<double>(*by, letter, 'N', "v", "exp")));
      EXPECT_EQ(find("Sleef_sinf" + floats + "_u35" + set), find(vector_name<float>(*by, letter, 'N', "v", "sin")));
      EXPECT_EQ(find("Sleef_powd" + doubles + "_u10" + set), find(vector_name<double>(*by, letter, 'N', "vv", "pow")));
      EXPECT_EQ(find("Sleef_fastpowf" + floats + "_u3500" + set),
                find(vector_name<float>(*by, letter, 'N', "vv", "pow")));
      EXPECT_EQ(find("Sleef_erfcd" + doubles + "_u15" + set), find(vector_name<double>(*by, letter, 'N', "v", "erfc")));
      EXPECT_EQ(find("Sleef_tgammad" + doubles + "_u10" + set),
                find(vector_name<double>(*by, letter, 'N', "v", "tgamma")));
      EXPECT_EQ(find("Sleef_lgammaf" + floats + "_u10" + set),
                find(vector_name<float>(*by, letter, 'N', "v", "lgamma")));
    }
}

}  // namespace
}  // namespace isobit::test
