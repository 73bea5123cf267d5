// Every kernel of every instruction set of this machine against its own contract (src/sum/kernels.hpp).
#include <algorithm>
#include <cmath>
#include <optional>

#include <gtest/gtest.h>

#include "arithmetic/environment.hpp"
#include "reference/operations.hpp"
#include "sum/blocks.hpp"
#include "sum/extraction.hpp"
#include "sum/kernels.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"
#include "unit/sum/kernel_tables.hpp"

namespace isobit::test {
namespace {

/// The elements of a block, in any order.
template <class T> std::vector<T> elements_of(std::span<T const> values, summation::block b) {
  std::vector<T> elements;
  summation::for_each_piece(b, [&](std::size_t first, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) elements.push_back(values[first + i]);
  });
  return elements;
}

/// Calls body(kernels, block, elements) for the block of all values, and for one with far streams and a short tail.
template <class T, class Body> void for_each_kernel_block(std::span<T const> values, Body body) {
  for (auto const* kernels : every_table()) {
    if (values.size() < kernels->lanes) continue;
    SCOPED_TRACE(set_name(*kernels));
    auto const whole = summation::contiguous(values.size(), kernels->lanes);
    body(*kernels, whole);
    if (whole.length >= 2 * kernels->lanes) {
      summation::block part = whole;
      part.length -= kernels->lanes;
      part.tail_count /= 2;
      body(*kernels, part);
    }
    body(*kernels, summation::block{0, 0, values.size() - 1, 1});
  }
}

/// The value of a block's sum, where the flags and its finiteness certify it.
std::optional<reference::dyadic> certified_value(observed<summation::block_sum> const& seen) {
  reference::dyadic value;
  for (double part : seen.result.part) {
    if (seen.rounded || is_nonfinite(part)) return std::nullopt;
    value = value + reference::exactly(part);
  }
  return value;
}

bool says_only_negative_zeros(summation::block_sum const& sum) {
  auto const& part = sum.part;
  return bits_of(part[0]) == bits_of(-0.0) &&
         std::all_of(std::begin(part) + 1, std::end(part), [](double x) { return x == 0; });
}

/// Certified: exact, and -0 only for nothing but -0. `addend` is what the term makes of an element.
template <class T, class Kernel, class Addend> std::size_t expect_certified_sums(Kernel sum, Addend addend) {
  std::size_t certified = 0;
  for_each_data<T>(10, 5000, [&](auto values, auto&) {
    for_each_kernel_block(values, [&](summation::table const& kernels, summation::block b) {
      auto const seen = observe([&] { return sum(kernels, values.data(), b); });
      auto const value = certified_value(seen);
      if (!value) return;
      ++certified;
      reference::total expected;
      for (T x : elements_of(values, b)) expected.add(addend(x));
      ASSERT_TRUE(expected.is_finite());
      ASSERT_TRUE(*value == expected.value());
      ASSERT_EQ(says_only_negative_zeros(seen.result), expected.only_negative_zeros());
    });
  });
  return certified;
}

TEST(kernels, sums_without_flags_are_exact) {
  auto const same = [](auto x) { return x; };
  auto const magnitude = [](auto x) { return reference::magnitude_of(x); };
  using table = summation::table;
  using block = summation::block;
  EXPECT_GT(
      expect_certified_sums<double>([](table const& k, double const* x, block b) { return k.sum_f64(x, b); }, same),
      20u);
  EXPECT_GT(expect_certified_sums<float>([](table const& k, float const* x, block b) { return k.sum_f32(x, b); }, same),
            20u);
  EXPECT_GT(expect_certified_sums<double>(
                [](table const& k, double const* x, block b) { return k.magnitudes_f64(x, b); }, magnitude),
            20u);
  EXPECT_GT(expect_certified_sums<float>([](table const& k, float const* x, block b) { return k.magnitudes_f32(x, b); },
                                         magnitude),
            20u);
}

TEST(kernels, sums_of_products_of_floats_without_flags_are_exact) {
  std::size_t certified = 0;
  for_each_pair<float>(10, 5000, [&](auto x, auto y, auto&) {
    for_each_kernel_block(x, [&](summation::table const& kernels, summation::block b) {
      auto const seen = observe([&] { return kernels.products_f32(x.data(), y.data(), b); });
      auto const value = certified_value(seen);
      if (!value) return;
      ++certified;
      auto const left = elements_of(x, b), right = elements_of(y, b);
      auto const expected = reference::total_of_products(std::span<float const>(left), std::span<float const>(right));
      ASSERT_TRUE(*value == expected.value());
      ASSERT_EQ(says_only_negative_zeros(seen.result), expected.only_negative_zeros());
    });
  });
  EXPECT_GT(certified, 20u);
}

// Without this, a kernel that always raises a flag would pass: ordinary data must be certified.
TEST(kernels, certify_ordinary_data) {
  if (!exception_flags_work()) GTEST_SKIP() << "this machine's exception flags do not work";
  random_source random(first_seed());
  for (auto const* kernels : every_table()) {
    int certified = 0;
    for (int i = 0; i < 200; ++i) {
      auto const values = make_data(data_classes<double>()[2], random, 4096);
      auto const seen =
          observe([&] { return kernels->sum_f64(values.data(), summation::contiguous(4096, kernels->lanes)); });
      certified += seen.rounded ? 0 : 1;
    }
    EXPECT_GE(certified, 190) << set_name(*kernels);
  }
}

template <class T, class Few> void expect_exact_few(Few few) {
  std::size_t in_range = 0;
  for_each_data<T>(60, summation::few - 1, [&](auto values, auto&) {
    auto const expected = reference::total_of(values);
    for (auto const* kernels : every_table()) {
      auto const seen = observe([&] { return few(*kernels, values.data(), values.size()); });
      auto const& sum = seen.result;
      if (!sum.in_range) continue;
      ++in_range;
      ASSERT_TRUE(expected.is_finite());
      auto const value = reference::dyadic(reference::integer(sum.whole), sum.exponent) +
                         reference::dyadic(reference::integer(sum.fraction), sum.exponent - summation::fraction_bits);
      ASSERT_TRUE(value == expected.value()) << set_name(*kernels);
      ASSERT_FALSE(seen.rounded) << "integers only, but " << set_name(*kernels) << " raised a flag";
    }
  });
  EXPECT_GT(in_range, 20u);
}
TEST(kernels, few_values_are_exact) {
  expect_exact_few<double>([](auto const& kernels, double const* x, std::size_t n) { return kernels.few_f64(x, n); });
  expect_exact_few<float>([](auto const& kernels, float const* x, std::size_t n) { return kernels.few_f32(x, n); });
}

/// |sum - units*ulp - rest| is within (longest chain + 16) * n * ulp * 2^-53, and what a subnormal rest may lose.
template <class Leading, class Total>
void expect_leading(summation::table const& kernels, summation::block b, double extractor, Leading leading, Total total,
                    std::size_t& in_range) {
  auto const seen = observe([&] { return leading(extractor); });
  auto const [units, rest, inside] = seen.result;
  if (!inside || is_nonfinite(rest)) return;
  reference::total const expected = total();
  ASSERT_TRUE(expected.is_finite());
  ++in_range;
  int const ulp = decompose(extractor).exponent;
  auto const error = expected.value() - reference::dyadic(reference::integer(units), ulp) - reference::exactly(rest);
  auto const count = static_cast<std::int64_t>(summation::elements(b));
  auto const depth = static_cast<std::int64_t>(b.length / kernels.lanes + b.tail_count / kernels.lanes + 16);
  auto const bound = reference::dyadic(reference::integer(count) * reference::integer(depth), ulp - 53) +
                     reference::dyadic(reference::integer(count), -1000);
  ASSERT_TRUE(magnitude(error) <= bound);
}

double extractor_for(std::span<double const> largest, random_source& random) {
  int top = -900;
  for (double x : largest)
    if (!is_nonfinite(x)) top = std::max(top, std::ilogb(x) + 1);
  return three_halves<double>(std::clamp(top + random.between(3, 16), -900, 900));
}

TEST(kernels, leading_sums_in_range_are_within_their_bound) {
  std::size_t in_range = 0;
  for_each_data<double>(8, 5000, [&](auto values, auto& random) {
    double const extractor = extractor_for(values, random);
    for_each_kernel_block(values, [&](summation::table const& kernels, summation::block b) {
      auto const elements = elements_of(values, b);
      expect_leading(
          kernels, b, extractor, [&](double e) { return kernels.leading_f64(values.data(), b, e); },
          [&] { return reference::total_of(std::span<double const>(elements)); }, in_range);
      expect_leading(
          kernels, b, extractor, [&](double e) { return kernels.leading_magnitudes_f64(values.data(), b, e); },
          [&] {
            reference::total total;
            for (double x : elements) total.add(reference::magnitude_of(x));
            return total;
          },
          in_range);
    });
  });
  EXPECT_GT(in_range, 20u);
}

TEST(kernels, leading_sums_of_floats_in_range_are_within_their_bound) {
  std::size_t in_range = 0;
  for_each_pair<float>(8, 5000, [&](auto x, auto y, auto& random) {
    std::vector<double> wide(x.begin(), x.end()), products;
    for (std::size_t i = 0; i < x.size(); ++i) products.push_back(static_cast<double>(x[i]) * y[i]);
    double const extractor = extractor_for(wide, random), of_products = extractor_for(products, random);
    for_each_kernel_block(x, [&](summation::table const& kernels, summation::block b) {
      auto const left = elements_of(x, b), right = elements_of(y, b);
      expect_leading(
          kernels, b, extractor, [&](double e) { return kernels.leading_f32(x.data(), b, e); },
          [&] { return reference::total_of(std::span<float const>(left)); }, in_range);
      expect_leading(
          kernels, b, extractor, [&](double e) { return kernels.leading_magnitudes_f32(x.data(), b, e); },
          [&] {
            reference::total total;
            for (float value : left) total.add(reference::magnitude_of(value));
            return total;
          },
          in_range);
      expect_leading(
          kernels, b, of_products, [&](double e) { return kernels.leading_products_f32(x.data(), y.data(), b, e); },
          [&] { return reference::total_of_products(std::span<float const>(left), std::span<float const>(right)); },
          in_range);
    });
  });
  EXPECT_GT(in_range, 20u);
}

TEST(kernels, leading_products_in_range_are_within_their_bound) {
  std::size_t in_range = 0;
  for_each_pair<double>(8, 5000, [&](auto x, auto y, auto& random) {
    std::vector<double> products;
    for (std::size_t i = 0; i < x.size(); ++i) products.push_back(x[i] * y[i]);
    double const extractor = extractor_for(products, random);
    for_each_kernel_block(x, [&](summation::table const& kernels, summation::block b) {
      auto const left = elements_of(x, b), right = elements_of(y, b);
      expect_leading(
          kernels, b, extractor, [&](double e) { return kernels.leading_products_f64(x.data(), y.data(), b, e); },
          [&] { return reference::total_of_products(std::span<double const>(left), std::span<double const>(right)); },
          in_range);
    });
  });
  EXPECT_GT(in_range, 20u);
}

template <class T> void expect_largest() {
  for_each_data<T>(20, 300, [&](auto values, auto&) {
    typename format<T>::bits_type expected = 0;
    for (T x : values) expected = std::max(expected, bits_of(magnitude(x)));
    for (auto const* kernels : every_table())
      if constexpr (std::same_as<T, double>) {
        ASSERT_EQ(kernels->largest_f64(values.data(), values.size()), expected) << set_name(*kernels);
        ASSERT_EQ(kernels->largest_exponent_f64(values.data(), values.size()), static_cast<int>(expected >> 52))
            << set_name(*kernels);
      } else {
        ASSERT_EQ(kernels->largest_f32(values.data(), values.size()), expected) << set_name(*kernels);
      }
  });
}

TEST(kernels, largest_is_the_largest_magnitude) {
  expect_largest<double>();
  expect_largest<float>();
}

// At most 2^-13 off; infinite where it must not be trusted.
TEST(kernels, rough_magnitudes_are_nearly_right) {
  for_each_data<float>(20, 8192, [&](auto values, auto&) {
    reference::total total;
    for (float x : values) total.add(reference::magnitude_of(x));
    for (auto const* kernels : every_table()) {
      double const size = observe([&] { return kernels->rough_magnitudes_f32(values.data(), values.size()); }).result;
      if (!total.is_finite()) {
        ASSERT_TRUE(is_nonfinite(size)) << set_name(*kernels);
      } else if (!is_nonfinite(size)) {
        auto const error = magnitude(reference::exactly(size) - total.value());
        ASSERT_TRUE(error <= total.value() * reference::dyadic(reference::integer(1), -13)) << set_name(*kernels);
      }
    }
  });
}

template <class T, class Kernel> std::size_t expect_lossless_extraction(Kernel extract) {
  std::size_t extracted = 0;
  for_each_data<T>(20, 2048, [&](auto values, auto&) {
    int top = -1000;
    for (T x : values) top = is_nonfinite(x) ? 2000 : std::max(top, x == 0 ? -1000 : std::ilogb(x) + 1);
    if (top + 12 > 1023) return;
    for (auto const* kernels : every_table()) {
      int const headroom = summation::extraction_headroom(kernels->lanes);
      std::size_t const n = values.size() / kernels->lanes * kernels->lanes;
      for (int const levels : {summation::few_levels, summation::many_levels}) {
        double extractors[summation::many_levels];
        std::int64_t units[summation::many_levels];
        for (int k = 0; k < levels; ++k)
          extractors[k] = three_halves<double>(std::max(top + headroom - (53 - headroom) * k, -1022));
        std::vector<double> rest(n);
        auto const seen =
            observe([&] { return extract(*kernels, values.data(), rest.data(), n, levels, extractors, units); });
        auto total = reference::total_of(std::span<double const>(rest)).value();
        for (int k = 0; k < levels; ++k)
          total = total + reference::dyadic(reference::integer(units[k]), decompose(extractors[k]).exponent);
        ASSERT_TRUE(total == reference::total_of(values.first(n)).value()) << set_name(*kernels);
        bool anything_left = false;
        for (double x : rest) anything_left = anything_left || x != 0;
        ASSERT_EQ(seen.result, anything_left) << set_name(*kernels);
        ++extracted;
      }
    }
  });
  return extracted;
}

TEST(kernels, extraction_loses_nothing) {
  using table = summation::table;
  EXPECT_GT(
      expect_lossless_extraction<double>([](table const& k, auto... arguments) { return k.extract_f64(arguments...); }),
      20u);
  EXPECT_GT(
      expect_lossless_extraction<float>([](table const& k, auto... arguments) { return k.extract_f32(arguments...); }),
      20u);
}

// The chains are as full as they can be: every element is the largest possible, of one sign.
TEST(kernels, extraction_holds_the_largest_sums) {
  for (double x : {0x1.fffffffffffffp-1, -0x1.fffffffffffffp-1, 0x1.0000000000001p-1, -0x1p-1}) {
    std::vector<double> const values(summation::extraction_size, x);
    for (auto const* kernels : every_table()) {
      exact state;
      in_standard_environment(
          [&](environment_guard&) { summation::extract(*kernels, values.data(), values.size(), state); });
      exact expected;
      for (double const each : values) expected.add(each);
      state.canonicalise();
      expected.canonicalise();
      ASSERT_TRUE(state == expected) << set_name(*kernels) << ", " << x;
    }
  }
}

TEST(kernels, two_products_are_exact_unless_flagged) {
  std::size_t exact_products = 0;
  for_each_pair<double>(15, 700, [&](auto x, auto y, auto&) {
    for (auto const* kernels : every_table()) {
      std::vector<double> product(x.size()), error(x.size());
      auto const seen = observe([&] {
        kernels->two_products(x.data(), y.data(), x.size(), product.data(), error.data());
        return 0;
      });
      if (seen.out_of_range) continue;
      for (std::size_t i = 0; i < x.size(); ++i) {
        if (is_nan(x[i]) || is_nan(y[i])) {
          ASSERT_TRUE(is_nan(product[i]));
        } else {
          ASSERT_TRUE(reference::exactly(product[i]) + reference::exactly(error[i]) ==
                      reference::exactly(x[i]) * reference::exactly(y[i]))
              << set_name(*kernels) << ", element " << i;
          ++exact_products;
        }
      }
    }
  });
  EXPECT_GT(exact_products, 1000u);
}

TEST(kernels, sums_of_products_and_errors_without_flags_are_exact) {
  std::size_t certified = 0;
  for_each_pair<double>(15, 5000, [&](auto x, auto y, auto&) {
    for_each_kernel_block(x, [&](summation::table const& kernels, summation::block b) {
      if (kernels.sum_products == nullptr) return;
      std::vector<double> products(x.size());
      observe([&] {
        if (kernels.multiply != nullptr) kernels.multiply(x.data(), y.data(), x.size(), products.data());
        return 0;
      });
      auto const seen = observe([&] { return kernels.sum_products(x.data(), y.data(), products.data(), b); });
      auto const value = certified_value({seen.result.product, seen.rounded, seen.out_of_range});
      auto const error = certified_value({seen.result.error, seen.rounded, seen.out_of_range});
      if (!value || !error) return;
      ++certified;
      auto const left = elements_of(x, b), right = elements_of(y, b);
      auto const expected = reference::total_of_products(std::span<double const>(left), std::span<double const>(right));
      ASSERT_TRUE(expected.is_finite());
      ASSERT_TRUE(*value + *error == expected.value());
      ASSERT_EQ(says_only_negative_zeros(seen.result.product), expected.only_negative_zeros());
    });
  });
  auto const has_kernel = [](auto const* kernels) { return kernels->sum_products != nullptr; };
  EXPECT_TRUE(certified > 20 || std::ranges::none_of(every_table(), has_kernel));
}

}  // namespace
}  // namespace isobit::test
