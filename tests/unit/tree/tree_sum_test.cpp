#include "tree/tree_sum.hpp"

#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/driver/executor.hpp>
#include <isobit/tree/fixed_tree.hpp>

#include "reference/tree.hpp"
#include "support/check.hpp"
#include "support/float_environment.hpp"
#include "support/shapes.hpp"

namespace isobit::test {
namespace {

template <class T> T expected_sum(std::span<T const> values) {
  if (values.empty()) return T{};
  return canonical(reference::tree(values, std::plus<T>()));
}

template <class T> class tree_sum_of : public testing::Test {};
using types = testing::Types<double, float>;
TYPED_TEST_SUITE(tree_sum_of, types);

TYPED_TEST(tree_sum_of, every_kind_of_data_is_the_recursion_on_every_machine) {
  using T = TypeParam;
  for_each_data<T>(60, 20000, [](std::span<T const> values, random_source& random) {
    T const expected = expected_sum(values);
    std::size_t const shift = random.below(16);
    std::vector<T> shifted(values.size() + shift);
    std::copy(values.begin(), values.end(), shifted.begin() + static_cast<std::ptrdiff_t>(shift));
    strided_copy<T> const apart(values, random.coin() ? 3 : -2, random);
    std::size_t const parts = random.below(9) + 1;
    executor const pool(parts, [](std::size_t count, task_ref body) {
      for (std::size_t part = count; part > 0; --part) body(part - 1);
    });
    for (auto set : available_instruction_sets()) {
      SCOPED_TRACE(name(set));
      auto const& kernels = *trees::kernels_for(set);
      vector_view<T const> const view(shifted.data() + shift, std::ssize(values));
      EXPECT_TRUE(same_bits(expected, trees::tree_sum(kernels, serial(), view)));
      EXPECT_TRUE(same_bits(expected, trees::tree_sum(kernels, serial(), apart.view())));
      EXPECT_TRUE(same_bits(expected, trees::tree_sum(kernels, pool, view)));
      EXPECT_TRUE(same_bits(expected, trees::tree_sum(kernels, pool, apart.view())));
    }
  });
}

TYPED_TEST(tree_sum_of, every_small_count_is_the_recursion_on_every_machine) {
  using T = TypeParam;
  random_source random(1);
  std::vector<T> values(1200);
  for (auto& x : values) x = random_number<T>(random, -10, 10);
  for (auto set : available_instruction_sets()) {
    SCOPED_TRACE(name(set));
    auto const& kernels = *trees::kernels_for(set);
    for (std::size_t count = 0; count <= values.size(); ++count) {
      auto const some = std::span<T const>(values).first(count);
      ASSERT_TRUE(same_bits(expected_sum(some), trees::tree_sum(kernels, serial(), detail::input_of(some)))) << count;
    }
  }
}

TYPED_TEST(tree_sum_of, every_place_of_a_piece_merges_to_the_same_bits) {
  using T = TypeParam;
  random_source random(2);
  for (int i = 0; i < 200; ++i) {
    std::vector<T> values(random.below(9000) + 1);
    for (auto& x : values) x = random_number<T>(random, -10, 10);
    std::span<T const> const all = values;
    std::size_t const total = all.size(), a = random.below(total + 1), b = a + random.below(total - a + 1);
    auto left = tree_sum_part(all.first(a), {.first = 0, .total = total});
    auto const middle = tree_sum_part(all.subspan(a, b - a), {.first = a, .total = total}, threads(3));
    auto const right = tree_sum_part(all.subspan(b), {.first = b, .total = total});
    left.merge(middle);
    left.merge(right);
    ASSERT_TRUE(same_bits(expected_sum(all), left.result())) << total << " " << a << " " << b;
  }
  std::vector<T> const three(3);
  EXPECT_THROW((void)tree_sum_part(three, {.first = 2, .total = 4}), error);
  EXPECT_THROW((void)tree_sum_part(three, {.first = 5, .total = 4}), error);
}

TYPED_TEST(tree_sum_of, the_environment_does_not_show) {
  using T = TypeParam;
  for_each_data<T>(5, 3000, [](std::span<T const> values, random_source&) {
    T const expected = expected_sum(values);
    auto const before = read_environment();
    for (auto control : every_control_word()) {
      float_environment const set{control, inexact_flag};
      write_environment(set);
      T const serial_sum = tree_sum(values, serial()), parallel_sum = tree_sum(values, threads(3));
      auto part = tree_sum_part(values.first(values.size() / 3), {.first = 0, .total = values.size()});
      part.merge(tree_sum_part(values.subspan(values.size() / 3), {values.size() / 3, values.size()}));
      T const merged = values.empty() ? T{} : part.result();
      auto const after = read_environment();
      write_environment(before);
      ASSERT_TRUE(undisturbed(set, after));
      ASSERT_TRUE(same_bits(expected, serial_sum));
      ASSERT_TRUE(same_bits(expected, parallel_sum));
      ASSERT_TRUE(same_bits(expected, merged));
    }
  });
}

TYPED_TEST(tree_sum_of, is_tree_reduce_with_plus) {
  using T = TypeParam;
  random_source random(3);
  std::vector<T> values(12345);
  for (auto& x : values) x = random_number<T>(random, -10, 10);
  EXPECT_TRUE(same_bits(tree_reduce(values, std::plus<>()), tree_sum(values)));
  EXPECT_TRUE(same_bits(tree_reduce(values, std::plus<>()), tree_reduce(values, tree_addition<T>())));
}

TEST(tree_sum, widens_halves) {
  random_source random(4);
  for (std::size_t size : {0u, 1u, 7u, 300u, 5000u}) {
    auto const halves = random_halves<float16>(random, size);
    auto const brains = random_halves<bfloat16>(random, size);
    std::vector<float> wide_halves, wide_brains;
    for (auto x : halves) wide_halves.push_back(widen(x));
    for (auto x : brains) wide_brains.push_back(widen(x));
    EXPECT_TRUE(same_bits(expected_sum<float>(wide_halves), tree_sum(halves)));
    EXPECT_TRUE(same_bits(expected_sum<float>(wide_brains), tree_sum(brains, threads(2))));
  }
}

TEST(tree_sum, keeps_the_sign_of_zeros_and_forgets_that_of_nan) {
  for (std::size_t count = 1; count < 700; ++count) {
    std::vector<double> values(count, -0.0);
    ASSERT_TRUE(same_bits(-0.0, tree_sum(values))) << count;
    values[count / 2] = 0.0;
    ASSERT_TRUE(same_bits(0.0, tree_sum(values))) << count;
    values[count / 3] = from_bits<double>(0xfff0'0000'0000'0001);
    ASSERT_TRUE(same_bits(from_bits<double>(format<double>::canonical_nan), tree_sum(values))) << count;
  }
}

}  // namespace
}  // namespace isobit::test
