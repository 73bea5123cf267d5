// The magnitudes and the products that a binned state takes are those of the definition: |x|, and for every product the
// rounded one and what the rounding lost.
#include <gtest/gtest.h>

#include "support/bin_data.hpp"
#include "support/binned.hpp"

namespace isobit::test {
namespace {

template <class T> class binned_products : public testing::Test {};
TYPED_TEST_SUITE(binned_products, bin_widths);

TYPED_TEST(binned_products, magnitudes_are_those_of_the_definition) {
  using T = typename TypeParam::type;
  constexpr int width = TypeParam::width;
  auto const check = [](std::span<T const> values, random_source&) {
    reference::bins<T> expected(width);
    for (T x : values) expected.add(is_negative(x) ? negated(x) : x);
    for_each_bin_count([&]<int K>() {
      binned<T, K, width> state;
      state.add_magnitudes(values);
      ASSERT_TRUE(is_defined_as(expected, state)) << K << " bins";
    });
  };
  for_each_data<T>(20, 600, check);
  for_each_bin_data<T>(width, 40, 200, check);
}

TYPED_TEST(binned_products, are_those_of_the_definition) {
  using T = typename TypeParam::type;
  constexpr int width = TypeParam::width;
  for_each_pair<T>(3, 80, [](auto x, auto y, auto&) {
    reference::bins<T> expected(width);
    for (std::size_t i = 0; i < x.size(); ++i) add_product(expected, x[i], y[i]);
    for_each_bin_count([&]<int K>() {
      binned<T, K, width> state;
      state.add_products(x, y);
      ASSERT_TRUE(is_defined_as(expected, state)) << K << " bins";
    });
  });
}

// Products across the ends of the range: subnormal rests, rests that vanish, products that overflow.
TYPED_TEST(binned_products, are_those_of_the_definition_at_the_ends_of_the_range) {
  using T = typename TypeParam::type;
  constexpr int width = TypeParam::width;
  random_source random(first_seed());
  for (int middle : {format<T>::min_exponent / 2, format<T>::max_exponent / 2}) {
    for (std::size_t i = 0; i < scaled_count(40); ++i) {
      std::vector<T> x, y;
      for (auto n = random.below(60); n > 0; --n) {
        x.push_back(random_number<T>(random, middle - 30, middle + 30));
        y.push_back(random_number<T>(random, middle - 30, middle + 30));
        if (middle > 0 && !random.one_in(20)) y.back() = T(1);
      }
      reference::bins<T> expected(width);
      for (std::size_t j = 0; j < x.size(); ++j) add_product(expected, x[j], y[j]);
      for_each_bin_count([&]<int K>() {
        binned<T, K, width> state;
        state.add_products(x, y);
        ASSERT_TRUE(is_defined_as(expected, state)) << K << " bins, number " << i;
      });
    }
  }
}

// The root is that of the bins, the scale taken back, rounded once.
TYPED_TEST(binned_products, squares_and_their_root_are_those_of_the_definition) {
  using T = typename TypeParam::type;
  constexpr int width = TypeParam::width;
  for_each_data<T>(3, 80, [](auto values, auto& random) {
    for (int scale : {0, random.between(-30, 30), random.between(-60, 60)}) {
      std::vector<T> scaled;
      for (T x : values) {
        auto const [negative, significand, exponent] = decompose(x);
        scaled.push_back(is_nonfinite(x) ? x : make_number<T>(negative, significand, exponent + scale));
        bool const kept =
            is_nonfinite(x) || (!is_nonfinite(scaled.back()) &&
                                reference::exactly(scaled.back()) ==
                                    reference::exactly(x) * reference::dyadic(reference::integer(1), scale));
        if (!kept) return;  // the scale is for numbers that it leaves whole
      }
      reference::bins<T> expected(width);
      for (T x : scaled) add_product(expected, x, x);
      for_each_bin_count([&]<int K>() {
        binned<T, K, width> state;
        state.add_squares(values, scale);
        ASSERT_TRUE(is_defined_as(expected, state)) << K << " bins, scale " << scale;
        if (!expected.is_finite()) return;
        auto const value = expected.value(K) * reference::dyadic(reference::integer(1), -2 * scale);
        T const root =
            value.is_negative() ? from_bits<T>(format<T>::canonical_nan) : reference::round_square_root<T>(value);
        ASSERT_TRUE(same_bits(root, state.root(scale))) << K << " bins, scale " << scale;
      });
    }
  });
}

}  // namespace
}  // namespace isobit::test
