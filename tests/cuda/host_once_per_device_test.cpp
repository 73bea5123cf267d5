// What is kept for each GPU: needs none.
#include <gtest/gtest.h>

#include <stdexcept>

#include <cuda_runtime_api.h>

#include "cuda/once_per_device.hpp"

namespace isobit::test {
namespace {

using cuda::device_context, cuda::once_per_device;

TEST(cuda_host_once_per_device, is_made_once_for_each_device_context_and_key) {
  once_per_device<int, int, int> known;
  int made = 0;
  auto const value = [&](device_context const& where, int threads, int bytes) {
    return known.of(where, threads, bytes, [&] { return ++made; });
  };
  int const first = value({0, 1}, 256, 0);
  EXPECT_EQ(value({0, 1}, 256, 0), first);
  EXPECT_EQ(made, 1);
  // Other threads, other memory, another GPU, and the same one after it was reset.
  EXPECT_NE(value({0, 1}, 128, 0), first);
  EXPECT_NE(value({0, 1}, 256, 16), first);
  EXPECT_NE(value({1, 1}, 256, 0), first);
  EXPECT_NE(value({0, 2}, 256, 0), first);
  EXPECT_EQ(made, 5);
  EXPECT_EQ(value({0, 1}, 256, 0), first);
  EXPECT_EQ(made, 5);
}

TEST(cuda_host_once_per_device, is_tried_again_after_a_failure) {
  once_per_device<int> known;
  EXPECT_THROW(known.of({0, 1}, []() -> int { throw std::runtime_error("no memory"); }), std::runtime_error);
  EXPECT_EQ(known.of({0, 1}, [] { return 7; }), 7);
}

TEST(cuda_host_once_per_device, asks_without_leaving_an_error) {
  auto const before = cudaPeekAtLastError();  // without a driver always the same
  EXPECT_EQ(cuda::current_context(3).device, 3);
  EXPECT_EQ(cuda::current_context(0), cuda::current_context(0));
  EXPECT_EQ(cudaPeekAtLastError(), before);
}

}  // namespace
}  // namespace isobit::test
