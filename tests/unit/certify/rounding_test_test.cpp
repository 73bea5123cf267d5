// The rounding test where it is tight: ties, midpoints and their neighbours, borders of binades, the ends of the range,
// both signs; for single numbers and for the vectors of every instruction set, to double and to float. What is certain
// must be what both ends of the enclosure round to, by the reference; and what both ends of a slightly larger one round
// to must be certain, but for the range.
#include "certify/rounding_test.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/instruction_set.hpp>

#include "arithmetic/dispatch.hpp"
#include "arithmetic/environment.hpp"
#include "support/check.hpp"
#include "unit/certify/compiled_lanes.hpp"
#include "unit/certify/oracle.hpp"

namespace isobit::test {

#define ISOBIT_SET(name, has)                 \
  namespace name {                            \
  extern lanes_under_test const lanes_of_set; \
  }
#include "arithmetic/for_each_set.hpp"
#if defined(ISOBIT_HAS_avx512_halves)
namespace avx512_halves {
extern lanes_under_test const lanes_of_set;
}  // namespace avx512_halves
#endif

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
constexpr double largest_float = std::numeric_limits<float>::max();

lanes_under_test const& lanes_of(instruction_set set) {
  switch (set) {
#define ISOBIT_SET(name, has) \
  case instruction_set::name: \
    return name::lanes_of_set;
#include "arithmetic/for_each_set.hpp"
  default:
    ADD_FAILURE() << "no lanes of " << name(set);
    return scalar::lanes_of_set;
  }
}

struct case_of_test {
  double high, low, radius;
};

struct verdict {
  double value;
  bool holds;
};

/// The verdicts of one function on all cases.
std::vector<verdict> run(std::vector<case_of_test> const& cases, auto&& round) {
  std::size_t const padded = (cases.size() + 7) / 8 * 8;
  std::vector<double> high(padded, 1), low(padded), radius(padded), value(padded);
  auto const holds = std::make_unique<bool[]>(padded);
  for (std::size_t i = 0; i < cases.size(); ++i)
    high[i] = cases[i].high, low[i] = cases[i].low, radius[i] = cases[i].radius;
  in_standard_environment([&](environment_guard&) {
    round(enclosures{high.data(), low.data(), radius.data(), padded}, verdicts{value.data(), holds.get()});
    return 0;
  });
  std::vector<verdict> result;
  for (std::size_t i = 0; i < cases.size(); ++i) result.push_back({value[i], holds[i]});
  return result;
}

/// body(functions of a set or a variant, 0 for single numbers and 1 for vectors)
template <class Body> void for_each_lane_type(Body body) {
  auto const both = [&](std::string_view name, lanes_under_test const& lanes) {
    for (int vectors = 0; vectors < 2; ++vectors) {
      SCOPED_TRACE(std::string(name) + (vectors ? " vectors" : " single numbers"));
      body(lanes, vectors);
    }
  };
  for (auto const set : available_instruction_sets()) both(name(set), lanes_of(set));
#if defined(ISOBIT_HAS_avx512_halves)
  if (arithmetic::is_available(instruction_set::avx512)) both("avx512_halves", avx512_halves::lanes_of_set);
#endif
}

template <class T> round_all const* within(lanes_under_test const& lanes) {
  return sizeof(T) == sizeof(double) ? lanes.within_f64 : lanes.within_f32;
}
template <class T> round_all const* with_room(lanes_under_test const& lanes) {
  return sizeof(T) == sizeof(double) ? lanes.with_room_f64 : lanes.with_room_f32;
}
template <class T> round_all const* bounded(lanes_under_test const& lanes) {
  return sizeof(T) == sizeof(double) ? lanes.bounded_f64 : lanes.bounded_f32;
}

/// The numbers whose neighbourhoods are walked: borders of binades, odd and even last bits, the ends of the range.
template <class T> std::vector<double> landmarks() {
  constexpr int digits = std::numeric_limits<T>::digits;
  using range = certify::accepted<T>;
  int const lowest = std::ilogb(range::least), highest = std::ilogb(range::most);
  std::vector<double> all;
  for (int const exponent : {0, 1, -1, 37, -61, lowest + 1, lowest + 70, highest - 1, highest - 60})
    for (double const significand : {1.0, 1 + std::ldexp(1.0, 1 - digits), 1 + std::ldexp(2.0, 1 - digits), 1.5,
                                     2 - std::ldexp(1.0, 1 - digits), 2 - std::ldexp(2.0, 1 - digits)})
      if (std::ilogb(std::ldexp(significand, exponent)) == exponent && exponent > lowest && exponent < highest)
        all.push_back(std::ldexp(significand, exponent));
  return all;
}

/// Enclosures that end just before, at and just after the midpoints around a number, of every size, from both sides.
template <class T> std::vector<case_of_test> cases_near_midpoints(std::uint64_t seed) {
  random_source random(seed);
  std::vector<case_of_test> cases;
  constexpr int digits = std::numeric_limits<T>::digits;
  int const longest_step = scaled_count(100) < 10 ? 25 : 5;  // under emulators and sanitizers fewer sizes
  for (double const number : landmarks<T>())
    for (int side = -1; side <= 1; ++side) {
      // Half the distance to the neighbour: below a power of two it is half as large.
      bool const power = std::ldexp(1.0, std::ilogb(number)) == number;
      double const half = side * std::ldexp(1.0, std::ilogb(number) - digits - (power && side < 0 ? 1 : 0));
      for (int size = 1; size < 120; size += random.between(1, longest_step)) {
        double const radius = std::ldexp(1 + std::ldexp(static_cast<double>(random.next() >> 11), -53),
                                         std::ilogb(number) - digits - size);
        for (double const beyond : {0.0, 1.0, 2.0, 3.0, 5.0, -1.0, -2.0, -3.0, -5.0, 0x1p8, -0x1p8, 0x1p11, -0x1p11})
          for (int end = -1; end <= 1; ++end) {
            double const low = half + end * (radius + beyond * std::ldexp(radius, -52));
            double const sign = random.coin() ? 1 : -1;
            case_of_test one = {sign * number, sign * low, radius};
            // The same enclosure split at another place: low need not be small.
            if (random.one_in(3)) {
              double const moved = std::ldexp(number, -random.between(0, 60));
              double const high = one.high - moved;
              if ((high + moved == one.high) & (high - one.high == -moved) & (moved + one.low - one.low == moved) &
                  (moved + one.low - moved == one.low))
                one.high = high, one.low += moved;
            }
            if (random.one_in(20)) one.radius = 0;
            cases.push_back(one);
          }
      }
    }
  return cases;
}

/// Thousands of cases lie around each number.
template <class T> rounding_interval<T> const& interval_of(T value) {
  static std::map<T, rounding_interval<T>> known;
  return known.try_emplace(value, value).first->second;
}

/// The value that T's rounding gives for both ends, which is that of the middle, or NaN.
template <class T> double common(double high, double low, double radius) {
  dyadic const middle = sum_of({high, low}), distance = exactly(radius);
  T const near = static_cast<T>(high + low), infinite = std::numeric_limits<T>::infinity();
  // Rounded twice, a float may be the neighbour of what it should be.
  for (T const value : {near, std::nextafter(near, infinite), std::nextafter(near, -infinite)}) {
    if (interval_of(value).holds(middle, distance)) return value;
    if (sizeof(T) == sizeof(double)) break;
  }
  return nan;
}

template <class T> bool is_in_range(double x) {
  using range = certify::accepted<T>;
  return std::fabs(x) >= range::least && std::fabs(x) <= range::most;
}

template <class T> void expect_ends_decide() {
  auto const cases = cases_near_midpoints<T>(first_seed());
  std::vector<double> certain_value, sure_value;  // what may be accepted, and what must be
  for (auto const& [high, low, radius] : cases) {
    certain_value.push_back(common<T>(high, low, radius));
    double const sum = high + low, slack = sizeof(T) == 8 ? std::fabs((high - sum) + low) : std::fabs(sum);
    double const larger =
        radius == 0 ? (sizeof(T) == 8 || slack == 0 ? 0 : slack * 0x1p-50) : radius + (radius + slack) * 0x1p-49;
    sure_value.push_back(common<T>(high, low, larger));
  }
  for_each_lane_type([&](lanes_under_test const& lanes, int vectors) {
    auto const found = run(cases, within<T>(lanes)[vectors]);
    int accepted = 0, refused = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      auto const& [high, low, radius] = cases[i];
      ++(found[i].holds ? accepted : refused);
      if (found[i].holds)
        ASSERT_EQ(found[i].value, certain_value[i]) << std::hexfloat << high << " " << low << " " << radius;
      else
        ASSERT_FALSE(is_in_range<T>(sure_value[i])) << std::hexfloat << high << " " << low << " " << radius;
    }
    EXPECT_GT(accepted, 10000);
    EXPECT_GT(refused, 10000);
  });
}

