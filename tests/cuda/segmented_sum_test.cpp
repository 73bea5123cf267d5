// Sums of segments on the GPU have the bits of the CPU, whatever the lengths.
#include <isobit/cuda.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "cuda/limited_blocks.hpp"
#include "cuda/many_inputs.hpp"
#include "support/message.hpp"

namespace isobit::test {
namespace {

template <class T, class Offset>
std::vector<T> sums_on_gpu(device_vector<T> const& values, std::vector<std::size_t> const& offsets) {
  device_vector const device_offsets(std::vector<Offset>(offsets.begin(), offsets.end()));
  device_vector const sums(std::vector<T>(offsets.size() - 1, T(-77)), 1);
  cuda::segmented_sum(values.span(), device_offsets.span(), sums.span());
  return sums.fetch();
}

/// Mostly about `typical` elements long, some of none, few of thousands.
std::vector<std::size_t> random_offsets(random_source& random, std::size_t size, int typical) {
  std::vector<std::size_t> offsets = {std::min(size, random.below(10))};
  while (offsets.back() < size) {
    int const length = random.one_in(9)      ? 0
                       : random.one_in(2000) ? random.between(0, 40000)
                       : random.one_in(50)   ? random.between(0, 20 * typical)
                                             : random.between(0, 2 * typical);
    offsets.push_back(std::min(size, offsets.back() + static_cast<std::size_t>(length)));
  }
  return offsets;
}

template <class T> class cuda_segmented_sum : public testing::Test {};
using types = testing::Types<double, float>;
TYPED_TEST_SUITE(cuda_segmented_sum, types);

// More than a hundred thousand segments of all classes of data.
TYPED_TEST(cuda_segmented_sum, has_the_bits_of_the_cpu) {
  using T = TypeParam;
  random_source random(first_seed());
  SCOPED_TRACE("seed " + std::to_string(first_seed()));
  auto const values = mixed_numbers<T>(random, 20000);
  device_vector const device(values, 1);
  std::size_t count = 0;
  for (int const typical : {1, 2, 5, 9, 17, 33, 70, 130, 300, 3000, 9000}) {
    auto const offsets = random_offsets(random, values.size(), typical);
    count += offsets.size() - 1;
    auto const expected = segmented_sum(values, offsets);
    for (long long const blocks : {1000000, 1, 5}) {
      limited_blocks const limit(blocks);
      SCOPED_TRACE(std::to_string(typical) + " elements, at most " + std::to_string(blocks) + " blocks");
      ASSERT_TRUE(same_bits(expected, sums_on_gpu<T, std::int64_t>(device, offsets)));
      ASSERT_TRUE(same_bits(expected, sums_on_gpu<T, std::int32_t>(device, offsets)));
    }
  }
  EXPECT_GE(count, 100000u);
}

// Each class by itself, so that what is in a segment is of one kind.
TYPED_TEST(cuda_segmented_sum, of_every_class) {
  using T = TypeParam;
  for_each_data<T>(3, 60000, [](std::span<T const> values, random_source& random) {
    device_vector const device(std::vector<T>(values.begin(), values.end()));
    for (int const typical : {3, 40, 700, 5000}) {
      auto const offsets = random_offsets(random, values.size(), typical);
      auto const expected = segmented_sum(values, offsets);
      ASSERT_TRUE(same_bits(expected, sums_on_gpu<T, std::int64_t>(device, offsets))) << typical;
    }
  });
}

TYPED_TEST(cuda_segmented_sum, of_nothing) {
  using T = TypeParam;
  device_vector<T> const none({}), sums(std::vector<T>(3, T(-77)));
  device_vector const offsets(std::vector<std::int32_t>(4, 0));
  cuda::segmented_sum(none.span(), offsets.span(), sums.span());
  EXPECT_TRUE(same_bits(std::vector<T>(3), sums.fetch()));
  cuda::segmented_sum(none.span(), std::span<std::int32_t const>(), std::span<T>());
  cuda::segmented_sum(none.span(), offsets.span().first(1), std::span<T>());
}

TYPED_TEST(cuda_segmented_sum, is_nan_where_offsets_make_no_segment) {
  using T = TypeParam;
  device_vector const values(std::vector<T>(20000, T(1)));
  device_vector const offsets(std::vector<std::int32_t>{0, 5, 3, 20001, -1, 0, 20000, 0, 20000, 0, 20000, 20000});
  device_vector const sums(std::vector<T>(11, T(-77)));
  cuda::segmented_sum(values.span(), offsets.span(), sums.span());
  auto const found = sums.fetch();
  for (std::size_t const i : {1, 2, 3, 4, 6, 8}) EXPECT_TRUE(is_nan(found[i])) << i;
  EXPECT_EQ(found[0], T(5));
  EXPECT_EQ(found[10], T(0));
  // Long segments that overlap may find no room among the long ones.
  for (std::size_t const i : {5, 7, 9}) EXPECT_TRUE(is_nan(found[i]) || found[i] == T(20000)) << i;
}

TYPED_TEST(cuda_segmented_sum, errors_are_reported_and_nothing_written) {
  using T = TypeParam;
  device_vector const values(std::vector<T>(10, T(1)));
  device_vector const sums(std::vector<T>(2, T(-77)));
  std::vector<std::int32_t> const on_host = {0, 3, 10};
  device_vector const offsets(on_host);
  auto const refused = [&](auto in, auto at, auto out) {
    return message_of([&] { cuda::segmented_sum(std::span<T const>(in), std::span<std::int32_t const>(at), out); });
  };
  EXPECT_NE(refused(values.span(), offsets.span(), sums.span().first(1)).find("one offset more"), std::string::npos);
  EXPECT_NE(refused(values.span(), on_host, sums.span()).find("memory of the host"), std::string::npos);
  EXPECT_NE(refused(values.span(), offsets.span(), values.span().first(2)).find("overwrite"), std::string::npos);
  EXPECT_NE(refused(std::span<T const>(static_cast<T*>(nullptr), 3), offsets.span(), sums.span()).find("null"),
            std::string::npos);
  EXPECT_TRUE(same_bits(std::vector<T>(2, T(-77)), sums.fetch()));
}

// So many segments overlap that a count of their parts would not fit into the bits it has.
TEST(cuda_segmented_sum_of_many, is_nan_or_right_where_segments_overlap) {
  constexpr std::size_t size = (std::size_t{1} << 31) - 1, segments = std::size_t{1} << 26;
  float* data = nullptr;
  if (cudaMalloc(reinterpret_cast<void**>(&data), size * sizeof *data) != cudaSuccess) {
    cudaGetLastError();
    GTEST_SKIP() << "SKIPPED: eight gigabytes of the GPU's memory are not free";
  }
  cudaMemset(data, 0, size * sizeof *data);
  float const value = 3;
  cudaMemcpy(data + size - 1, &value, sizeof value, cudaMemcpyHostToDevice);
  std::vector<std::int32_t> ends(segments + 1);
  for (std::size_t s = 0; s <= segments; ++s) ends[s] = s % 2 == 0 ? 0 : static_cast<std::int32_t>(size);
  device_vector const offsets(ends);
  device_vector const sums(std::vector<float>(segments, -77.0f));
  cuda::segmented_sum(std::span<float const>(data, size), offsets.span(), sums.span());
  auto const found = sums.fetch();
  std::size_t wrong = 0, right = 0;
  for (std::size_t s = 0; s < segments; ++s) {
    bool const sum = s % 2 == 0 && found[s] == value;
    right += sum;
    wrong += !sum && !is_nan(found[s]);
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(right, 0u);  // there is room for some
  cudaFree(data);
}

// Where an index of 32 bits would not find the elements.
TEST(cuda_segmented_sum_of_many, more_than_two_to_the_31_elements) {
  constexpr std::size_t limit = std::size_t{1} << 31, size = limit + 50000;
  float* data = nullptr;
  if (cudaMalloc(reinterpret_cast<void**>(&data), size * sizeof *data) != cudaSuccess) {
    cudaGetLastError();
    GTEST_SKIP() << "SKIPPED: eight gigabytes of the GPU's memory are not free";
  }
  cudaMemset(data, 0, size * sizeof *data);
  for (std::size_t const i : {std::size_t{0}, limit - 1, limit, limit + 20000, size - 1}) {
    float const value = static_cast<float>(i % 1000 + 1);
    cudaMemcpy(data + i, &value, sizeof value, cudaMemcpyHostToDevice);
  }
  device_vector const offsets(std::vector<std::int64_t>{0, 1, limit, limit + 1, limit + 3, limit + 30000, size});
  device_vector const sums(std::vector<float>(6, -77.0f));
  cuda::segmented_sum(std::span<float const>(data, size), offsets.span(), sums.span());
  EXPECT_EQ(sums.fetch(), (std::vector<float>{1, (limit - 1) % 1000 + 1, limit % 1000 + 1, 0,
                                              (limit + 20000) % 1000 + 1, (size - 1) % 1000 + 1}));
  cudaFree(data);
}

}  // namespace
}  // namespace isobit::test
