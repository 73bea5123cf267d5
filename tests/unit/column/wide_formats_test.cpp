// x87 and binary128 numbers in integers, against the processor's and the compiler's own.
#include <gtest/gtest.h>

#include "arithmetic/x87.hpp"
#include "column_data.hpp"
#include "support/check.hpp"

namespace isobit::test {
namespace {

using columns::operation;
using columns::rule;

#if defined(__x86_64__)

template <class T> struct native;
template <> struct native<long double> {
  static constexpr number_format format = number_format::x87;
  static constexpr std::size_t bytes = 10;
  static bool is_nan(long double x) { return x != x; }
};
template <> struct native<__float128> {
  static constexpr number_format format = number_format::binary128;
  static constexpr std::size_t bytes = 16;
  static bool is_nan(__float128 x) { return x != x; }
};

template <class T> class wide_formats : public testing::Test {
public:
  static constexpr number_format tested = native<T>::format;

  /// What `how` gives for random columns against `fold` of the same numbers.
  template <class Fold> static void expect(columns::recipe const& how, operation what, Fold fold) {
    random_source random(first_seed());
    SCOPED_TRACE("seed " + std::to_string(first_seed()));
    for (int ranks : {2, 3, 7}) {
      column_source<tested> source(random);
      std::vector<std::vector<uint128>> columns;
      for (int i = 0; i < 1000; ++i) columns.push_back(source.column(i % column_source<tested>::kinds, ranks));
      auto const memory = row_memory::of<tested>(columns, ranks, random);
      auto const results = reduced(how, what, {tested, false}, memory.view());
      for (std::size_t i = 0; i < columns.size(); ++i) {
        std::vector<T> numbers;
        for (int rank = 0; rank < ranks; ++rank) {
          T x;
          std::memcpy(&x, memory.view().first + static_cast<std::size_t>(rank) * memory.view().stride + i * 16, 16);
          numbers.push_back(x);
        }
        ASSERT_TRUE(same(fold(numbers), results.data() + i * 16)) << "column " << i << ", " << ranks << " ranks";
      }
    }
  }

  static testing::AssertionResult same(T expected, std::byte const* actual) {
    std::byte bytes[16] = {};
    std::memcpy(bytes, &expected, native<T>::bytes);
    if (native<T>::is_nan(expected)) columns::store_bits<tested>(bytes, columns::shape<tested>::canonical_nan);
    if (std::memcmp(bytes, actual, 16) == 0) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "expected " << text_of(columns::load_bits<tested>(bytes)) << ", got "
                                       << text_of(columns::load_bits<tested>(actual)) << " or its padding";
  }
};
using wide_types = testing::Types<long double, __float128>;
TYPED_TEST_SUITE(wide_formats, wide_types);

TYPED_TEST(wide_formats, sums_and_products_of_two_are_the_processors) {
  using T = TypeParam;
  auto const sum = [](std::vector<T> const& x) {
    T total = x[0];
    for (std::size_t k = 1; k < x.size(); ++k) total = total + x[k];
    return total;
  };
  auto const product = [](std::vector<T> const& x) {
    T total = x[0];
    for (std::size_t k = 1; k < x.size(); ++k) total = total * x[k];
    return total;
  };
  this->expect({rule::order, 3, 1}, operation::sum, sum);
  this->expect({rule::order, 3, 1}, operation::product, product);
}

TYPED_TEST(wide_formats, kahan_and_knuth_follow_the_listings) {
  using T = TypeParam;
  auto const clear_nonfinite = [](T& correction) {
    if (!(correction - correction == 0)) correction = 0;
  };
  this->expect({rule::kahan, 3, 1}, operation::sum, [&](std::vector<T> const& values) {
    T sum = 0, correction = 0;
    for (T x : values) {
      T const y = x - correction, next = sum + y;
      correction = (next - sum) - y;
      clear_nonfinite(correction);
      sum = next;
    }
    return sum;
  });
  this->expect({rule::knuth, 3, 1}, operation::sum, [&](std::vector<T> const& values) {
    T sum = 0, correction = 0;
    for (T x : values) {
      T const v = x + correction, next = sum + v, kept = next - v, rest = next - kept;
      correction = (sum - kept) + (v - rest);
      clear_nonfinite(correction);
      sum = next;
    }
    return sum;
  });
}

TYPED_TEST(wide_formats, binned_and_extended_are_exact) {
  random_source random(first_seed());
  column_source<TestFixture::tested> source(random);
  std::vector<std::vector<uint128>> columns;
  for (int i = 0; i < 100; ++i) columns.push_back(source.column(i % source.kinds, 5));
  auto const memory = row_memory::of<TestFixture::tested>(columns, 5, random);
  for (auto how : {rule::binned, rule::extended})
    EXPECT_EQ(reduced({how, 3, 1}, operation::sum, {TestFixture::tested, false}, memory.view()),
              reduced({}, operation::sum, {TestFixture::tested, false}, memory.view()));
}

TYPED_TEST(wide_formats, shuffled_complex_products_are_in_some_order) {
  using T = TypeParam;
  random_source random(first_seed());
  column_source<TestFixture::tested> source(random);
  int in_order = 0, reversed = 0;
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<std::vector<uint128>> const columns = {source.column(1, 2), source.column(1, 2)};
    auto const memory = row_memory::of<TestFixture::tested>(columns, 2, random);
    T x[2][2];
    for (std::size_t rank = 0; rank < 2; ++rank)
      std::memcpy(x[rank], memory.view().first + rank * memory.view().stride, 32);
    auto const results =
        reduced({rule::shuffle, 3, 1}, operation::product, {TestFixture::tested, true}, memory.view(2));
    ASSERT_TRUE(this->same(x[0][0] * x[1][0] - x[0][1] * x[1][1], results.data()));
    bool const one = bool(this->same(x[0][0] * x[1][1] + x[0][1] * x[1][0], results.data() + 16));
    bool const other = bool(this->same(x[1][0] * x[0][1] + x[1][1] * x[0][0], results.data() + 16));
    ASSERT_TRUE(one || other);
    in_order += one;
    reversed += other;
  }
  EXPECT_EQ(in_order, reversed);  // addition commutes
}

/// Encodings that no arithmetic produces: the processor calls some invalid and takes others for numbers.
TEST(x87_encodings, mean_what_the_processor_says) {
  std::uint64_t const significands[] = {
      0, 1, std::uint64_t{1} << 62, std::uint64_t{1} << 63, std::uint64_t{3} << 62, ~std::uint64_t{0}};
  for (unsigned exponent : {0x0000u, 0x0001u, 0x3fffu, 0x7ffeu, 0x7fffu})
    for (unsigned sign : {0u, 0x8000u})
      for (std::uint64_t significand : significands) {
        long double rows[2] = {};
        std::uint16_t const upper = static_cast<std::uint16_t>(exponent | sign);
        std::memcpy(&rows[0], &significand, 8);
        std::memcpy(reinterpret_cast<std::byte*>(&rows[0]) + 8, &upper, 2);
        rows[1] = 1;
        long double const volatile x = rows[0], one = rows[1];
        for (auto how : {rule::exact, rule::order})
          for (auto what : {operation::sum, operation::product}) {
            auto const result = reduced({how, 3, 1}, what, {number_format::x87, false},
                                        {reinterpret_cast<std::byte const*>(rows), 16, 2, 1});
            EXPECT_TRUE(wide_formats<long double>::same(what == operation::sum ? x + one : x * one, result.data()))
                << std::hex << exponent << " " << significand;
          }
      }
}

#else
TEST(wide_formats, need_a_processor_that_has_them) { GTEST_SKIP() << "x87 numbers are those of x86-64"; }
#endif

}  // namespace
}  // namespace isobit::test
