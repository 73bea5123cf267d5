// The kernels of up to 2048 floats against their contract (src/sum/kernels.hpp).
#include <algorithm>

#include <gtest/gtest.h>

#include "reference/operations.hpp"
#include "sum/blocks.hpp"
#include "sum/plain.hpp"
#include "support/check.hpp"
#include "unit/sum/kernel_tables.hpp"

namespace isobit::test {
namespace {

// Exact where no flag was raised, with the sign that a zero has.
TEST(float_kernels, floats_in_one_are_exact_if_no_flag_says_otherwise) {
  std::size_t certified = 0;
  for_each_data<float>(40, summation::most_in_one, [&](auto values, auto&) {
    reference::total total, magnitudes;
    for (float x : values) {
      total.add(x);
      magnitudes.add(reference::magnitude_of(x));
    }
    bool const finite = std::none_of(values.begin(), values.end(), is_nonfinite<float>);
    auto const check = [&](observed<double> const& seen, reference::total const& expected) {
      if (seen.rounded || is_nonfinite(seen.result)) return;
      ASSERT_TRUE(finite && reference::exactly(seen.result) == expected.value());
      ++certified;
    };
    for (auto const* kernels : every_table()) {
      if (values.size() < kernels->lanes) continue;
      SCOPED_TRACE(set_name(*kernels));
      check(observe([&] { return kernels->sum_in_one_f32(values.data(), values.size()); }), total);
      check(observe([&] { return kernels->magnitudes_in_one_f32(values.data(), values.size()); }), magnitudes);
    }
  });
  EXPECT_GT(certified, 20u);
  for (auto const* kernels : every_table()) {
    std::vector<float> zeros(100, -0.0F);
    EXPECT_TRUE(same_bits(-0.0, kernels->sum_in_one_f32(zeros.data(), zeros.size()))) << set_name(*kernels);
    zeros[70] = 0;
    EXPECT_TRUE(same_bits(0.0, kernels->sum_in_one_f32(zeros.data(), zeros.size()))) << set_name(*kernels);
  }
}

TEST(float_kernels, rough_sums_of_floats_are_within_their_bound) {
  auto const check = [](summation::table const& kernels, std::span<float const> values,
                        summation::rough_sum const& found, reference::total const& total,
                        reference::total const& magnitudes) {
    if (!magnitudes.is_finite()) {
      ASSERT_TRUE(is_nonfinite(found.magnitudes));
      return;
    }
    auto const b = summation::contiguous(values.size(), kernels.lanes);
    ASSERT_TRUE(magnitudes.value() <= reference::exactly(found.magnitudes));
    auto const radius = reference::exactly(summation::plain_radius(kernels, b, found.magnitudes));
    ASSERT_TRUE(magnitude(reference::exactly(found.sum) - total.value()) <= radius);
  };
  for_each_data<float>(40, summation::most_in_one, [&](auto values, auto&) {
    reference::total total, magnitudes;
    for (float x : values) {
      total.add(x);
      magnitudes.add(reference::magnitude_of(x));
    }
    for (auto const* kernels : every_table()) {
      if (values.size() < summation::shortest_enclosed) continue;
      SCOPED_TRACE(set_name(*kernels));
      auto const n = values.size();
      check(*kernels, values, observe([&] { return kernels->sum_roughly_f32(values.data(), n); }).result, total,
            magnitudes);
      check(*kernels, values, observe([&] { return kernels->magnitudes_roughly_f32(values.data(), n); }).result,
            magnitudes, magnitudes);
    }
  });
  // Wherever the largest stands.
  for (std::size_t n = summation::shortest_enclosed; n < 140; n += 7)
    for (std::size_t place = 0; place < n; ++place) {
      std::vector<float> values(n, 1.0F);
      values[place] = -0x1p30F;
      for (auto const* kernels : every_table()) {
        auto const found = kernels->sum_roughly_f32(values.data(), n);
        ASSERT_EQ(found.magnitudes, static_cast<double>(n) * 0x1p30) << set_name(*kernels) << ' ' << place;
        ASSERT_EQ(found.sum, static_cast<double>(n - 1) - 0x1p30) << set_name(*kernels) << ' ' << place;
      }
    }
}

}  // namespace
}  // namespace isobit::test
