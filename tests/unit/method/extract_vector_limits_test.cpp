// Why the extractions are as they are: what goes wrong without the directed mode, without the last bit, and with the
// condition of Algorithm 3 as it is printed.
#include <isobit/error.hpp>
#include <isobit/method/extract_vector.hpp>

#include <vector>

#include <gtest/gtest.h>

#include "arithmetic/environment.hpp"
#include "reference/round.hpp"
#include "support/check.hpp"

namespace isobit::test {
namespace {

/// The loop of Algorithms 3 and 5, in any rounding mode and without setting the last bit: M_n - M.
template <class T> T extracted_in(rounding mode, T extractor, std::vector<T> const& values) {
  return in_standard_environment([&](environment_guard& environment) {
    T const last = in_rounding(environment, mode, [&] {
      T sum = extractor;
      for (T x : values) {
        pin(sum);
        sum = sum + x;
      }
      pin(sum);
      return sum;
    });
    return last - extractor;
  });
}

// Halfway between two multiples of the last place, rounding to even looks at what was added before.
TEST(extract_vector_limits, in_rounding_to_nearest_the_order_shows) {
  double const unit = 0x1p-51;
  std::vector<double> const one_way = {unit / 2, unit}, other_way = {unit, unit / 2};
  double const extractor = 3.0;  // of Algorithm 3 with k = 0, of Algorithm 5 with k = -1
  EXPECT_TRUE(same_bits(unit, extracted_in(rounding::nearest_even, extractor, one_way)));
  EXPECT_TRUE(same_bits(2 * unit, extracted_in(rounding::nearest_even, extractor, other_way)));
  for (auto mode : {rounding::upward, rounding::downward, rounding::toward_zero})
    EXPECT_TRUE(same_bits(extracted_in(mode, extractor, one_way), extracted_in(mode, extractor, other_way)));
  auto values = one_way;
  EXPECT_TRUE(same_bits(extractor + 2 * unit, extract_vector3(extractor, values)));
  values = other_way;
  EXPECT_TRUE(same_bits(extractor + 2 * unit, extract_vector3(extractor, values)));
}

// In a directed mode a high part is up to a whole unit, 4 * epsilon * 2^k, above its value. So n * max|v| / (1 - n *
// epsilon) <= 2^k, the condition printed with Algorithm 3, and the one with 2n * epsilon in the text before it, let the
// running extractor leave its binade, and then the order shows.
TEST(extract_vector_limits, the_printed_condition_of_algorithm_3_is_too_weak) {
  float const two_to_k = 0x1p22f, extractor = 3 * two_to_k;  // the last place is 1, epsilon * 2^k is 1/4
  float const big = 1048.0f + 0x1p-13f, small = 0x1p-13f;
  double const n = 4000;
  ASSERT_LE(n * double{big}, double{two_to_k} - n * 0.25 * 2);
  std::vector<float> values(4000, big);
  values.back() = small;
  float const small_last = extracted_in(rounding::upward, extractor, values);
  std::swap(values.front(), values.back());
  float const small_first = extracted_in(rounding::upward, extractor, values);
  EXPECT_FALSE(small_first == small_last);
  EXPECT_THROW(extract_vector2(extractor, values, rounding::upward), error);
  EXPECT_TRUE(same_bits(2 * extractor, extractor2_for(values.size(), big)));
}

// Algorithm 3 is error-free only for values that are not too small: -1 + 2^-60 units is no floating-point number. The
// low part is rounded in the mode, from its value alone, so the order does not show in it.
TEST(extract_vector_limits, low_parts_of_algorithm_3_may_be_rounded) {
  double const unit = 0x1p-51, tiny = 0x1p-111;
  std::vector<double> values = {tiny};
  EXPECT_TRUE(same_bits(unit, extract_vector2(3.0, values, rounding::upward)));
  EXPECT_TRUE(same_bits(-unit + 0x1p-104, values[0])) << "upward from -unit + tiny";
  values = {0x1p-104};
  EXPECT_TRUE(same_bits(unit, extract_vector2(3.0, values, rounding::upward)));
  EXPECT_TRUE(same_bits(-unit + 0x1p-104, values[0])) << "53 bits below the cut: exact";
  values = {tiny};
  EXPECT_TRUE(same_bits(3.0, extract_vector3(3.0, values)));
  EXPECT_TRUE(same_bits(tiny, values[0])) << "to nearest, nothing is lost";
}

}  // namespace
}  // namespace isobit::test
