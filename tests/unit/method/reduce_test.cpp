// Plans and drivers: what reduce hands to an accumulator, and what reaches the caller.
#include <isobit/method/reduce.hpp>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "reference/compensated.hpp"
#include "support/binned.hpp"
#include "support/prerounded.hpp"
#include "support/shapes.hpp"

namespace isobit::test {
namespace {

using double_double = extended<double, extended_format::double_double>;

static_assert(std::same_as<default_plan<binned<double, 1>>, any_order>);
static_assert(std::same_as<default_plan<binned<float, 4, 6>>, any_order>);
static_assert(std::same_as<default_plan<single_sweep<double>>, any_order>);
static_assert(std::same_as<default_plan<single_sweep<float, 1>>, any_order>);
static_assert(std::same_as<default_plan<double_sweep<double>>, two_pass>);
static_assert(std::same_as<default_plan<double_sweep<float, 4>>, two_pass>);
static_assert(std::same_as<default_plan<kahan<double>>, fixed_lanes>);
static_assert(std::same_as<default_plan<knuth<float>>, fixed_lanes>);
static_assert(std::same_as<default_plan<extended<double>>, fixed_lanes>);
static_assert(std::same_as<default_plan<extended<float>>, fixed_lanes>);
static_assert(std::same_as<default_plan<double_double>, fixed_lanes>);

/// So many parts, the last one first.
auto backwards(std::size_t parts) {
  return executor(parts, [](std::size_t count, task_ref body) {
    for (std::size_t part = count; part > 0; --part) body(part - 1);
  });
}

template <class T> using reference_of_kahan = reference::compensated<compensation::kahan, T>;
template <class T> using reference_of_knuth = reference::compensated<compensation::knuth, T>;

/// check(driver, view) for the values as they are and strides apart, with several drivers.
template <class T, class Check> void for_each_shape(std::span<T const> values, random_source& random, Check check) {
  auto const with_drivers = [&](auto const& view) {
    check(serial(), view);
    check(threads(3), view);
    check(backwards(1 + random.below(9)), view);
  };
  with_drivers(values);
  for (std::ptrdiff_t stride : {3, -1, -2}) {
    SCOPED_TRACE("stride " + std::to_string(stride));
    strided_copy<T> const apart(values, stride, random);
    with_drivers(apart.view());
  }
}

template <class T> class reduced : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(reduced, element_types);

TYPED_TEST(reduced, to_bins_by_any_driver_is_the_state_of_the_definition) {
  using T = TypeParam;
  for_each_data<T>(3, 9000, [](std::span<T const> values, random_source& random) {
    auto const expected = bins_of(values, default_bin_width<T>);
    for_each_shape(values, random, [&](auto const& driver, auto const& view) {
      ASSERT_TRUE(is_defined_as(expected, reduce<binned<T, 3>>(view, driver)));
      ASSERT_TRUE(same_bits(expected.round(2), sum<binned<T, 2>>(view, driver)));
    });
    ASSERT_TRUE(same_bits(expected.round(3), sum<binned<T>>(values)));
  });
}

TYPED_TEST(reduced, by_sweeps_is_the_state_of_the_definition_or_refused) {
  using T = TypeParam;
  for_each_data<T>(2, 9000, [](std::span<T const> values, random_source& random) {
    auto const single = expected_single_sweep<T>(values, values.size(), 3);
    auto const twice = expected_double_sweep<T>(values, values.size(), 2);
    for_each_shape(values, random, [&](auto const& driver, auto const& view) {
      if (single)
        ASSERT_TRUE(same_state(*single, reduce<single_sweep<T, 3>>(view, driver)));
      else
        ASSERT_THROW((void)(reduce<single_sweep<T, 3>>(view, driver)), error);
      if (!twice) {
        ASSERT_THROW((void)(reduce<double_sweep<T, 2>>(view, driver)), error);
        return;
      }
      auto const state = reduce<double_sweep<T, 2>>(view, driver);
      ASSERT_TRUE(same_bits(twice->sums, {state.sum(1), state.sum(2)}));
    });
  });
}

TYPED_TEST(reduced, over_fixed_lanes_is_the_plan) {
  using T = TypeParam;
  auto const check = [](std::span<T const> values, random_source& random) {
    T const by_kahan = reference::over_fixed_lanes<reference_of_kahan<T>>(values).round();
    T const by_knuth = reference::over_fixed_lanes<reference_of_knuth<T>>(values).round();
    for_each_shape(values, random, [&](auto const& driver, auto const& view) {
      ASSERT_TRUE(same_bits(by_kahan, sum<kahan<T>>(view, driver)));
      ASSERT_TRUE(same_bits(by_knuth, sum<knuth<T>>(view, driver)));
    });
  };
  for_each_data<T>(2, 9000, check);
  random_source random(first_seed());
  for (auto const& kind : data_classes<T>()) {
    SCOPED_TRACE(kind.name);
    check(make_data(kind, random, 2 * fixed_lanes::block_size + 1 + random.below(5000)), random);  // three blocks
  }
}

TYPED_TEST(reduced, in_sequence_is_the_listing_or_the_state_of_any_order) {
  using T = TypeParam;
  for_each_data<T>(3, 6000, [](std::span<T const> values, random_source& random) {
    auto const by_kahan = reference::one_by_one<reference_of_kahan<T>>(values);
    auto const by_knuth = reference::one_by_one<reference_of_knuth<T>>(values);
    auto const check = [&](auto const& view) {
      ASSERT_TRUE(same_bits(by_kahan.round(), reduce<kahan<T>>(view, in_sequence()).round()));
      ASSERT_TRUE(same_bits(by_knuth.round(), reduce<knuth<T>>(view, in_sequence()).round()));
      ASSERT_EQ((reduce<binned<T, 3>>(view, any_order(), serial())), (reduce<binned<T, 3>>(view, in_sequence())));
    };
    check(values);
    strided_copy<T> const apart(values, random.coin() ? 2 : -3, random);
    check(apart.view());
  });
}

TYPED_TEST(reduced, nothing_and_one_element) {
  using T = TypeParam;
  std::vector<T> const nothing, one = {T{-3.25}};
  auto const check = [&](auto const& driver) {
    EXPECT_EQ((reduce<binned<T, 3>>(nothing, driver)), (binned<T, 3>()));
    EXPECT_EQ((reduce<single_sweep<T, 3>>(nothing, driver)), (single_sweep<T, 3>(0)));
    EXPECT_EQ((reduce<double_sweep<T, 2>>(nothing, driver)), (double_sweep<T, 2>(0, T{0})));
    EXPECT_EQ((reduce<kahan<T>>(nothing, driver)), kahan<T>());
    EXPECT_TRUE(same_bits(T{-3}, sum<binned<T, 1>>(one, driver))) << "a bin of units";
    EXPECT_TRUE(same_bits(T{-3.25}, sum<binned<T>>(one, driver)));
    EXPECT_TRUE(same_bits(T{-3.25}, sum<single_sweep<T>>(one, driver)));
    EXPECT_TRUE(same_bits(T{-3.25}, sum<double_sweep<T>>(one, driver)));
    EXPECT_TRUE(same_bits(T{-3.25}, sum<knuth<T>>(one, driver)));
    vector_view<T const> const single(one.data(), 1, -7);
    EXPECT_TRUE(same_bits(T{-3.25}, sum<binned<T>>(single, driver)));
    EXPECT_TRUE(same_bits(T{-3.25}, sum<kahan<T>>(single, driver)));
  };
  check(serial());
  check(threads(4));
  check(backwards(4));
  EXPECT_TRUE(same_bits(T{0}, sum<binned<T>>(nothing)));
  EXPECT_TRUE(same_bits(T{0}, reduce<kahan<T>>(nothing, in_sequence()).round()));
}

template <class T> class reduced_halves : public testing::Test {};
using storage_types = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(reduced_halves, storage_types);

TYPED_TEST(reduced_halves, are_widened_first) {
  random_source random(first_seed());
  for (std::size_t size : {0u, 1u, 7u, 300u, 5000u, 20000u}) {
    auto const halves = random_halves<TypeParam>(random, size);
    std::vector<float> wide;
    for (auto x : halves) wide.push_back(widen(x));
    std::span<float const> const all(wide);
    auto const bins = bins_of(all, default_bin_width<float>);
    float const by_kahan = reference::over_fixed_lanes<reference_of_kahan<float>>(all).round();
    float const in_order = reference::one_by_one<reference_of_kahan<float>>(all).round();
    for_each_shape(std::span<TypeParam const>(halves), random, [&](auto const& driver, auto const& view) {
      ASSERT_TRUE(is_defined_as(bins, reduce<binned<float, 3>>(view, driver))) << size;
      ASSERT_TRUE(same_bits(by_kahan, sum<kahan<float>>(view, driver))) << size;
      ASSERT_TRUE(same_bits(in_order, reduce<kahan<float>>(view, in_sequence()).round())) << size;
    });
  }
}

TEST(an_error_in_a_part, reaches_the_caller) {
  std::vector<double> values(30000, 1.0);
  values.back() = 1e308;
  using sweep = single_sweep<double, 3>;
  auto const code = [&](auto const& driver, auto const& view) {
    try {
      static_cast<void>(reduce<sweep>(view, driver));
      return status::ok;
    } catch (error const& e) {
      return e.code();
    }
  };
  vector_view<double const> const reversed = blas_vector(values.data(), std::ssize(values), -1);
  for (std::size_t parts : {1u, 2u, 4u, 7u}) {
    EXPECT_EQ(code(threads(parts), values), status::out_of_range) << parts;
    EXPECT_EQ(code(backwards(parts), values), status::out_of_range) << parts;
    EXPECT_EQ(code(threads(parts), reversed), status::out_of_range) << parts;
  }
  values.back() = 1;
  EXPECT_EQ(code(threads(4), values), status::ok);
}

/// Refuses negative numbers, and says which.
struct refusing {
  using value_type = double;
  static constexpr guarantee promise = guarantee::order_free;
  void add(double x) {
    if (x < 0) throw std::domain_error(std::to_string(x));
  }
  void add(std::span<double const> values) {
    for (double x : values) add(x);
  }
  void merge(refusing const&) {}
  [[nodiscard]] double round() const { return 0; }
};

TEST(an_error_in_a_part, is_that_of_the_first_part) {
  std::vector<double> values(100, 1.0);
  values[95] = -1;
  values[40] = -2;
  values[60] = -3;
  for (std::size_t parts : {1u, 3u, 10u, 100u}) {
    try {
      static_cast<void>(reduce<refusing>(values, backwards(parts)));
      ADD_FAILURE() << "not refused with " << parts << " parts";
    } catch (std::domain_error const& e) {
      EXPECT_EQ(e.what(), std::to_string(-2.0)) << parts;
    }
  }
}

}  // namespace
}  // namespace isobit::test
