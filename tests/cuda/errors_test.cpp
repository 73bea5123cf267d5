#include <isobit/cuda.hpp>

#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

#include "cuda/device_kernels.hpp"
#include "cuda/device_vector.hpp"
#include "support/check.hpp"
#include "support/message.hpp"

namespace isobit::test {
namespace {

TEST(cuda_errors, host_memory_is_refused_and_the_result_untouched) {
  std::vector<double> const values = {1, 2, 3};
  device_vector const result(std::vector{77.0});
  auto const refused = message_of([&] { cuda::sum_to(result.data(), values); });
  EXPECT_NE(refused.find("memory of the host"), std::string::npos) << refused;
  double const untouched = cuda::sum(result.view());
  EXPECT_EQ(untouched, 77.0);
  double on_host = 5;
  EXPECT_THROW(cuda::sum_to(&on_host, result.view()), error);
  EXPECT_EQ(on_host, 5);
}

TEST(cuda_errors, null_results_and_sizes_that_differ_are_refused) {
  device_vector const values(std::vector{1.0, 2.0});
  EXPECT_THROW(cuda::sum_to(static_cast<double*>(nullptr), values.view()), error);
  EXPECT_THROW((void)cuda::dot(values.view(), values.view().part(0, 1)), error);
  EXPECT_THROW((void)cuda::sum(vector_view<double const>(nullptr, 3)), error);
}

TEST(cuda_errors, an_earlier_error_is_reported_and_left) {
  device_vector const values(std::vector{1.0, 2.0});
  EXPECT_NE(cudaMemcpy(nullptr, values.data(), 8, cudaMemcpyDeviceToHost), cudaSuccess);
  auto const message = message_of([&] { (void)cuda::sum(values.view()); });
  EXPECT_NE(message.find("earlier"), std::string::npos) << message;
  EXPECT_NE(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cuda::sum(values.view()), 3.0);
}

TEST(cuda_errors, a_workspace_that_was_moved_from) {
  cuda::workspace memory;
  auto const other = std::move(memory);
  device_vector const values(std::vector{1.0, 2.0});
  EXPECT_THROW((void)cuda::sum(values.view(), {nullptr, memory}), error);
}

TEST(cuda_errors, an_accumulator_that_was_moved_from) {
  device_vector const values(std::vector{1.0, 2.0}), result(std::vector{77.0});
  cuda::accumulator sum;
  cuda::product_accumulator products;
  auto kept = std::move(sum);
  auto const kept_products = std::move(products);
  EXPECT_THROW(sum.add(values.view()), error);
  EXPECT_THROW(sum.merge(exact{}), error);
  EXPECT_THROW(sum.merge(kept), error);
  EXPECT_THROW(kept.merge(sum), error);
  EXPECT_THROW((void)sum.state(), error);
  EXPECT_THROW(sum.round_to(result.data()), error);
  EXPECT_THROW(products.add_products(values.view(), values.view()), error);
  EXPECT_EQ(cuda::sum(result.view()), 77.0);
  kept.add(values.view());
  EXPECT_EQ(kept.state().round(), 3.0);
}

/// What a sum says after a kernel of the user's has failed.
std::string message_after_a_trap(bool waiting) {
  device_vector const values(std::vector{1.0, 2.0});
  fail_in_a_kernel();
  if (waiting) cudaDeviceSynchronize();
  return message_of([&] { (void)cuda::sum(values.view()); });
}

// Nothing runs in a process after that, so it is another process.
TEST(cuda_errors, of_a_kernel_are_reported) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto const report = [](bool waiting) {
    std::fputs(message_after_a_trap(waiting).c_str(), stderr);
    std::_Exit(0);
  };
  EXPECT_EXIT(report(true), testing::ExitedWithCode(0), "isobit::cuda: .*earlier.*launch failure");
  EXPECT_EXIT(report(false), testing::ExitedWithCode(0), "isobit::cuda: .*launch failure");
}

}  // namespace
}  // namespace isobit::test
