// Few blocks, so that a warp has hundreds of batches: its sums fill up and are emptied, and their places move.
#include <isobit/cuda.hpp>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "cuda/device_vector.hpp"
#include "cuda/limited_blocks.hpp"
#include "cuda/many_inputs.hpp"
#include "cuda/same_state.hpp"

namespace isobit::test {
namespace {

/// A lane of two blocks has more doubles than fit a column without a carry.
constexpr std::size_t size = 1'200'007;

template <class T> T number(bool negative, int biased_exponent, std::uint64_t fraction) {
  using f = format<T>;
  using bits = typename f::bits_type;
  auto const magnitude = static_cast<bits>(bits(bits(biased_exponent) << f::stored_bits) |
                                           bits(fraction & (std::uint64_t{f::implicit_bit} - 1)));
  return from_bits<T>(negative ? bits(magnitude | f::sign_bit) : magnitude);
}

template <class T, class Make> std::vector<T> numbers(Make make) {
  std::vector<T> all;
  all.reserve(size);
  for (std::size_t i = 0; i < size; ++i) all.push_back(make(i));
  return all;
}

template <class T> void expect_bits_of_the_cpu(std::vector<T> const& x, std::vector<T> const& y) {
  device_vector const device_x(x), device_y(y);
  auto const sum_state = exact_sum(x);
  auto const dot_state = exact_dot(x, y);
  auto const sum_bits = sum(x), dot_bits = dot(x, y);
  cuda::workspace memory;
  for (int const blocks : {1, 2, 7}) {
    limited_blocks const limit(blocks);
    for (auto const with : {cuda::arithmetic::fastest, cuda::arithmetic::integers}) {
      SCOPED_TRACE(std::to_string(blocks) + " blocks" + (with == cuda::arithmetic::integers ? ", integers" : ""));
      cuda::on_stream const on(nullptr, memory, with);
      EXPECT_TRUE(same_bits(sum_bits, cuda::sum(device_x.view(), on)));
      EXPECT_TRUE(same_bits(dot_bits, cuda::dot(device_x.view(), device_y.view(), on)));
      cuda::accumulator values;
      values.add(device_x.view(), on);
      EXPECT_TRUE(same_state(sum_state, values.state()));
      cuda::basic_accumulator<std::remove_const_t<decltype(dot_state)>> products;
      products.add_products(device_x.view(), device_y.view(), on);
      EXPECT_TRUE(same_state(dot_state, products.state()));
    }
  }
}

template <class T> class cuda_grids : public testing::Test {};
using types = testing::Types<double, float, float16>;
TYPED_TEST_SUITE(cuda_grids, types);

// What fills a word of a column, or a running sum, soonest; at exponents that put the bits at any place of a word.
TYPED_TEST(cuda_grids, maximal_significands) {
  using T = TypeParam;
  constexpr int bits_of_a_word = sizeof(T) == sizeof(double) ? 52 : 32;
  auto const other = std::vector<T>(size, number<T>(false, format<T>::bias, ~std::uint64_t{0}));
  for (int place = 0; place < std::min(bits_of_a_word, format<T>::bias); place += 3) {
    SCOPED_TRACE("place " + std::to_string(place));
    auto const positive = std::vector<T>(size, number<T>(false, format<T>::bias + place, ~std::uint64_t{0}));
    auto const negative = std::vector<T>(size, negated(positive[0]));
    auto const alternating = numbers<T>([&](std::size_t i) { return i % 2 == 0 ? positive[i] : negative[i]; });
    expect_bits_of_the_cpu(positive, other);
    expect_bits_of_the_cpu(negative, other);
    expect_bits_of_the_cpu(alternating, other);
    if (testing::Test::HasFailure()) return;
  }
}

// Up and down the whole range, once slowly and ten times fast.
TYPED_TEST(cuda_grids, scales_that_rise_and_fall) {
  using T = TypeParam;
  random_source random(first_seed());
  constexpr std::size_t exponents = format<T>::max_biased - 1;
  for (std::size_t const times : {std::size_t{1}, std::size_t{10}}) {
    auto const wave = [&](std::size_t i) {
      std::size_t const place = i * 2 * times * exponents / size % (2 * exponents);
      auto const exponent = place < exponents ? place : 2 * exponents - 1 - place;
      return number<T>(random.coin(), static_cast<int>(exponent), random.next());
    };
    auto const x = numbers<T>(wave), y = numbers<T>(wave);
    auto const opposite = numbers<T>([&](std::size_t i) { return wave(i + size / (2 * times)); });
    expect_bits_of_the_cpu(x, y);
    expect_bits_of_the_cpu(x, opposite);
  }
}

TYPED_TEST(cuda_grids, wide_numbers) {
  using T = TypeParam;
  random_source random(first_seed());
  auto const wide = [&](std::size_t) {
    return number<T>(random.coin(), random.between(0, std::min(2000, format<T>::max_biased - 2)), random.next());
  };
  auto const x = numbers<T>(wide), y = numbers<T>(wide);
  expect_bits_of_the_cpu(x, y);
}

TYPED_TEST(cuda_grids, subnormals_and_infinities_after_them) {
  using T = TypeParam;
  random_source random(first_seed());
  auto const subnormal = [&](std::size_t) { return number<T>(random.coin(), 0, random.next()); };
  auto x = numbers<T>(subnormal);
  auto const y = numbers<T>([&](std::size_t) { return number<T>(random.coin(), format<T>::bias, random.next()); });
  expect_bits_of_the_cpu(x, y);
  x[size - 1] = from_bits<T>(format<T>::infinity);
  expect_bits_of_the_cpu(x, y);
  x[size - 2] = negated(x[size - 1]);
  expect_bits_of_the_cpu(x, y);
}

TYPED_TEST(cuda_grids, permutations_have_one_result) {
  using T = TypeParam;
  random_source random(first_seed());
  auto values = mixed_numbers<T>(random, 5000);
  for (T& x : values)
    if (is_nonfinite(x)) x = T{};
  auto const expected = exact_sum(values);
  cuda::workspace memory;
  for (int round = 0; round < 20; ++round) {
    limited_blocks const limit(random.between(1, 300));
    device_vector const device(values, random.below(4));
    cuda::accumulator total;
    total.add(device.view(), {nullptr, memory});
    ASSERT_TRUE(same_state(expected, total.state())) << "round " << round;
    ASSERT_TRUE(same_bits(sum(values), cuda::sum(device.view(), {nullptr, memory}))) << "round " << round;
    random.shuffle(std::span(values));
  }
}

}  // namespace
}  // namespace isobit::test
