#include <isobit/sum/scan.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <isobit/driver/serial.hpp>
#include <isobit/driver/threads.hpp>
#include <isobit/error.hpp>
#include <isobit/sum/exact.hpp>

#include "reference/operations.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"

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

template <class T> void expect_scans(std::vector<T> const& values, std::string const& what) {
  std::span<T const> const in(values);
  // One by one, which the reference has confirmed of short ones; it would take long here.
  exact state;
  std::vector<T> inclusive, exclusive, out(values.size());
  for (T const x : values) {
    exclusive.push_back(state.round<T>());
    state.add(x);
    inclusive.push_back(state.round<T>());
  }
  inclusive_scan(in, std::span<T>(out), serial());
  ASSERT_TRUE(same_bits(inclusive, out)) << what;
  exclusive_scan(in, std::span<T>(out), serial());
  ASSERT_TRUE(same_bits(exclusive, out)) << what;
  for (std::size_t count : {1, 3}) {
    out = values;
    inclusive_scan(std::span<T const>(out), std::span<T>(out), threads(count));
    ASSERT_TRUE(same_bits(inclusive, out)) << what << ", in place, threads: " << count;
    out = values;
    exclusive_scan(std::span<T const>(out), std::span<T>(out), threads(count));
    ASSERT_TRUE(same_bits(exclusive, out)) << what << ", in place, threads: " << count;
  }
}

// Long enough for several streams at once, with what disturbs them at any place.
TYPED_TEST(scan_operations, of_many_elements_round_every_prefix_once) {
  using T = TypeParam;
  random_source random(first_seed());
  for (auto const& kind : data_classes<T>()) {
    std::string const what = std::string(kind.name) + ", seed " + std::to_string(first_seed());
    auto values = make_data(kind, random, 64 + random.below(4000));
    expect_scans<T>(values, what);
    if (testing::Test::HasFatalFailure()) return;
  }
  for (int round = 0; round < 12; ++round) {
    std::string const what = "round " + std::to_string(round) + ", seed " + std::to_string(first_seed());
    auto values = make_data(data_classes<T>()[0], random, 2048 + random.below(4000));
    std::fill_n(values.begin(), random.below(600), T(-0.0));
    auto& disturbed = values[random.below(values.size())];
    T const others[] = {infinite<T>(), from_bits<T>(format<T>::canonical_nan), largest_finite<T>(), from_bits<T>(1)};
    disturbed = others[random.below(4)];
    expect_scans<T>(values, what);
    if (testing::Test::HasFatalFailure()) return;
  }
}

// Sums of streams that are exact, over prefixes that are not two doubles: only the scan itself can notice.
TEST(scans, notice_what_cancels_within_a_stream) {
  random_source random(first_seed());
  for (int round = 0; round < 12; ++round) {
    std::vector<double> values(4096 + random.below(3000), 0.0);
    // What comes first is lost to the larger part that follows, or what comes last to that before it.
    double const tiny = 0x1p-300;
    bool const first = random.coin();
    values[0] = first ? tiny : 0;
    for (int i = 0; i < 3; ++i) {
      std::size_t const at = 8 + random.below(values.size() - 64) / 8 * 8;
      double const parts[] = {0x1.23456789abcdfp200, -0x1.fedcba9876543p0, first ? 0 : tiny};
      for (std::size_t k = 0; k < 3; ++k) {
        values[at + k] = parts[k];
        values[at + 8 + k] = -parts[k];
      }
    }
    expect_scans<double>(values, "round " + std::to_string(round) + ", seed " + std::to_string(first_seed()));
    if (testing::Test::HasFatalFailure()) return;
  }
}

