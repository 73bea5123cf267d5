#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.h>
#include <isobit/sum/exact.hpp>

#include "support/check.hpp"

namespace isobit::test {
namespace {

struct destroy {
  void operator()(isobit_exact* state) const { isobit_exact_destroy(state); }
};
using handle = std::unique_ptr<isobit_exact, destroy>;

handle create() {
  isobit_exact* state = nullptr;
  EXPECT_EQ(isobit_exact_create(&state), ISOBIT_OK);
  return handle(state);
}

double rounded(handle const& state, isobit_rounding mode = ISOBIT_NEAREST_EVEN) {
  double result = 0;
  EXPECT_EQ(isobit_exact_round_f64(state.get(), mode, &result), ISOBIT_OK);
  return result;
}

bool equal(handle const& left, handle const& right) {
  int result = -1;
  EXPECT_EQ(isobit_exact_equal(left.get(), right.get(), &result), ISOBIT_OK);
  return result == 1;
}

TEST(c_exact, all_ways_to_add_are_exact) {
  auto const state = create();
  std::vector<double> const doubles = {1e308, 1e308, 0.5}, x = {1e-200, -1e300}, y = {1e-200, 1e300};
  std::vector<float> const floats = {0.25f, 3e38f}, u = {2, 3}, v = {4, 5};
  exact_product expected;
  ASSERT_EQ(isobit_exact_add(state.get(), -7), ISOBIT_OK);
  ASSERT_EQ(isobit_exact_add_f64(state.get(), doubles.data(), doubles.size()), ISOBIT_OK);
  ASSERT_EQ(isobit_exact_add_f32(state.get(), floats.data(), floats.size()), ISOBIT_OK);
  ASSERT_EQ(isobit_exact_add_product(state.get(), 1e300, 1e300), ISOBIT_OK);
  ASSERT_EQ(isobit_exact_add_products_f64(state.get(), x.data(), y.data(), x.size()), ISOBIT_OK);
  ASSERT_EQ(isobit_exact_add_products_f32(state.get(), u.data(), v.data(), u.size()), ISOBIT_OK);
  expected.add(-7.0);
  for (double const value : doubles) expected.add(value);
  for (float const value : floats) expected.add(value);
  expected.add_product(1e300, 1e300);
  for (std::size_t i = 0; i < 2; ++i) expected.add_product(x[i], y[i]);
  expected.add(23.0);

  std::uint64_t hash = 0;
  ASSERT_EQ(isobit_exact_hash(state.get(), &hash), ISOBIT_OK);
  EXPECT_EQ(hash, expected.hash());
  for (int mode = ISOBIT_NEAREST_EVEN; mode <= ISOBIT_TO_ODD; ++mode)
    EXPECT_TRUE(same_bits(expected.round<double>(static_cast<rounding>(mode)),
                          rounded(state, static_cast<isobit_rounding>(mode))));
  float single = 0;
  ASSERT_EQ(isobit_exact_round_f32(state.get(), ISOBIT_DOWNWARD, &single), ISOBIT_OK);
  EXPECT_TRUE(same_bits(expected.round<float>(rounding::downward), single));
}

TEST(c_exact, retracting_undoes_adding) {
  auto const state = create(), other = create(), empty = create();
  double const infinity = std::numeric_limits<double>::infinity();
  ASSERT_EQ(isobit_exact_add(state.get(), 0.1), ISOBIT_OK);
  isobit_exact* raw = nullptr;
  ASSERT_EQ(isobit_exact_copy(state.get(), &raw), ISOBIT_OK);
  handle const before(raw);
  ASSERT_EQ(isobit_exact_add(other.get(), infinity), ISOBIT_OK);
  ASSERT_EQ(isobit_exact_merge(state.get(), other.get()), ISOBIT_OK);
  ASSERT_EQ(isobit_exact_add(state.get(), 1e-320), ISOBIT_OK);
  ASSERT_EQ(isobit_exact_add_product(state.get(), 1e-300, 1e-300), ISOBIT_OK);
  EXPECT_TRUE(same_bits(infinity, rounded(state)));
  EXPECT_FALSE(equal(state, before));
  ASSERT_EQ(isobit_exact_retract_product(state.get(), 1e-300, 1e-300), ISOBIT_OK);
  ASSERT_EQ(isobit_exact_retract(state.get(), 1e-320), ISOBIT_OK);
  ASSERT_EQ(isobit_exact_retract_merge(state.get(), other.get()), ISOBIT_OK);
  EXPECT_TRUE(equal(state, before));
  ASSERT_EQ(isobit_exact_clear(state.get()), ISOBIT_OK);
  EXPECT_TRUE(equal(state, empty));
}

TEST(c_exact, mean_and_square_root) {
  auto const state = create();
  ASSERT_EQ(isobit_exact_add(state.get(), 1), ISOBIT_OK);
  double result = 0;
  ASSERT_EQ(isobit_exact_mean_f64(state.get(), 3, &result), ISOBIT_OK);
  EXPECT_TRUE(same_bits(1.0 / 3.0, result));
  EXPECT_EQ(isobit_exact_mean_f64(state.get(), 0, &result), ISOBIT_INVALID_ARGUMENT);
  ASSERT_EQ(isobit_exact_add(state.get(), 8), ISOBIT_OK);
  ASSERT_EQ(isobit_exact_square_root_f64(state.get(), &result), ISOBIT_OK);
  EXPECT_EQ(result, 3.0);
}

TEST(c_exact, order) {
  auto const one = create(), two = create(), nan = create();
  ASSERT_EQ(isobit_exact_add(one.get(), 1), ISOBIT_OK);
  ASSERT_EQ(isobit_exact_add(two.get(), 2), ISOBIT_OK);
  ASSERT_EQ(isobit_exact_add(nan.get(), std::numeric_limits<double>::quiet_NaN()), ISOBIT_OK);
  auto const order = [](handle const& left, handle const& right) {
    int result = 7;
    EXPECT_EQ(isobit_exact_compare(left.get(), right.get(), &result), ISOBIT_OK);
    return result;
  };
  EXPECT_EQ(order(one, two), -1);
  EXPECT_EQ(order(two, one), 1);
  EXPECT_EQ(order(one, one), 0);
  EXPECT_EQ(order(one, nan), 2);
}

TEST(c_exact, bytes_go_round) {
  auto const state = create();
  ASSERT_EQ(isobit_exact_add_product(state.get(), 0.1, 1e-200), ISOBIT_OK);
  ASSERT_EQ(isobit_exact_add(state.get(), -3e100), ISOBIT_OK);
  std::size_t size = 0;
  ASSERT_EQ(isobit_exact_serialise(state.get(), nullptr, 0, &size), ISOBIT_OK);
  std::vector<unsigned char> bytes(size);
  ASSERT_EQ(isobit_exact_serialise(state.get(), bytes.data(), bytes.size(), &size), ISOBIT_OK);
  isobit_exact* raw = nullptr;
  ASSERT_EQ(isobit_exact_deserialise(bytes.data(), bytes.size(), &raw), ISOBIT_OK);
  EXPECT_TRUE(equal(state, handle(raw)));

  size = 0;
  EXPECT_EQ(isobit_exact_serialise(state.get(), bytes.data(), bytes.size() - 1, &size), ISOBIT_OUT_OF_RANGE);
  EXPECT_EQ(size, bytes.size());
  raw = nullptr;
  EXPECT_EQ(isobit_exact_deserialise(bytes.data(), bytes.size() - 1, &raw), ISOBIT_MALFORMED_BYTES);
  EXPECT_EQ(isobit_exact_deserialise(nullptr, 0, &raw), ISOBIT_MALFORMED_BYTES);
  EXPECT_EQ(isobit_exact_deserialise(nullptr, 8, &raw), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(raw, nullptr);
}

TEST(c_exact, the_bytes_of_a_sum_can_be_read) {
  exact sum;
  sum.add(0.1);
  auto const bytes = sum.serialise();
  isobit_exact* raw = nullptr;
  ASSERT_EQ(isobit_exact_deserialise(bytes.data(), bytes.size(), &raw), ISOBIT_OK);
  EXPECT_TRUE(same_bits(0.1, rounded(handle(raw))));
}

TEST(c_exact, null_is_refused_everywhere) {
  auto const state = create();
  double x = 1;
  float y = 1;
  int number = 0;
  std::uint64_t hash = 0;
  std::size_t size = 0;
  isobit_exact* raw = nullptr;
  for (isobit_status const status : {isobit_exact_create(nullptr),
                                     isobit_exact_copy(nullptr, &raw),
                                     isobit_exact_copy(state.get(), nullptr),
                                     isobit_exact_clear(nullptr),
                                     isobit_exact_add(nullptr, 1),
                                     isobit_exact_add_f64(nullptr, &x, 1),
                                     isobit_exact_add_f64(state.get(), nullptr, 1),
                                     isobit_exact_add_f32(nullptr, &y, 1),
                                     isobit_exact_add_f32(state.get(), nullptr, 1),
                                     isobit_exact_add_product(nullptr, 1, 1),
                                     isobit_exact_add_products_f64(nullptr, &x, &x, 1),
                                     isobit_exact_add_products_f64(state.get(), &x, nullptr, 1),
                                     isobit_exact_add_products_f32(nullptr, &y, &y, 1),
                                     isobit_exact_add_products_f32(state.get(), nullptr, &y, 1),
                                     isobit_exact_merge(nullptr, state.get()),
                                     isobit_exact_merge(state.get(), nullptr),
                                     isobit_exact_retract(nullptr, 1),
                                     isobit_exact_retract_product(nullptr, 1, 1),
                                     isobit_exact_retract_merge(state.get(), nullptr),
                                     isobit_exact_retract_merge(nullptr, state.get()),
                                     isobit_exact_round_f64(nullptr, ISOBIT_UPWARD, &x),
                                     isobit_exact_round_f64(state.get(), ISOBIT_UPWARD, nullptr),
                                     isobit_exact_round_f32(nullptr, ISOBIT_UPWARD, &y),
                                     isobit_exact_round_f32(state.get(), ISOBIT_UPWARD, nullptr),
                                     isobit_exact_mean_f64(nullptr, 1, &x),
                                     isobit_exact_mean_f64(state.get(), 1, nullptr),
                                     isobit_exact_square_root_f64(nullptr, &x),
                                     isobit_exact_square_root_f64(state.get(), nullptr),
                                     isobit_exact_equal(nullptr, state.get(), &number),
                                     isobit_exact_equal(state.get(), nullptr, &number),
                                     isobit_exact_equal(state.get(), state.get(), nullptr),
                                     isobit_exact_compare(nullptr, state.get(), &number),
                                     isobit_exact_compare(state.get(), nullptr, &number),
                                     isobit_exact_compare(state.get(), state.get(), nullptr),
                                     isobit_exact_hash(nullptr, &hash),
                                     isobit_exact_hash(state.get(), nullptr),
                                     isobit_exact_serialise(nullptr, &x, 8, &size),
                                     isobit_exact_serialise(state.get(), nullptr, 8, &size),
                                     isobit_exact_serialise(state.get(), &x, 8, nullptr),
                                     isobit_exact_deserialise(&x, 8, nullptr)})
    EXPECT_EQ(status, ISOBIT_INVALID_ARGUMENT);
  isobit_exact_destroy(nullptr);
}

TEST(c_exact, an_unknown_rounding_is_refused) {
  auto const state = create();
  double x = 1;
  EXPECT_EQ(isobit_exact_round_f64(state.get(), static_cast<isobit_rounding>(-1), &x), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(x, 1);
}

}  // namespace
}  // namespace isobit::test
