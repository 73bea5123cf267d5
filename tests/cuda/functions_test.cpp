#include <isobit/cuda/functions.hpp>

#include <fstream>

#include <gtest/gtest.h>

#include <isobit/error.hpp>
#include <isobit/math.hpp>

#include "cuda/function_arrays.hpp"
#include "golden/function_hashes.hpp"
#include "math/arguments.hpp"
#include "math/fast_tiers.hpp"

namespace isobit::test {
namespace {

/// Both calls of a function, and its fast tier: `on_gpu(in..., out)`, `on_cpu(in..., out)`.
#define ISOBIT_CALLS(f)                                                                     \
  [](auto... arrays) { cuda::cr::f(arrays...); }, [](auto... arrays) { cr::f(arrays...); }, \
      [](auto... x) { return math::ISOBIT_TARGET::fast_tier<math::ISOBIT_TARGET::f##_fast>(x...).holds; }

template <class T> std::vector<T> special_values() {
  std::vector<T> values = {T(0), T(1), T(2), T(3), T(0.5), T(27), T(1000), T(1e30), T(1e-30)};
  using f = format<T>;
  for (auto const bits :
       {typename f::bits_type(1), typename f::bits_type(f::implicit_bit - 1), f::implicit_bit,
        typename f::bits_type(f::infinity - 1), f::infinity, f::canonical_nan, typename f::bits_type(f::infinity + 1)})
    values.push_back(from_bits<T>(bits));
  for (std::size_t i = values.size(); i-- > 0;) values.push_back(negated(values[i]));
  return values;
}

/// Small integers, their powers and eighths, powers of two and of ten: results are often exact, or midpoints, which no
/// approximation settles.
template <class T> std::vector<T> exact_cases() {
  std::vector<T> values;
  for (int k = 1; k <= 400; ++k) {
    auto const n = static_cast<T>(k);
    values.insert(values.end(), {n, n / 8, n * n, n * n * n, 1 / (n * n), n + T(0.5)});
  }
  for (int k = format<T>::min_exponent; k < format<T>::max_exponent; ++k) values.push_back(std::ldexp(T(1), k));
  T power = 1;
  for (int k = 0; k <= 22; ++k, power *= 10) values.push_back(power);
  for (std::size_t i = values.size(); i-- > 0;) values.push_back(-values[i]);
  return values;
}

constexpr std::size_t drawn = 100'000, searched = 1'000'000;

/// Drawn arguments, every special value and exact case, and of many others those that the fast tier leaves open: so
/// every tier is reached, whatever the function.
template <class T> std::vector<T> arguments_of_one(unary_function const& f, auto settles) {
  random_source random(20);
  auto all = special_values<T>();
  auto const exact = exact_cases<T>();
  all.insert(all.end(), exact.begin(), exact.end());
  for (std::size_t i = 0; i < drawn; ++i) all.push_back(draw_argument<T>(random, f.low, f.high));
  for (std::size_t i = 0; i < searched; ++i)
    if (T const x = draw_argument<T>(random, f.low, f.high); !settles(x)) all.push_back(x);
  return all;
}

template <class T> void compare_unary(std::string_view name, auto on_gpu, auto on_cpu, auto settles) {
  auto const x = arguments_of_one<T>(unary(name), settles);
  std::vector<T> expected(x.size());
  on_cpu(std::span<T const>(x), std::span<T>(expected));
  device_vector<T> const in(x), out(std::vector<T>(x.size(), T(-77)));
  on_gpu(read(in, x.size()), write(out, x.size()));
  expect_same(name, expected, fetched(out.data(), x.size()));
}

template <class T> void compare_binary(std::string_view name, auto on_gpu, auto on_cpu, auto settles) {
  auto const f = binary(name);
  random_source random(21);
  std::vector<T> x, y;
  auto const add = [&](T a, T b) { x.push_back(a), y.push_back(b); };
  for (T const a : special_values<T>())
    for (T const b : special_values<T>()) add(a, b);
  auto const draw = [&] { return draw_argument<T>(random, f.low, f.high); };
  for (std::size_t i = 0; i < drawn; ++i) add(draw(), draw());
  // Exact powers and midpoints, and squares that add up to one.
  for (std::size_t i = 0; i < drawn / 10; ++i) {
    add(isobit::magnitude(short_number<T>(random, -6, 6)), T(random.between(-8, 8)) / 2);
    T const k = T(1 + random.below(500));
    add(T(3) * k, T(4) * k);
  }
  for (std::size_t i = 0; i < searched; ++i)
    if (T const a = draw(), b = draw(); !settles(a, b)) add(a, b);
  std::vector<T> expected(x.size());
  on_cpu(std::span<T const>(x), std::span<T const>(y), std::span<T>(expected));
  device_vector<T> const first(x), second(y), out(std::vector<T>(x.size(), T(-77)));
  on_gpu(read(first, x.size()), read(second, x.size()), write(out, x.size()));
  expect_same(name, expected, fetched(out.data(), x.size()));
}

#define ISOBIT_COMPARE(f) compare_unary<double>(#f, ISOBIT_CALLS(f));
TEST(cuda_functions, of_doubles_have_the_bits_of_the_cpu){ISOBIT_MATH_UNARY(ISOBIT_COMPARE)}
#undef ISOBIT_COMPARE
#define ISOBIT_COMPARE(f) compare_unary<float>(#f, ISOBIT_CALLS(f));
TEST(cuda_functions, of_floats_have_the_bits_of_the_cpu){ISOBIT_MATH_UNARY(ISOBIT_COMPARE)}
#undef ISOBIT_COMPARE
#define ISOBIT_COMPARE(f)                      \
  compare_binary<double>(#f, ISOBIT_CALLS(f)); \
  compare_binary<float>(#f, ISOBIT_CALLS(f));
TEST(cuda_functions, of_two_numbers_have_the_bits_of_the_cpu) {
  ISOBIT_MATH_BINARY(ISOBIT_COMPARE)
}
#undef ISOBIT_COMPARE

template <class T> void compare_sincos() {
  std::string_view const name = "sincos";
  auto const x = arguments_of_one<T>(unary("sin"), [](T a) {
    using namespace math::ISOBIT_TARGET;
    return fast_tier<sin_fast>(a) && fast_tier<cos_fast>(a);
  });
  std::vector<T> sines(x.size()), cosines(x.size());
  cr::sincos(x, sines, cosines);
  device_vector<T> const in(x), out(x);
  cuda::cr::sincos(read(in, x.size()), write(out, x.size()), write(in, x.size()));  // the cosines in place
  expect_same(name, sines, fetched(out.data(), x.size()));
  expect_same(name, cosines, fetched(in.data(), x.size()));
}
TEST(cuda_functions, sincos_has_the_bits_of_the_cpu) {
  compare_sincos<double>();
  compare_sincos<float>();
}

/// The hashes that MPFR's results have.
struct golden_lines {
  std::vector<std::string> all;
  golden_lines() {
    std::ifstream file(ISOBIT_GOLDEN_FOLDER "/functions.txt");
    for (std::string line; std::getline(file, line);) all.push_back(line);
  }
  void expect(std::string const& line) const { EXPECT_NE(std::find(all.begin(), all.end(), line), all.end()) << line; }
};

template <class T>
void compare_golden(golden_lines const& lines, std::string_view name, bool two, auto const& f, auto on_gpu) {
  lines.expect(golden::hash_line<T>(name, two, f.low, f.high, golden::all_arguments, [&](auto const& x, auto const& y) {
    device_vector<T> const in(x), second(y);
    if constexpr (requires { on_gpu(read(in, 0), write(in, 0)); })
      on_gpu(read(in, x.size()), write(in, x.size()));
    else
      on_gpu(read(in, x.size()), read(second, x.size()), write(in, x.size()));
    return fetched(in.data(), x.size());
  }));
}

TEST(cuda_functions, have_the_golden_bits) {
  golden_lines const lines;
#define ISOBIT_COMPARE(f, T, two)                        \
  compare_golden<T>(lines, #f, two, two##_arguments(#f), \
                    [](auto... arrays) -> decltype(cuda::cr::f(arrays...)) { cuda::cr::f(arrays...); });
  auto const false_arguments = [](std::string_view name) { return unary(name); };
  auto const true_arguments = [](std::string_view name) { return binary(name); };
#define ISOBIT_BOTH(f) ISOBIT_COMPARE(f, double, false) ISOBIT_COMPARE(f, float, false)
  ISOBIT_MATH_UNARY(ISOBIT_BOTH)
#undef ISOBIT_BOTH
#define ISOBIT_BOTH(f) ISOBIT_COMPARE(f, double, true) ISOBIT_COMPARE(f, float, true)
  ISOBIT_MATH_BINARY(ISOBIT_BOTH)
#undef ISOBIT_BOTH
#undef ISOBIT_COMPARE
}

TEST(cuda_functions, arrays_of_any_size_and_place) {
  random_source random(22);
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  for (std::size_t const n : {0, 1, 31, 32, 33, 127, 129, 5000, 135'168, 135'169, 400'001})
    for (std::size_t const offset : {0, 1, 3}) {
      std::vector<double> x(n + 2), expected(n);
      for (double& value : x) value = random.one_in(3) ? 0.0 : draw_argument<double>(random, -10, 10);
      cr::log1p(std::span<double const>(x).subspan(1, n), expected);
      device_vector<double> const in(x, offset), out(x, 3 - offset);
      cuda::cr::log1p({in.data() + 1, n}, {out.data() + 1, n}, stream);
      cuda::cr::log1p({in.data() + 1, n}, {in.data() + 1, n}, stream);
      cudaStreamSynchronize(stream);
      for (auto const* place : {&in, &out}) {
        auto const all = fetched(place->data(), n + 2);
        expect_same("log1p", expected, std::vector<double>(all.begin() + 1, all.end() - 1));
        EXPECT_EQ(bits_of(all.front()), bits_of(x.front()));
        EXPECT_EQ(bits_of(all.back()), bits_of(x.back()));
      }
    }
  cudaStreamDestroy(stream);
}

TEST(cuda_functions, refuse_arrays_that_do_not_fit) {
  device_vector<double> const x(std::vector<double>(8, 1.0));
  std::vector<double> host(8, 1.0);
  auto const in = read(x, 8);
  EXPECT_THROW(cuda::cr::exp(in, write(x, 7)), error);
  EXPECT_THROW(cuda::cr::exp(in.first(4), {x.data() + 1, 4}), error);
  EXPECT_THROW(cuda::cr::exp({static_cast<double const*>(nullptr), 8}, write(x, 8)), error);
  EXPECT_THROW(cuda::cr::exp(host, write(x, 8)), error);
  EXPECT_THROW(cuda::cr::pow(in, in, host), error);
  EXPECT_THROW(cuda::cr::sincos(in.first(4), {x.data(), 4}, {x.data() + 2, 4}), error);
  EXPECT_EQ(fetched(x.data(), 8), host);
}

}  // namespace
}  // namespace isobit::test
