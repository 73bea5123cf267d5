#include <isobit/cuda/workspace.hpp>

#include "cuda/products_on_both.hpp"

namespace isobit::test {
namespace {

std::size_t free_memory() {
  std::size_t available = 0, total = 0;
  EXPECT_EQ(cudaMemGetInfo(&available, &total), cudaSuccess);
  return available;
}

TEST(cuda_kept_memory, is_given_back) {
  random_source random(first_seed());
  auto a = random_matrix<double>(random, matrix_kind::ordinary, 300, 400);
  auto b = random_matrix<double>(random, matrix_kind::ordinary, 400, 200);
  auto c = random_matrix<double>(random, matrix_kind::ordinary, 300, 200);
  auto const multiply = [&] { expect_same_product(1.0, a, b, 1.0, c); };
  multiply();
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  std::size_t const while_kept = free_memory();
  cuda::release_kept_memory();
  EXPECT_GT(free_memory(), while_kept);
  multiply();
}

}  // namespace
}  // namespace isobit::test
