// A program may reset its GPU between calls. Run alone: all memory of other tests would be lost.
#include <isobit/cuda/functions.hpp>
#include <isobit/cuda/segmented_sum.hpp>
#include <isobit/cuda/sum.hpp>

#include "cuda/once_per_device.hpp"
#include "cuda/products_on_both.hpp"

namespace isobit::test {
namespace {

/// Calls that keep something on the GPU: pools, tables of residues, what kernels were told.
void expect_results() {
  device_vector const values(std::vector<double>(100000, 0.5));
  EXPECT_EQ(cuda::sum(values.view()), 50000.0);
  device_vector const offsets(std::vector<std::int32_t>{0, 5, 60000, 100000});
  device_vector const sums(std::vector<double>(3, -77.0));
  cuda::segmented_sum(values.span(), offsets.span(), sums.span());
  EXPECT_EQ(sums.fetch(), (std::vector<double>{2.5, 29997.5, 20000}));
  device_vector const logarithms(std::vector<double>(100000, -77.0));
  cuda::cr::log2(values.span(), logarithms.span());
  EXPECT_EQ(logarithms.fetch(), std::vector<double>(100000, -1.0));
  random_source random(first_seed());
  auto a = random_matrix<double>(random, matrix_kind::ordinary, 30, 40);
  auto b = random_matrix<double>(random, matrix_kind::ordinary, 40, 50), c = b;
  c = random_matrix<double>(random, matrix_kind::ordinary, 30, 50);
  expect_same_product(1.0, a, b, 1.0, c);
}

TEST(cuda_reset, leaves_nothing_that_is_used_again) {
  expect_results();
  if (testing::Test::HasFailure()) return;
  auto const before = cuda::current_context(0);
  ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
  ASSERT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_NE(before.number, 0u) << "the driver does not number contexts";
  EXPECT_NE(cuda::current_context(0), before) << "the context has the number of the one before";
  expect_results();
}

}  // namespace
}  // namespace isobit::test
