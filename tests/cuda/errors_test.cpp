#include <isobit/cuda.hpp>

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace isobit::test
