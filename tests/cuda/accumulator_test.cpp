#include <isobit/cuda.hpp>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "cuda/device_kernels.hpp"
#include "cuda/device_vector.hpp"
#include "cuda/many_inputs.hpp"
#include "cuda/same_state.hpp"

namespace isobit::test {
namespace {

// Bytes of both are the same, and each merges with the other.
template <class T> void expect_states_of_sums() {
  many_inputs<T> inputs(first_seed());
  cuda::workspace memory;
  for (std::size_t i = 0; i < scaled_count(2000); ++i) {
    auto const a = inputs.next(), b = inputs.next(), c = inputs.next();
    cuda::accumulator total(exact_sum(a.host));
    total.add(b.device, {nullptr, memory});
    ASSERT_TRUE(same_state(
        [&] {
          auto state = exact_sum(a.host);
          state.merge(exact_sum(b.host));
          return state;
        }(),
        total.state({nullptr, memory})))
        << i;
    cuda::accumulator other;
    other.add(c.device, {nullptr, memory});
    total.merge(other, {nullptr, memory});
    total.merge(exact_sum(a.host));
    auto state = exact_sum(a.host);
    state.merge(exact_sum(b.host));
    state.merge(exact_sum(c.host));
    state.merge(exact_sum(a.host));
    ASSERT_TRUE(same_state(state, total.state())) << i;
    device_vector const result(std::vector{-1.0});
    total.round_to(result.data());
    ASSERT_TRUE(same_bits(canonical(state.round()), cuda::sum(result.view()))) << i;
  }
}
TEST(cuda_accumulator, sums_of_doubles) { expect_states_of_sums<double>(); }
TEST(cuda_accumulator, sums_of_floats) { expect_states_of_sums<float>(); }
TEST(cuda_accumulator, sums_of_halves) { expect_states_of_sums<float16>(); }

TEST(cuda_accumulator, products) {
  many_inputs<double> inputs(first_seed());
  for (std::size_t i = 0; i < scaled_count(2000); ++i) {
    auto const x = inputs.next(), y = inputs.next_like(x);
    cuda::product_accumulator total;
    total.add_products(x.device, y.device);
    total.add_products(y.device, y.device);
    auto state = exact_dot(x.host, y.host);
    state.merge(exact_dot(y.host, y.host));
    ASSERT_TRUE(same_state(state, total.state())) << i;
  }
}

// Every number many times, so that carries pile up.
TEST(cuda_accumulator, many_calls) {
  std::vector<double> const values = {1.7e308, -3e-308, 0x1.fffffffffffffp0, -0x1.fffffffffffffp31};
  device_vector const device(values);
  cuda::accumulator total;
  cuda::workspace memory;
  exact expected;
  for (int i = 0; i < 3000; ++i) {
    total.add(device.view(), {nullptr, memory});
    expected.add(values);
  }
  EXPECT_TRUE(same_state(expected, total.state()));
}

TEST(cuda_device, accumulators_of_kernels) {
  for_each_data<double>(3, 50000, [](auto values, auto& random) {
    std::vector<double> const x(values.begin(), values.end());
    auto y = x;
    random.shuffle(std::span(y));
    device_vector const device_x(x), device_y(y);
    cuda::accumulator atomics, blocks;
    cuda::product_accumulator products;
    add_in_kernels(device_x.data(), device_y.data(), x.size(), atomics.device(), blocks.device(), products.device());
    ASSERT_TRUE(same_state(exact_sum(values), atomics.state()));
    ASSERT_TRUE(same_state(exact_sum(values), blocks.state()));
    ASSERT_TRUE(same_state(exact_dot(x, y), products.state()));
  });
}

}  // namespace
}  // namespace isobit::test