// Where sums are cut is guessed from the first few elements of a block: these promise too little or too much, by any
// number of binades, over elements of any width, and of few bits, whose prefixes are ties.
TEST(scans, do_not_depend_on_what_the_first_few_promise) {
  random_source random(first_seed());
  for (int round = 0; round < 60; ++round) {
    int const width = random.between(0, round % 2 == 0 ? 8 : 70), promised = random.between(-80, 80);
    int const lost_bits = random.between(0, 52);
    std::vector<double> values(2048 + random.below(5000));
    for (std::size_t i = 0; i < values.size(); ++i) {
      auto const significand = static_cast<double>((random.next() >> 11) >> lost_bits << lost_bits);
      int const exponent = random.between(0, width) + (i % 2048 < 40 ? promised : 0);
      values[i] = std::ldexp(random.coin() ? significand : -significand, exponent);
    }
    for (std::size_t count = random.below(4); count > 0; --count)
      values[random.below(values.size())] = random.coin() ? -0.0 : std::ldexp(1.0, random.between(0, 120));
    expect_scans<double>(values, "round " + std::to_string(round) + ", seed " + std::to_string(first_seed()));
    if (testing::Test::HasFatalFailure()) return;
  }
}

// The exponents of few elements may certify that their sums are exact: about as far apart as they may be, and somewhat
// farther, with sums that fill all bits, at the ends of the range, and after zeros of both signs.
TEST(scans, of_few_elements_know_when_exponents_do_not_suffice) {
  random_source random(first_seed());
  for (int round = 0; round < 2000; ++round) {
    std::vector<double> values(1 + random.below(round % 4 == 0 ? 700 : 40));
    int const binades = random.between(0, 70), lost_bits = random.coin() ? 0 : random.between(0, 52);
    int const lowest = round % 5 == 0 ? random.between(-1074, -840) : round % 5 == 1 ? random.between(780, 900) : 0;
    bool const same_sign = random.coin();
    for (double& x : values) {
      auto const significand = static_cast<double>((random.next() >> 11 | 1) >> lost_bits << lost_bits);
      int const exponent = lowest + (random.coin() ? binades : random.between(0, binades));
      x = std::ldexp(same_sign || random.coin() ? significand : -significand, exponent);
    }
    values[random.below(values.size())] = std::ldexp(1.0 + 0x1p-52, lowest + 52);
    if (round % 7 == 0) std::fill_n(values.begin(), random.below(values.size() + 1), random.coin() ? -0.0 : 0.0);
    expect_scans<double>(values, "round " + std::to_string(round) + ", seed " + std::to_string(first_seed()));
    if (testing::Test::HasFatalFailure()) return;
  }
}

// Parts below the cut that are as large as they can be, all of one sign, over a last bit that is just within reach of
// their sum or just not; the parts above cancel. docs/maths/sum.md#short-scan
TEST(scans, of_few_elements_are_exact_up_to_the_last_bit_of_the_bound) {
  random_source random(first_seed());
  for (int round = 0; round < 400; ++round) {
    int const size_bits = random.between(7, 10), top = size_bits + 1, unit = top - 52, beyond = random.between(-3, 1);
    int const last_bit = top + size_bits - 106 + beyond;
    std::int64_t const cut = std::int64_t{1} << (unit - last_bit), most = std::int64_t{1} << (size_bits + beyond - 1);
    std::vector<double> values((std::size_t{1} << size_bits) - 1);
    for (std::size_t i = 0; i < values.size(); ++i) {
      auto const above = most / 2 + 1 + static_cast<std::int64_t>(random.below(static_cast<std::size_t>(most / 2 - 1)));
      auto const below = cut / 2 - 1 - 2 * static_cast<std::int64_t>(random.below(8));
      values[i] = std::ldexp(static_cast<double>((i % 2 == 0 ? above : -above) * cut + below), last_bit);
    }
    values.back() = 1.5;  // the largest, below 2^1, has the cut where it is
    expect_scans<double>(values, "round " + std::to_string(round) + ", seed " + std::to_string(first_seed()));
    if (testing::Test::HasFatalFailure()) return;
  }
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
