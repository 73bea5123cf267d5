// Kernels of short sums and of one block, of every instruction set of this machine: what they say is certain is right.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "reference/operations.hpp"
#include "sum/terms.hpp"
#include "support/check.hpp"
#include "support/float_environment.hpp"
#include "unit/sum/kernel_tables.hpp"

namespace isobit::test {
namespace {

template <class T> reference::total total_of_magnitudes(std::span<T const> values) {
  std::vector<T> magnitudes(values.begin(), values.end());
  for (T& x : magnitudes) x = std::fabs(x);
  return reference::total_of(std::span<T const>(magnitudes));
}

/// call(kernels) of every instruction set: one that says it is certain is right, and silent ones raise no flag.
template <class Call, class T> void expect_certain(Call call, T expected, std::size_t& certain) {
  for (auto const* kernels : every_table()) {
    auto const seen = observe([&] { return call(*kernels); });
    if (kernels->silent) {
      ASSERT_FALSE(seen.rounded) << set_name(*kernels) << " raised a flag";
    }
    if (!seen.result.certain) continue;
    ++certain;
    ASSERT_TRUE(same_bits(expected, seen.result.value)) << set_name(*kernels);
  }
}
template <class Term>
void expect_certain_sum(Term term, std::size_t n, reference::total const& expected, std::size_t& certain) {
  using result = decltype(term.rounded(*every_table()[0], n).value);
  expect_certain([&](auto const& kernels) { return term.rounded(kernels, n); }, expected.template round<result>(),
                 certain);
}

/// And it is certain of ordinary numbers more often than not.
template <class T, class Values, class Magnitudes, class Products> void check_short_sums(std::size_t longest) {
  std::size_t certain = 0, calls = 0;
  for_each_pair<T>(60, longest, [&](auto x, auto y, auto&) {
    std::size_t const n = x.size();
    if (n == 0) return;
    calls += 3 * every_table().size();
    expect_certain_sum(Values{x.data()}, n, reference::total_of(x), certain);
    expect_certain_sum(Magnitudes{x.data()}, n, total_of_magnitudes(x), certain);
    expect_certain_sum(Products{x.data(), y.data()}, n, reference::total_of_products(x, y), certain);
  });
  EXPECT_GT(certain, calls / 4);
}

TEST(short_kernels, sums_are_right_where_they_are_certain) {
  using namespace summation;  // NOLINT: the terms
  check_short_sums<double, f64_values, f64_magnitudes, f64_products>(500);
}
TEST(short_kernels, sums_of_floats_are_right_where_they_are_certain) {
  using namespace summation;  // NOLINT: the terms
  check_short_sums<float, f32_values, f32_magnitudes, f32_products>(500);
}

TEST(short_kernels, moments_are_right_where_they_are_certain) {
  std::size_t certain = 0, calls = 0;
  for_each_data<double>(60, 500, [&](auto x, auto& random) {
    std::size_t const n = x.size(), removed = random.below(3);
    if (n <= removed) return;
    calls += 3 * every_table().size();
    expect_certain([&](auto const& k) { return k.short_mean_f64(x.data(), n); }, reference::mean<double>(x), certain);
    expect_certain([&](auto const& k) { return k.short_root_f64(x.data(), x.data(), n); },
                   reference::total_of_products(x, x).template square_root<double>(), certain);
    expect_certain([&](auto const& k) { return k.short_variance_f64(x.data(), n, removed); },
                   reference::variance<double>(x, removed), certain);
  });
  EXPECT_GT(certain, calls / 4);
}

TEST(short_kernels, parts_of_complex_products_are_right_where_they_are_certain) {
  std::size_t certain = 0, calls = 0;
  for_each_pair<double>(60, 500, [&](auto x, auto y, auto&) {
    std::size_t const n = x.size() / 2 * 2;
    if (n == 0) return;
    for (int i = 0; i < 8; ++i) {
      summation::f64_pairs const term = {x.data(), y.data(), (i & 1) != 0, {(i & 2) != 0, (i & 4) != 0}};
      std::vector<double> other(n);
      term.other_side(n, other.data());
      calls += every_table().size();
      expect_certain_sum(term, n, reference::total_of_products(x.first(n), std::span<double const>(other)), certain);
    }
  });
  EXPECT_GT(certain, calls / 4);
}

// Nothing but zeros: the sign is that of IEEE 754, or left to others.
TEST(short_kernels, zeros_keep_their_signs) {
  random_source random(first_seed());
  std::size_t certain = 0;
  for (std::size_t n = 2; n <= 300; n += 2) {
    for (int kind = 0; kind < 3; ++kind) {
      std::vector<double> x(n, kind == 0 ? -0.0 : 0.0), y(n, kind == 0 ? 1.0 : -1.0);
      if (kind == 2) x[random.below(n)] = -0.0;
      std::span<double const> const left = x, right = y;
      expect_certain_sum(summation::f64_values{x.data()}, n, reference::total_of(left), certain);
      expect_certain_sum(summation::f64_products{x.data(), y.data()}, n, reference::total_of_products(left, right),
                         certain);
      for (int i = 0; i < 8; ++i) {
        summation::f64_pairs const term = {x.data(), y.data(), (i & 1) != 0, {(i & 2) != 0, (i & 4) != 0}};
        std::vector<double> other(n);
        term.other_side(n, other.data());
        expect_certain_sum(term, n, reference::total_of_products(left, std::span<double const>(other)), certain);
      }
    }
  }
  EXPECT_GT(certain, 0u);
}

// A tie that only a subnormal number decides, in every rounding mode, where such numbers count and where they do not.
TEST(short_kernels, silent_ones_are_right_or_not_certain_in_any_environment) {
  for (std::size_t const n : {3, 20, 100, 300}) {
    std::vector<double> values(n, 0.0), ones(n, 1.0);
    std::vector<float> floats(n, 0.0F);
    values[0] = 1, values[1] = 0x1p-53, values[n - 1] = 0x1p-1074;
    floats[0] = 1, floats[1] = 0x1p-24F, floats[n - 1] = 0x1p-149F;
    for (auto const word : every_control_word()) {
      for (auto const* kernels : every_table()) {
        if (!kernels->silent) continue;
        SCOPED_TRACE(std::to_string(n) + " in environment " + std::to_string(word));
        auto const before = read_environment();
        float_environment const environment = {word, 0};
        write_environment(environment);
        auto const sum = kernels->short_f64(values.data(), n),
                   dot = kernels->short_products_f64(values.data(), ones.data(), n);
        auto const sum_of_floats = kernels->short_f32(floats.data(), n);
        auto const enclosed = kernels->short_enclosed_f64(values.data(), n).sum;
        auto const after = read_environment();
        write_environment(before);
        EXPECT_EQ(after, environment);
        EXPECT_TRUE(!sum.certain || sum.value == 1 + 0x1p-52);
        EXPECT_TRUE(!dot.certain || dot.value == 1 + 0x1p-52);
        EXPECT_TRUE(!sum_of_floats.certain || sum_of_floats.value == 1 + 0x1p-23F);
        EXPECT_NE(enclosed.radius, 0);  // no two doubles say it
      }
    }
  }
}

/// The sum is within the radius, and is high + low where the addends are multiples of the unit; those of products are
/// not looked at.
void expect_enclosed(summation::known_sum<double> const& block, reference::total const& expected,
                     std::span<double const> addends, std::size_t& within, std::size_t* exact = nullptr) {
  auto const [sum, unit] = block;
  if (is_nonfinite(sum.radius) || is_nonfinite(sum.low) || is_nonfinite(sum.high)) return;
  ++within;
  ASSERT_TRUE(expected.is_finite());
  auto const error = expected.value() - reference::exactly(sum.high) - reference::exactly(sum.low);
  ASSERT_TRUE(magnitude(error) <= reference::exactly(sum.radius));
  double const power = std::exp2(std::ceil(std::log2(unit)));
  if (exact == nullptr || std::ranges::any_of(addends, [&](double x) { return std::fmod(x, power) != 0; })) return;
  ++*exact;
  ASSERT_TRUE(error == reference::dyadic());
}

TEST(short_kernels, sums_are_enclosed) {
  std::size_t within = 0, calls = 0;
  for_each_data<double>(60, 500, [&](auto x, auto&) {
    if (x.empty()) return;
    auto const sum = reference::total_of(x);
    for (auto const* kernels : every_table()) {
      SCOPED_TRACE(set_name(*kernels));
      ++calls;
      expect_enclosed(observe([&] { return kernels->short_enclosed_f64(x.data(), x.size()); }).result, sum, x, within);
    }
  });
  EXPECT_GT(within, calls / 4);
}

TEST(short_kernels, blocks_are_enclosed) {
  std::size_t within = 0, exact = 0;
  for_each_pair<double>(20, 3000, [&](auto x, auto y, auto&) {
    std::size_t const n = x.size();
    if (n < summation::shortest_enclosed) return;
    auto const sum = reference::total_of(x), magnitudes = total_of_magnitudes(x),
               products = reference::total_of_products(x, y);
    for (auto const* kernels : every_table()) {
      SCOPED_TRACE(set_name(*kernels));
      auto const of = [&](auto call) { return observe(call).result; };
      expect_enclosed(of([&] { return kernels->block_f64(x.data(), n); }), sum, x, within, &exact);
      expect_enclosed(of([&] { return kernels->block_magnitudes_f64(x.data(), n); }), magnitudes, x, within, &exact);
      expect_enclosed(of([&] { return kernels->block_products_f64(x.data(), y.data(), n); }), products, {}, within);
    }
  });
  EXPECT_GT(within, 0u);
}

TEST(short_kernels, blocks_of_short_numbers_are_exact) {
  random_source random(first_seed());
  for (std::size_t n = summation::shortest_enclosed; n <= 400; ++n) {
    std::vector<double> values(n);
    for (double& x : values) x = std::ldexp(random.between(-1000000, 1000000), -30);
    auto const total = reference::total_of(std::span<double const>(values));
    for (auto const* kernels : every_table()) {
      SCOPED_TRACE(set_name(*kernels) + ", seed " + std::to_string(first_seed()) + ", size " + std::to_string(n));
      std::size_t within = 0, exact = 0;
      expect_enclosed(observe([&] { return kernels->block_f64(values.data(), n); }).result, total, values, within,
                      &exact);
      ASSERT_EQ(exact, 1u);
    }
  }
}

TEST(short_kernels, the_smallest_magnitude_is_found) {
  for_each_data<double>(20, 200, [&](auto values, auto&) {
    std::uint64_t expected = bits_of(HUGE_VAL) + 1;
    bool has_any = false;
    for (double x : values)
      if (x != 0)
        expected = has_any ? std::min(expected, bits_of(std::fabs(x))) : bits_of(std::fabs(x)), has_any = true;
    for (auto const* kernels : every_table()) {
      std::uint64_t const smallest = kernels->smallest_f64(values.data(), values.size());
      if (has_any)
        ASSERT_EQ(smallest, expected) << set_name(*kernels);
      else
        ASSERT_GE(smallest, expected) << set_name(*kernels);
    }
  });
}

}  // namespace
}  // namespace isobit::test