TEST(rounding_test, accepts_what_both_ends_round_to_and_hardly_less) {
  expect_ends_decide<double>();
  expect_ends_decide<float>();
}

/// The contract of round_with_room: the smallest radius that it allows.
template <class T> double with_room_for_test(double high, double low, double bound) {
  double const lost = sizeof(T) == 8 ? std::fabs(low) : std::fabs(high);
  double const own = sizeof(T) == 8 ? 0 : std::fabs(low);
  double const radius = (bound + own + 0x1p-53 * lost) / (1 - 0x1p-53);
  return radius + radius * 0x1p-51;
}

template <class T> void expect_room_suffices() {
  auto cases = cases_near_midpoints<T>(first_seed() + 1);
  std::vector<double> certain_value;
  for (auto& [high, low, radius] : cases) {
    certain_value.push_back(common<T>(high, low, radius));
    radius = with_room_for_test<T>(high, low, radius);
    if (std::signbit(high)) radius = -radius;
  }
  auto const expect_suffices = [&](round_all test) {
    auto const found = run(cases, test);
    int accepted = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (!found[i].holds) continue;
      ++accepted;
      ASSERT_EQ(found[i].value, certain_value[i]) << std::hexfloat << cases[i].high << " " << cases[i].low;
    }
    EXPECT_GT(accepted, 10000);
  };
  for_each_lane_type([&](lanes_under_test const& lanes, int vectors) {
    expect_suffices(with_room<T>(lanes)[vectors]);
    if (sizeof(T) == sizeof(double)) expect_suffices(lanes.finite_with_room[vectors]);
  });
}

