// Bins that a GPU has filled are those of the CPU.
#include <isobit/cuda.hpp>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "cuda/limited_blocks.hpp"
#include "cuda/many_inputs.hpp"
#include "support/message.hpp"

namespace isobit::test {
namespace {

template <class A, class T>
testing::AssertionResult same_bins(vector_view<T const> const& host, vector_view<T const> const& device) {
  auto const expected = reduce<A>(host), found = cuda::reduce<A>(device);
  if (expected == found && expected.serialise() == found.serialise()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << A::bins << " bins of " << A::width << " bits: " << hexadecimal(expected.round())
                                     << " and " << hexadecimal(found.round());
}

template <class T>
testing::AssertionResult same_states(vector_view<T const> const& host, vector_view<T const> const& device) {
  constexpr int narrow = default_bin_width<T> / 2;
  if (auto const same = same_bins<binned<T, 3>>(host, device); !same) return same;
  if (auto const same = same_bins<binned<T, 1>>(host, device); !same) return same;
  if (auto const same = same_bins<binned<T, 2, narrow>>(host, device); !same) return same;
  return same_bins<binned<T, 4>>(host, device);
}

template <class T> class cuda_binned : public testing::Test {};
using types = testing::Types<double, float>;
TYPED_TEST_SUITE(cuda_binned, types);

TYPED_TEST(cuda_binned, states_of_every_class_are_those_of_the_cpu) {
  using T = TypeParam;
  for_each_data<T>(4, 100000, [](std::span<T const> values, random_source& random) {
    device_vector const device(std::vector<T>(values.begin(), values.end()), random.below(3));
    vector_view<T const> const host(values);
    for (long long const blocks : {1000000, 1, 3}) {
      limited_blocks const limit(blocks);
      ASSERT_TRUE(same_states(host, device.view())) << "at most " << blocks << " blocks";
    }
  });
}

// A hundred thousand states of parts of one array, strided ones too.
TYPED_TEST(cuda_binned, many_states_are_those_of_the_cpu) {
  using T = TypeParam;
  many_inputs<T> inputs(first_seed());
  SCOPED_TRACE("seed " + std::to_string(first_seed()));
  for (std::size_t i = 0; i < scaled_count(25000); ++i) {
    auto const x = inputs.next();
    ASSERT_TRUE(same_states(x.host, x.device)) << i;
  }
}

TYPED_TEST(cuda_binned, sums_merge_with_those_of_the_cpu) {
  using T = TypeParam;
  using bins = binned<T, 3>;
  std::vector<T> const ones(5000, T(1.0) / T(3.0)), others = {T(1e30), T(-2), T(-1e30), T(0)};
  device_vector const device(ones);
  auto state = cuda::reduce<bins>(device.view());
  state.merge(reduce<bins>(others));
  auto all = ones;
  all.insert(all.end(), others.begin(), others.end());
  EXPECT_TRUE(state == reduce<bins>(all));
  EXPECT_TRUE(same_bits(sum<bins>(ones), cuda::sum<bins>(device.view())));
  EXPECT_TRUE(same_bits(T(0), cuda::sum<bins>(vector_view<T const>())));
  EXPECT_NE(message_of([&] { (void)cuda::sum<bins>(ones); }).find("memory of the host"), std::string::npos);
}

}  // namespace
}  // namespace isobit::test
