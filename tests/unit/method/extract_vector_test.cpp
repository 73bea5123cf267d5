#include <isobit/method/extract_vector.hpp>

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/expected_sweep.hpp"
#include "support/extract.hpp"
#include "support/float_environment.hpp"

namespace isobit::test {
namespace {

using reference::dyadic;
using reference::exactly;
using reference::integer;

template <class T> std::vector<T> finite_ones(std::span<T const> values) {
  std::vector<T> kept;
  for (T x : values)
    if (!is_nonfinite(x)) kept.push_back(x);
  return kept;
}

/// x * 2^by, or x where that is no normal number.
template <class T> T scaled(T x, int by) {
  auto const [negative, significand, exponent] = decompose(x);
  T const y = make_number<T>(negative, significand, exponent + by);
  return is_nonfinite(y) || exponent + by > format<T>::max_exponent - format<T>::precision - 4 ? x : y;
}

/// body(method, extractor, values): every class of data, the smallest extractor and larger ones.
template <class T, class Body> void for_each_extraction(std::size_t count, std::size_t limit, Body body) {
  std::size_t done = 0;
  for_each_data<T>(count, limit, [&](auto all, auto& random) {
    auto const values = finite_ones<T>(all);
    for (auto const& method : extraction_methods<T>()) {
      SCOPED_TRACE(std::string(method.name));
      T extractor;
      try {
        extractor = method.extractor(values.size(), largest_of<T>(values));
      } catch (error const&) {
        continue;  // values at the top of the range
      }
      body(method, extractor, std::span<T const>(values));
      body(method, scaled(extractor, 1 + static_cast<int>(random.below(12))), std::span<T const>(values));
      body(method, scaled(extractor, static_cast<int>(random.below(format<T>::precision))), std::span<T const>(values));
      ++done;
    }
  });
  EXPECT_GT(done, scaled_count(count) * data_classes<T>().size());
}

template <class T> class extract_vector_of : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(extract_vector_of, element_types);

TYPED_TEST(extract_vector_of, gives_the_parts_of_the_definition) {
  using T = TypeParam;
  for_each_extraction<T>(2, 40, [](auto const& method, T extractor, std::span<T const> values) {
    auto const [sum, low] = method.extract(extractor, values);
    dyadic expected;
    for (std::size_t i = 0; i < values.size(); ++i) {
      expected = expected + method.high(extractor, values[i]);
      ASSERT_TRUE(exactly(low[i]) == exactly(method.low(extractor, values[i])))
          << hexadecimal(values[i]) << ", extractor " << hexadecimal(extractor);
    }
    ASSERT_TRUE(exactly(sum) == expected) << "extractor " << hexadecimal(extractor);
    ASSERT_FALSE(expected.is_zero() && is_negative(sum)) << "a zero sum is +0";
  });
}

// T + sum(r) == sum(v), and |r| is at most half a unit (Theorem 4); a whole one in a directed mode, where the sum is
// exact only if every low part is (the next file shows one that is not).
TYPED_TEST(extract_vector_of, loses_nothing) {
  using T = TypeParam;
  for_each_extraction<T>(20, 300, [](auto const& method, T extractor, std::span<T const> values) {
    auto const [sum, low] = method.extract(extractor, values);
    bool const directed = method.name.find("2 ") != std::string_view::npos;
    int const place = decompose(extractor).exponent;
    dyadic const unit = last_place(extractor);
    dyadic const bound = directed || values.size() < 2 ? unit : unit * dyadic(integer(1), -1);
    dyadic left, right = exactly(sum);
    for (std::size_t i = 0; i < values.size(); ++i) {
      left = left + exactly(values[i]);
      right = right + exactly(low[i]);
      ASSERT_TRUE(magnitude(exactly(low[i])) <= bound) << hexadecimal(values[i]);
      auto const [negative, significand, exponent] = decompose(values[i]);
      if (directed && significand != 0 && exponent < place - format<T>::precision) return;
    }
    ASSERT_TRUE(left == right) << "extractor " << hexadecimal(extractor);
  });
}

// Theorem 4: no high part of ExtractVector3 is above 2^(k - ceil(log2 n)), so all of them together stay in the binade.
TYPED_TEST(extract_vector_of, keeps_high_parts_within_the_bound) {
  using T = TypeParam;
  for (std::size_t n : {1, 2, 3, 4, 5, 8, 100, 128}) {
    for (T largest : {T(1), std::nextafter(T(1), T(0)), std::nextafter(T(1), T(2)), T(0.75)}) {
      T const extractor = extractor3_for(n, largest);
      dyadic const bound(integer(1), (largest > T(1) ? 1 : 0));
      for (T x : {largest, -largest}) {
        for (T in_binade : {extractor, std::nextafter(extractor / T(6) * T(7), T(0))}) {
          std::vector<T> values(n, x);
          T const last = extract_vector3(in_binade, values);
          EXPECT_TRUE(magnitude(exactly(last) - exactly(in_binade)) <= dyadic(integer(static_cast<int>(n))) * bound);
          EXPECT_EQ(decompose(last).exponent, decompose(extractor).exponent) << "another binade";
        }
      }
    }
  }
}

template <class T> std::vector<T> values_around_ties(random_source& random, std::size_t n, int place) {
  std::vector<T> values;
  for (std::size_t i = 0; i < n; ++i) {
    bool const negative = random.coin();
    auto const halves = random.below(7);
    T const tie = make_number<T>(negative, halves, place - 1);
    auto const side = random.below(4);
    values.push_back(side == 0 ? std::nextafter(tie, T(0)) : side == 1 ? std::nextafter(tie, T(1)) : tie);
  }
  return values;
}

// Every order of a few values, most of them halfway between two high parts.
TYPED_TEST(extract_vector_of, does_not_depend_on_the_order) {
  using T = TypeParam;
  random_source random(first_seed());
  for (auto const& method : extraction_methods<T>()) {
    SCOPED_TRACE(std::string(method.name));
    for (std::size_t i = 0; i < scaled_count(60); ++i) {
      std::size_t const n = 2 + random.below(4);
      T const extractor = method.extractor(n, T(1));
      auto const values = values_around_ties<T>(random, n, decompose(extractor).exponent);
      auto const expected = method.extract(extractor, values);
      std::vector<std::size_t> order(n);
      std::iota(order.begin(), order.end(), std::size_t{0});
      do {
        std::vector<T> permuted;
        for (auto j : order) permuted.push_back(values[j]);
        auto const actual = method.extract(extractor, permuted);
        ASSERT_TRUE(same_bits(expected.sum, actual.sum));
        for (std::size_t j = 0; j < n; ++j) ASSERT_TRUE(same_bits(expected.low[order[j]], actual.low[j]));
      } while (std::ranges::next_permutation(order).found);
    }
  }
}

TYPED_TEST(extract_vector_of, does_not_depend_on_the_order_of_long_vectors) {
  using T = TypeParam;
  random_source random(first_seed() + 1);
  for_each_extraction<T>(4, 3000, [&](auto const& method, T extractor, std::span<T const> values) {
    auto const expected = method.extract(extractor, values);
    std::vector<T> permuted(values.begin(), values.end());
    random.shuffle(std::span(permuted));
    ASSERT_TRUE(same_bits(expected.sum, method.extract(extractor, permuted).sum));
    std::ranges::sort(permuted);
    ASSERT_TRUE(same_bits(expected.sum, method.extract(extractor, permuted).sum));
  });
}

TYPED_TEST(extract_vector_of, neither_sees_nor_changes_the_environment) {
  using T = TypeParam;
  random_source random(first_seed());
  for (auto const& method : extraction_methods<T>()) {
    T const extractor = method.extractor(50, T(1));
    auto const values = values_around_ties<T>(random, 50, decompose(extractor).exponent);
    auto const expected = method.extract(extractor, values);
    float_environment const usual = read_environment();
    for (auto control : every_control_word()) {
      for (std::uint64_t flags : {std::uint64_t{0}, inexact_flag, every_flag}) {
        write_environment({control, flags});
        std::vector<T> low = values;
        T const sum = method.name == "ExtractVector"           ? extract_vector(extractor, low)
                      : method.name == "ExtractVector3"        ? extract_vector3(extractor, low)
                      : method.name == "ExtractVector2 upward" ? extract_vector2(extractor, low, rounding::upward)
                      : method.name == "ExtractVector2 downward"
                          ? extract_vector2(extractor, low, rounding::downward)
                          : extract_vector2(extractor, low, rounding::toward_zero);
        float_environment const after = read_environment();
        write_environment(usual);
        EXPECT_TRUE(undisturbed(float_environment{control, flags}, after)) << method.name;
        EXPECT_TRUE(same_bits(expected.sum, method.name == "ExtractVector3" ? sum - extractor : sum)) << method.name;
        EXPECT_TRUE(same_bits(expected.low, low)) << method.name;
      }
    }
  }
}

template <class T> bool is_refused(extraction_method<T> const& method, T extractor, std::vector<T> const& values) {
  try {
    static_cast<void>(method.extract(extractor, values));
    return false;
  } catch (error const& e) {
    EXPECT_EQ(e.code(), status::invalid_argument);
    EXPECT_NE(std::string(e.what()).find("; "), std::string::npos) << "says what to do";
    return true;
  }
}

TYPED_TEST(extract_vector_of, refuses_what_is_no_extractor) {
  using T = TypeParam;
  T const infinity = infinite<T>();
  for (auto const& method : extraction_methods<T>()) {
    SCOPED_TRACE(std::string(method.name));
    T const good = method.extractor(3, T(1));
    std::vector<T> const values = {T(1), T(-0.3), T(0)};
    EXPECT_FALSE(is_refused(method, good, values));
    EXPECT_TRUE(is_refused(method, good / 2, values)) << "it is the smallest";
    EXPECT_FALSE(is_refused(method, good * 2, values));
    for (T bad : {T(0), -good, infinity, from_bits<T>(format<T>::canonical_nan), good * T(4) / T(3), good * T(7) / T(6),
                  std::nextafter(good, T(0)), std::numeric_limits<T>::denorm_min()})
      EXPECT_TRUE(is_refused(method, bad, values)) << hexadecimal(bad);
    EXPECT_EQ(is_refused(method, std::nextafter(good, infinity), values), method.name != "ExtractVector3");
    for (T bad : {infinity, -infinity, from_bits<T>(format<T>::canonical_nan)})
      EXPECT_TRUE(is_refused(method, good, {T(1), bad, T(0.5)}));
    EXPECT_FALSE(is_refused(method, good, {}));
    EXPECT_TRUE(same_bits(T(0), method.extract(good, {}).sum));
  }
}

TYPED_TEST(extract_vector_of, leaves_the_values_alone_where_it_refuses) {
  using T = TypeParam;
  std::vector<T> const before = {T(1), T(0.1), infinite<T>()};
  std::vector<T> values = before;
  EXPECT_THROW(extract_vector(extractor_for(3, T(1)), values), error);
  EXPECT_THROW(extract_vector2(extractor2_for(3, T(1)), values, rounding::upward), error);
  EXPECT_THROW(extract_vector3(extractor3_for(3, T(1)), values), error);
  values.back() = T(2);
  EXPECT_THROW(extract_vector2(extractor2_for(3, T(2)), values, rounding::nearest_even), error);
  EXPECT_THROW(extract_vector2(extractor2_for(3, T(2)), values, rounding::to_odd), error);
  EXPECT_THROW(extract_vector3(T(6), values), error);
  values.back() = before.back();
  EXPECT_TRUE(same_bits(before, values));
  EXPECT_THROW(extract_vector(T(3), std::span<T>(static_cast<T*>(nullptr), 2)), error);
}

// The range ends at both ends where the arithmetic would: it is refused, or right.
TYPED_TEST(extract_vector_of, works_to_the_ends_of_the_range) {
  using T = TypeParam;
  T const tiny = std::numeric_limits<T>::denorm_min(), huge = std::numeric_limits<T>::max();
  for (auto const& method : extraction_methods<T>()) {
    SCOPED_TRACE(std::string(method.name));
    EXPECT_THROW(static_cast<void>(method.extractor(1, huge)), error);
    EXPECT_THROW(static_cast<void>(method.extractor(1, infinite<T>())), error);
    EXPECT_THROW(static_cast<void>(method.extractor(std::size_t{1} << 60, T(1))), error);
    EXPECT_TRUE(method.extractor(0, T(0)) > T(0));
    for (std::vector<T> values :
         {std::vector<T>(5, tiny), {tiny, -tiny, 3 * tiny}, {T(0), T(-0.0)}, {huge / 64, -huge / 512}}) {
      T const extractor = method.extractor(values.size(), largest_of<T>(values));
      auto const [sum, low] = method.extract(extractor, values);
      dyadic left, right = exactly(sum);
      for (std::size_t i = 0; i < values.size(); ++i) {
        left = left + exactly(values[i]);
        right = right + exactly(low[i]);
        EXPECT_TRUE(exactly(low[i]) == exactly(method.low(extractor, values[i])));
      }
      if (method.name.find("2 ") == std::string_view::npos) {
        EXPECT_TRUE(left == right) << hexadecimal(values[0]);
      }
    }
  }
}

}  // namespace
}  // namespace isobit::test
