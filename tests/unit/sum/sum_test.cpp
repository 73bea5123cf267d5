#include <isobit/sum/sum.hpp>

#include <array>
#include <forward_list>
#include <list>
#include <sstream>

#include <gtest/gtest.h>

#include <isobit/driver/serial.hpp>

#include "reference/operations.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"
#include "support/shapes.hpp"
#include "support/state.hpp"

namespace isobit::test {
namespace {

template <class T> class sum_operation : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(sum_operation, element_types);

TYPED_TEST(sum_operation, is_the_reference) {
  for_each_data<TypeParam>(60, 20000, [](auto values, auto&) {
    auto const expected = reference::total_of(values);
    ASSERT_TRUE(same_bits(expected.template round<TypeParam>(), sum(values)));
    ASSERT_TRUE(same_bits(expected.template round<double>(), sum<double>(values)));
    ASSERT_TRUE(same_bits(expected.template round<float>(), sum<float>(values)));
  });
}

TYPED_TEST(sum_operation, of_every_small_size_is_the_reference) {
  random_source random(first_seed());
  for (auto const& kind : data_classes<TypeParam>()) {
    for (std::size_t size = 0; size <= 150; ++size) {
      auto const values = make_data(kind, random, size);
      ASSERT_TRUE(same_bits(reference::sum<TypeParam>(std::span<TypeParam const>(values)), sum(values)))
          << kind.name << ", size " << size << ", seed " << first_seed();
    }
  }
}

TYPED_TEST(sum_operation, exact_sum_is_the_state) {
  for_each_data<TypeParam>(10, 5000, [](auto values, auto&) {
    ASSERT_TRUE(same_state(reference::total_of(values), exact_sum(values)));
    ASSERT_TRUE(same_state(reference::total_of(values), exact_sum(values, serial())));
  });
}

TYPED_TEST(sum_operation, strides_choose_elements_and_negative_ones_go_backwards) {
  for_each_data<TypeParam>(8, 3000, [](auto values, auto& random) {
    auto const expected = reference::sum<TypeParam>(values);
    for (std::ptrdiff_t stride : {1, 2, 3, 7, -1, -2, -5}) {
      strided_copy<TypeParam> const copy(values, stride, random);
      ASSERT_TRUE(same_bits(expected, sum(copy.view()))) << "stride " << stride;
      ASSERT_TRUE(same_state(reference::total_of(values), exact_sum(copy.view()))) << "stride " << stride;
    }
  });
}

TYPED_TEST(sum_operation, takes_any_range_and_any_iterators) {
  for_each_data<TypeParam>(5, 3000, [](auto values, auto&) {
    auto const expected = reference::sum<TypeParam>(values);
    std::list<TypeParam> const list(values.begin(), values.end());
    std::forward_list<TypeParam> const forward(values.begin(), values.end());
    ASSERT_TRUE(same_bits(expected, sum(list)));
    ASSERT_TRUE(same_bits(expected, sum(forward)));
    ASSERT_TRUE(same_bits(expected, sum(list.begin(), list.end())));
    ASSERT_TRUE(same_bits(expected, sum(values.begin(), values.end())));
    ASSERT_TRUE(same_bits(reference::sum<double>(values), sum<double>(list)));
    ASSERT_TRUE(same_bits(expected, sum(forward.begin(), forward.end())));
  });
}

TYPED_TEST(sum_operation, takes_projections) {
  struct particle {
    int id;
    TypeParam mass;
  };
  for_each_data<TypeParam>(5, 3000, [](auto values, auto&) {
    std::vector<particle> particles;
    for (TypeParam x : values) particles.push_back({0, x});
    auto const expected = reference::sum<TypeParam>(values);
    ASSERT_TRUE(same_bits(expected, sum(particles, &particle::mass)));
    ASSERT_TRUE(same_bits(expected, sum(particles, [](particle const& p) { return p.mass; })));
    std::vector<TypeParam> const plain(values.begin(), values.end());
    auto const mirrored = [](TypeParam x) { return negated(x); };
    std::vector<TypeParam> negatives;
    for (TypeParam x : values) negatives.push_back(negated(x));
    ASSERT_TRUE(same_bits(reference::sum<TypeParam>(std::span<TypeParam const>(negatives)), sum(plain, mirrored)));
  });
}

TYPED_TEST(sum_operation, of_complex_numbers_rounds_each_part) {
  for_each_pair<TypeParam>(5, 3000, [](auto real, auto imaginary, auto& random) {
    auto const z = complex_of(real, imaginary);
    std::complex<TypeParam> const expected(reference::sum<TypeParam>(real), reference::sum<TypeParam>(imaginary));
    ASSERT_TRUE(same_parts(expected, sum(z)));
    std::list<std::complex<TypeParam>> const list(z.begin(), z.end());
    ASSERT_TRUE(same_parts(expected, sum(list)));
    for (std::ptrdiff_t stride : {2, -1, -3}) {
      strided_copy<std::complex<TypeParam>> const copy(z, stride, random);
      ASSERT_TRUE(same_parts(expected, sum(copy.view()))) << "stride " << stride;
    }
    auto const wide = sum<double>(z);
    ASSERT_TRUE(same_bits(reference::sum<double>(real), wide.real()));
    ASSERT_TRUE(same_bits(reference::sum<double>(imaginary), wide.imag()));
  });
}

template <class Half> void expect_sums_of_halves() {
  random_source random(first_seed());
  for (int i = 0; i < 400; ++i) {
    auto const values = random_halves<Half>(random, random_size(random, 5000));
    std::span<Half const> const span(values);
    ASSERT_TRUE(same_bits(reference::sum<float>(span), sum(values))) << "seed " << first_seed() << ", case " << i;
    ASSERT_TRUE(same_bits(reference::sum<double>(span), sum<double>(values))) << "case " << i;
    std::list<Half> const list(values.begin(), values.end());
    ASSERT_TRUE(same_bits(reference::sum<float>(span), sum(list))) << "case " << i;
    strided_copy<Half> const copy(span, -3, random);
    ASSERT_TRUE(same_bits(reference::sum<float>(span), sum(copy.view()))) << "case " << i;
  }
}
TEST(sum_of_halves, is_the_reference) {
  expect_sums_of_halves<float16>();
  expect_sums_of_halves<bfloat16>();
}

TEST(sum, of_what_is_in_the_documentation) {
  EXPECT_TRUE(same_bits(1.0, sum(std::vector{1e308, 1.0, -1e308})));
  EXPECT_TRUE(same_bits(0.0, sum(std::vector{1e308, 1e308, -1e308, -1e308})));
  EXPECT_TRUE(same_bits(0.0, sum(std::vector<double>())));
  EXPECT_TRUE(same_bits(-0.0, sum(std::vector{-0.0, -0.0, -0.0})));
  EXPECT_TRUE(same_bits(0.0, sum(std::vector{-0.0, 0.0})));
  EXPECT_TRUE(same_bits(infinite<double>(), sum(std::vector{1e308, 1e308})));
  EXPECT_TRUE(same_bits(1.0, sum(std::vector(10, 0.1))));
  std::array<double, 3> const array = {1, 2, 3};
  double const plain[] = {1, 2, 3};
  EXPECT_TRUE(same_bits(6.0, sum(array)));
  EXPECT_TRUE(same_bits(6.0, sum(plain)));
  std::istringstream text("1 2 3.5");
  EXPECT_TRUE(same_bits(6.5, sum(std::istream_iterator<double>(text), std::istream_iterator<double>())));
}

// Every NaN that comes in, signalling and negative ones too, comes out as the one canonical NaN.
TEST(sum, canonicalises_nan) {
  random_source random(first_seed());
  for (std::size_t size = 1; size < 200; ++size) {
    auto values = make_data(data_classes<double>()[2], random, size);
    values[random.below(size)] = random_nan<double>(random);
    ASSERT_EQ(bits_of(sum(values)), 0x7ff8000000000000u) << "size " << size << ", seed " << first_seed();
  }
}

TEST(sum, refuses_null_and_a_stride_of_zero) {
  double const x = 1;
  EXPECT_THROW(static_cast<void>(sum(std::span<double const>(static_cast<double const*>(nullptr), 2))), error);
  EXPECT_THROW(static_cast<void>(sum(vector_view<double>(nullptr, 2))), error);
  EXPECT_THROW(static_cast<void>(sum(vector_view(&x, 2, 0))), error);
  EXPECT_TRUE(same_bits(0.0, sum(vector_view<double>(nullptr, 0))));
}

}  // namespace
}  // namespace isobit::test
