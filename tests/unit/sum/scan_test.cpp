#include <isobit/sum/scan.hpp>

#include <gtest/gtest.h>

#include <isobit/driver/serial.hpp>
#include <isobit/error.hpp>

#include "reference/operations.hpp"
#include "support/check.hpp"

namespace isobit::test {
namespace {

template <class T> class scan_operations : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(scan_operations, element_types);

TYPED_TEST(scan_operations, round_every_prefix_once) {
  for_each_data<TypeParam>(6, 600, [](auto values, auto&) {
    std::vector<TypeParam> inclusive(values.size()), exclusive(values.size());
    inclusive_scan(values, std::span<TypeParam>(inclusive));
    exclusive_scan(values, std::span<TypeParam>(exclusive));
    ASSERT_TRUE(same_bits(reference::inclusive_scan(values), inclusive));
    ASSERT_TRUE(same_bits(reference::exclusive_scan(values), exclusive));
  });
}

TYPED_TEST(scan_operations, may_write_where_they_read) {
  for_each_data<TypeParam>(3, 300, [](auto values, auto&) {
    std::vector<TypeParam> data(values.begin(), values.end());
    inclusive_scan(std::span<TypeParam const>(data), std::span<TypeParam>(data));
    ASSERT_TRUE(same_bits(reference::inclusive_scan(values), data));
    data.assign(values.begin(), values.end());
    exclusive_scan(std::span<TypeParam const>(data), std::span<TypeParam>(data));
    ASSERT_TRUE(same_bits(reference::exclusive_scan(values), data));
  });
}

TYPED_TEST(scan_operations, do_not_depend_on_the_driver) {
  random_source random(first_seed());
  for (std::size_t kind : {0u, 2u, 4u, 6u, 9u, 19u, 40u}) {
    auto const& chosen = data_classes<TypeParam>()[kind];
    auto const values = make_data(chosen, random, 60000);
    std::span<TypeParam const> const in(values);
    std::vector<TypeParam> expected(values.size());
    inclusive_scan(in, std::span<TypeParam>(expected), serial());
    ASSERT_TRUE(same_bits(reference::sum<TypeParam>(in), expected.back())) << chosen.name;
    for (std::size_t count = 1; count <= 4; ++count) {
      std::vector<TypeParam> inclusive(values.size()), exclusive(values.size());
      inclusive_scan(in, std::span<TypeParam>(inclusive), threads(count));
      exclusive_scan(in, std::span<TypeParam>(exclusive), threads(count));
      ASSERT_TRUE(same_bits(expected, inclusive)) << chosen.name << ", " << count << " threads";
      ASSERT_TRUE(same_bits(TypeParam(0), exclusive.front()));
      exclusive.erase(exclusive.begin());
      exclusive.push_back(expected.back());
      ASSERT_TRUE(same_bits(expected, exclusive)) << chosen.name << ", " << count << " threads";
    }
  }
}

TEST(scans, refuse_sizes_that_differ) {
  std::vector<double> const in(3);
  std::vector<double> out(2);
  EXPECT_THROW(inclusive_scan(std::span<double const>(in), std::span<double>(out)), error);
  EXPECT_THROW(exclusive_scan(std::span<double const>(in), std::span<double>(out)), error);
  inclusive_scan(std::span<double const>(), std::span<double>());
}

// Half onto each other, whatever is written has still to be read, or was: garbage, if it were not refused.
TYPED_TEST(scan_operations, refuse_arrays_that_overlap) {
  std::vector<TypeParam> const before = {1, 2, 3, 4, 5, 6, 7, 8};
  auto data = before;
  std::span<TypeParam> const whole(data);
  auto const refused = [&](std::size_t in, std::size_t out, std::size_t count) {
    for (bool inclusive : {true, false}) {
      std::span<TypeParam const> const from = whole.subspan(in, count);
      std::span<TypeParam> const to = whole.subspan(out, count);
      try {
        inclusive ? inclusive_scan(from, to) : exclusive_scan(from, to);
        ADD_FAILURE() << count << " from " << in << " to " << out << " was accepted";
      } catch (error const& problem) {
        EXPECT_EQ(problem.code(), status::invalid_argument);
        EXPECT_NE(std::string(problem.what()).find("overlap"), std::string::npos) << problem.what();
      }
      EXPECT_TRUE(same_bits(before, data));
    }
  };
  refused(0, 1, 7);
  refused(1, 0, 7);
  refused(0, 3, 4);
  refused(3, 0, 4);
  inclusive_scan(std::span<TypeParam const>(whole.first(4)), whole.last(4));  // neighbours share nothing
  EXPECT_TRUE(same_bits(std::vector<TypeParam>{1, 2, 3, 4, 1, 3, 6, 10}, data));
}

}  // namespace
}  // namespace isobit::test