TEST(rounding_test, with_room_is_right_for_the_smallest_radius_it_allows) {
  expect_room_suffices<double>();
  expect_room_suffices<float>();
}

/// A bound of what `with_room` calls x, as rounding may leave it: smaller than the sum of magnitudes that it stands
/// for.
template <class T> void expect_bound_gets_room() {
  auto cases = cases_near_midpoints<T>(first_seed() + 2);
  std::vector<double> certain_value, sure_value;
  for (auto& [high, low, radius] : cases) {
    bool const to_double = sizeof(T) == sizeof(double);
    double const bound = to_double ? radius : (std::fabs(low) + radius) * (1 + 0x1p-52), x = to_double ? low : high;
    certain_value.push_back(common<T>(high, to_double ? low : 0, bound));
    sure_value.push_back(common<T>(high, to_double ? low : 0, bound * (2 + 0x1p-40) + std::fabs(x) * 0x1p-49));
    radius = bound * (1 - 0x1.fffp-22);
  }
  for_each_lane_type([&](lanes_under_test const& lanes, int vectors) {
    auto const found = run(cases, bounded<T>(lanes)[vectors]);
    int accepted = 0, refused = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      ++(found[i].holds ? accepted : refused);
      if (found[i].holds)
        ASSERT_EQ(found[i].value, certain_value[i]) << std::hexfloat << cases[i].high << " " << cases[i].low;
      else
        ASSERT_TRUE(std::isnan(sure_value[i])) << std::hexfloat << cases[i].high << " " << cases[i].low;
    }
    EXPECT_GT(accepted, 10000);
    EXPECT_GT(refused, 10000);
  });
}

