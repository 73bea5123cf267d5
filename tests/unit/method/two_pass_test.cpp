// Reducing with accumulators that need the largest magnitude first.
#include <isobit/method/reduce.hpp>

#include <gtest/gtest.h>

#include <isobit/method/prerounded.hpp>

#include "support/check.hpp"
#include "support/prerounded.hpp"

namespace isobit::test {
namespace {

template <class T> class two_pass_sums : public testing::Test {};
using elements = testing::Types<double, float>;
TYPED_TEST_SUITE(two_pass_sums, elements);

static_assert(std::same_as<default_plan<double_sweep<double>>, two_pass>);
static_assert(std::same_as<default_plan<single_sweep<double>>, any_order>);

/// So many parts, whatever the number of elements.
struct cut {
  std::size_t count;
  [[nodiscard]] std::size_t parts(std::size_t) const { return count; }
  void run(std::size_t parts, task_ref body) const {
    for (std::size_t part = 0; part < parts; ++part) body(part);
  }
};

TYPED_TEST(two_pass_sums, largest_magnitude_is_that_of_the_bits) {
  using T = TypeParam;
  for_each_data<T>(10, 3000, [](std::span<T const> values, random_source& random) {
    for (std::size_t parts : {std::size_t{1}, 1 + random.below(5)}) {
      T const found = detail::largest_magnitude<T>(cut{parts}, detail::input_of(values));
      ASSERT_TRUE(same_bits(largest_of(values), found));
    }
    vector_view<T const> const reversed = blas_vector(values.data(), std::ssize(values), -1);
    ASSERT_TRUE(same_bits(largest_of(values), detail::largest_magnitude<T>(serial(), reversed)));
  });
}

TEST(two_pass_sums_of_16_bits, largest_magnitude_is_widened) {
  std::vector<float16> const halves = {{0x3c00}, {0xc400}, {0x0001}};
  EXPECT_TRUE(same_bits(4.0f, detail::largest_magnitude<float>(serial(), detail::input_of(halves))));
  std::vector<bfloat16> const brains = {{0x3f80}, {0xc080}, {0x0001}};
  EXPECT_TRUE(same_bits(4.0f, detail::largest_magnitude<float>(serial(), detail::input_of(brains))));
  EXPECT_TRUE(same_bits(-3.0f, reduce<double_sweep<float, 2>>(halves, serial()).round()));
}

TYPED_TEST(two_pass_sums, a_guess_gives_the_state_of_two_passes) {
  using T = TypeParam;
  for_each_data<T>(15, 12000, [](std::span<T const> values, random_source& random) {
    for (std::size_t parts : {std::size_t{1}, 1 + random.below(6)}) {
      auto const reduced = [&] { return reduce<double_sweep<T, 2>>(values, cut{parts}); };
      if (!expected_double_sweep<T>(values, values.size(), 1)) {
        ASSERT_THROW((void)reduced(), error);
        continue;
      }
      double_sweep<T, 2> state(values.size(), largest_of(values));
      state.add(values);
      ASSERT_TRUE(state == reduced());
    }
  });
}

TYPED_TEST(two_pass_sums, a_wrong_guess_is_found_out_wherever_the_larger_numbers_are) {
  using T = TypeParam;
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(60); ++i) {
    SCOPED_TRACE(i);
    // Growing numbers start the sweep again and again; a single large one may be anywhere.
    std::vector<T> values(3000 + random.below(20000));
    bool const growing = random.coin();
    for (std::size_t j = 0; j < values.size(); ++j) {
      int const top = growing ? static_cast<int>(j / 1024) : 0;
      values[j] = random_number<T>(random, top - 5, top);
    }
    if (random.coin()) values[random.below(values.size())] = random_number<T>(random, 3, 30);
    if (random.one_in(5)) values[random.below(values.size())] = random_nan<T>(random);
    if (random.one_in(5)) values[random.below(values.size())] = infinite<T>(random.coin());
    std::span<T const> const view = values;
    double_sweep<T, 3> state(values.size(), largest_of(view));
    state.add(view);
    for (std::size_t parts : {1, 2, 7}) {
      bool const same = state == reduce<double_sweep<T, 3>>(view, cut{parts});
      ASSERT_TRUE(same);
    }
  }
}

TYPED_TEST(two_pass_sums, views_and_threads_give_the_same_state) {
  using T = TypeParam;
  for_each_data<T>(2, 30000, [](std::span<T const> values, random_source&) {
    if (!expected_double_sweep<T>(values, values.size(), 1) || !expected_single_sweep<T>(values, values.size(), 1))
      return;
    vector_view<T const> const reversed = blas_vector(values.data(), std::ssize(values), -1);
    auto const twice = reduce<double_sweep<T>>(values, serial());
    ASSERT_TRUE(twice == reduce<double_sweep<T>>(values, threads(3)));
    ASSERT_TRUE(twice == reduce<double_sweep<T>>(reversed, serial()));
    auto const single = reduce<single_sweep<T>>(values, serial());
    ASSERT_TRUE(single == reduce<single_sweep<T>>(values, threads(3)));
    ASSERT_TRUE(single == reduce<single_sweep<T>>(reversed, serial()));
  });
}

TYPED_TEST(two_pass_sums, nothing_is_no_problem) {
  using T = TypeParam;
  EXPECT_TRUE(same_bits(T{0}, reduce<double_sweep<T>>(std::vector<T>(), serial()).round()));
  EXPECT_TRUE(same_bits(T{0}, reduce<single_sweep<T>>(std::vector<T>(), serial()).round()));
}

}  // namespace
}  // namespace isobit::test