TEST(rounding_test, a_bound_gets_the_room_it_needs_and_hardly_more) {
  expect_bound_gets_room<double>();
  expect_bound_gets_room<float>();
}

TEST(rounding_test, of_a_relative_error_walks_every_midpoint) {
  for (double const error : {0x1p-30, 0x1p-44, 0x1.8p-50, 0x1p-53}) {
    std::vector<case_of_test> cases;
    for (double const number : landmarks<float>()) {
      if (std::fabs(number) > largest_float / 4) continue;
      double const half = std::ldexp(1.0, std::ilogb(number) - 24);
      for (double const middle : {number + half, number})
        for (int ulps = -40; ulps <= 40; ++ulps)
          for (double const scale : {1.0, error * 0x1p52})
            for (double const sign : {1.0, -1.0})
              cases.push_back({sign * (middle + std::ldexp(std::round(ulps * scale), std::ilogb(number) - 52)), 0, 0});
    }
    std::vector<double> certain_value, sure_value;
    for (auto const& [value, low, radius] : cases) {
      double const bound = std::fabs(value) * error * (1 + 0x1p-40);
      certain_value.push_back(common<float>(value, 0, bound));
      sure_value.push_back(common<float>(value, 0, std::ldexp(bound, 1) + std::ldexp(4.0, std::ilogb(value) - 52)));
    }
    for_each_lane_type([&](lanes_under_test const& lanes, int vectors) {
      auto const found =
          run(cases, [&](enclosures const& in, verdicts out) { lanes.relative[vectors](in, error, out); });
      int accepted = 0, refused = 0;
      for (std::size_t i = 0; i < cases.size(); ++i) {
        ++(found[i].holds ? accepted : refused);
        if (found[i].holds)
          ASSERT_EQ(certain_value[i], static_cast<float>(cases[i].high)) << std::hexfloat << cases[i].high;
        else
          ASSERT_TRUE(std::isnan(sure_value[i])) << std::hexfloat << cases[i].high;
      }
      EXPECT_GT(accepted, 100);
      EXPECT_GT(refused, 100);
    });
  }
}

using functions_of = round_all const* (*)(lanes_under_test const& lanes);

void expect_of(functions_of test, std::vector<std::pair<case_of_test, double>> const& expected) {
  std::vector<case_of_test> cases;
  for (auto const& [one, value] : expected) cases.push_back(one);
  for_each_lane_type([&](lanes_under_test const& lanes, int vectors) {
    auto const found = run(cases, test(lanes)[vectors]);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      double const value = expected[i].second;
      EXPECT_EQ(found[i].holds, !std::isnan(value)) << i;
      if (found[i].holds) {
        EXPECT_TRUE(same_bits(value, found[i].value)) << i;
      }
    }
  });
}

template <class T> void expect(std::vector<std::pair<case_of_test, double>> const& expected) {
  expect_of(within<T>, expected);
}

constexpr double refused = nan;

TEST(rounding_test, exact_numbers_are_certain_everywhere) {
  expect<double>({{{0, 0, 0}, 0.0},
                  {{-0.0, -0.0, 0}, -0.0},
                  {{0x1p-1074, 0, 0}, 0x1p-1074},
                  {{0x1p1023, 0x1p1022, 0}, 0x1.8p1023},
                  {{1, 0x1p-53, 0}, 1.0},
                  {{0x1p1023, 0x1p1023, 0}, refused}});
  expect<float>({{{1, -1, 0}, 0.0},
                 {{-0.0, -0.0, 0}, 0.0},
                 {{1 + 0x1p-24, 0, 0}, 1.0},
                 {{1 + 0x1p-23, 0x1p-24, 0}, 1 + 0x1p-22},
                 {{1 + 0x1p-24, 0x1p-80, 0}, refused},  // rounded twice it would be 1
                 {{-0x1p-200, 0, 0}, -0.0},
                 {{0x1p200, 0, 0}, infinity}});
}

TEST(rounding_test, nothing_is_known_without_finite_numbers) {
  std::vector<std::pair<case_of_test, double>> cases;
  for (double const bad : {infinity, -infinity, nan})
    for (case_of_test const one : {case_of_test{1, 0, bad}, {bad, 0, 0}, {1, bad, 0}, {bad, 0, 1}, {0, 0, bad}})
      cases.push_back({one, refused});
  expect<double>(cases);
  expect<float>(cases);
}

TEST(rounding_test, with_room_knows_infinities_and_no_nan) {
  double const largest = std::numeric_limits<double>::max(), middle = 0x1.ffffffp127;  // of the last float and infinity
  expect_of(with_room<double>, {{{largest, largest, 0}, infinity},
                                {{-largest, -largest, 0x1p1000}, -infinity},
                                {{infinity, 0, 1}, infinity},
                                {{largest, 0, 0x1p968}, largest},
                                {{largest, 0, 0x1p971}, refused},
                                {{infinity, -infinity, 0}, refused},
                                {{infinity, nan, 0}, refused},
                                {{-infinity, 0, infinity}, refused},
                                {{1, 0, infinity}, refused},
                                {{1, 0, nan}, refused},
                                {{1, nan, 0}, refused},
                                {{nan, 0, 0}, refused}});
  expect_of(with_room<float>, {{{0x1p128, 0, 1}, infinity},
                               {{-0x1p200, 0, 0x1p199}, -infinity},
                               {{-infinity, 0, 1}, -infinity},
                               {{largest_float, 0, 0x1p100}, largest_float},
                               {{middle, 0, 0}, infinity},
                               {{middle, 0, 0x1p80}, refused},
                               {{infinity, 0, infinity}, refused},
                               {{1, 0, infinity}, refused},
                               {{1, 0, nan}, refused},
                               {{nan, 0, 0}, refused},
                               {{1, nan, 0}, 1.0}});  // low is not looked at
}

TEST(rounding_test, the_range_ends_before_that_of_the_type) {
  expect<double>({{{0x1p-960, 0, 0x1p-1040}, 0x1p-960},
                  {{0x1.fp-961, 0, 0x1p-1040}, refused},
                  {{-0x1p1020, 0, 1}, -0x1p1020},
                  {{0x1.1p1020, 0, 1}, refused},
                  {{0, 0, 0x1p-1074}, refused}});
  expect<float>({{{0x1p-120, 0, 0x1p-200}, 0x1p-120},
                 {{-0x1.fp-121, 0, 0x1p-200}, refused},
                 {{0x1p126, 0, 1}, 0x1p126},
                 {{0x1.1p126, 0, 1}, refused},
                 {{0, 0, 0x1p-1074}, refused},
                 {{0x1p-200, 0, 0x1p-300}, refused}});
}

TEST(rounding_test, a_radius_that_is_reached_needs_room) {
  // Both ends of the enclosure are doubles that round to the even neighbour, but the upper end itself does not.
  expect<double>({{{1 + 0x1p-51, 0x1p-107, 0x1p-53}, refused},
                  {{-1 - 0x1p-51, -0x1p-107, 0x1p-53}, refused},
                  {{1 + 0x1p-51, 0x1p-107, 0x1.ffffffp-54}, 1 + 0x1p-51}});
  expect<float>({{{1 + 0x1p-24, 0x1p-80, 0x1p-90}, refused}});
}

}  // namespace
}  // namespace isobit::test
