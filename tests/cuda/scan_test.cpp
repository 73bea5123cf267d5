// Every prefix sum on the GPU has the bits of the CPU.
#include <isobit/cuda.hpp>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "cuda/limited_blocks.hpp"
#include "cuda/many_inputs.hpp"
#include "support/message.hpp"

namespace isobit::test {
namespace {

template <class T> testing::AssertionResult same_scans(std::vector<T> const& values, std::size_t offset = 0) {
  device_vector const in(values, offset);
  device_vector const out(std::vector<T>(values.size(), T(-77)));
  std::vector<T> expected(values.size());
  inclusive_scan(values, expected);
  cuda::inclusive_scan(in.span(), out.span());
  if (auto same = same_bits(expected, out.fetch()); !same) return same << " (inclusive)";
  exclusive_scan(values, expected);
  cuda::exclusive_scan(in.span(), in.span());  // in place
  if (auto same = same_bits(expected, in.fetch()); !same) return same << " (exclusive)";
  return testing::AssertionSuccess();
}

template <class T> class cuda_scans : public testing::Test {};
using types = testing::Types<double, float>;
TYPED_TEST_SUITE(cuda_scans, types);

TYPED_TEST(cuda_scans, of_every_class) {
  using T = TypeParam;
  for_each_data<T>(4, 100000, [](std::span<T const> values, random_source& random) {
    std::vector<T> const all(values.begin(), values.end());
    for (long long const blocks : {1000000, 1, 3}) {
      limited_blocks const limit(blocks);
      ASSERT_TRUE(same_scans(all, random.below(3))) << "at most " << blocks << " blocks";
    }
  });
}

// Classes follow each other, so that the scale changes at any place of a tile.
TYPED_TEST(cuda_scans, of_changing_classes) {
  using T = TypeParam;
  random_source random(first_seed());
  SCOPED_TRACE("seed " + std::to_string(first_seed()));
  auto const& classes = data_classes<T>();
  for (std::size_t i = 0; i < scaled_count(100); ++i) {
    std::vector<T> all;
    for (int part = random.between(2, 9); part > 0; --part) {
      auto const& kind = classes[random.below(classes.size())];
      if (std::string_view(kind.name).find("nan") != std::string_view::npos && !random.one_in(9)) continue;
      auto const some = make_data(kind, random, static_cast<std::size_t>(random.between(1, 9000)));
      all.insert(all.end(), some.begin(), some.end());
    }
    limited_blocks const limit(random.one_in(3) ? random.between(1, 3) : 1000000);
    ASSERT_TRUE(same_scans(all)) << i;
  }
}

// A hundred thousand arrays.
TYPED_TEST(cuda_scans, of_many_short_arrays) {
  using T = TypeParam;
  many_inputs<T> inputs(first_seed());
  SCOPED_TRACE("seed " + std::to_string(first_seed()));
  constexpr std::size_t together = 10000;
  for (std::size_t done = 0; done < scaled_count(100000); done += together) {
    std::vector<std::span<T const>> parts;
    std::vector<T> expected;
    std::vector<std::span<T const>> on_device;
    for (std::size_t i = 0; i < together; ++i) {
      auto const x = inputs.next();
      if (x.host.stride != 1) continue;
      auto const size = static_cast<std::size_t>(std::min<std::ptrdiff_t>(x.host.size, 5000));
      parts.emplace_back(x.host.data, size);
      on_device.emplace_back(x.device.data, size);
    }
    for (bool const inclusive : {true, false}) {
      expected.clear();
      for (auto const part : parts) {
        expected.resize(expected.size() + part.size());
        auto const to = std::span(expected).last(part.size());
        inclusive ? inclusive_scan(part, to) : exclusive_scan(part, to);
      }
      device_vector const out(std::vector<T>(expected.size(), T(-77)));
      std::size_t first = 0;
      for (auto const part : on_device) {
        auto const to = out.span().subspan(first, part.size());
        inclusive ? cuda::inclusive_scan(part, to) : cuda::exclusive_scan(part, to);
        first += part.size();
      }
      ASSERT_TRUE(same_bits(expected, out.fetch())) << "after " << done << " arrays";
    }
  }
}

TYPED_TEST(cuda_scans, of_many_elements) {
  using T = TypeParam;
  random_source random(first_seed());
  for (char const* const name : {"normal", "uniform", "wide_exponents", "drifting_exponent", "some_exponents"})
    for (auto const& kind : data_classes<T>())
      if (kind.name == std::string_view(name)) ASSERT_TRUE(same_scans(make_data(kind, random, 3'000'001))) << name;
}

TYPED_TEST(cuda_scans, errors_are_reported_and_nothing_written) {
  using T = TypeParam;
  device_vector const values(std::vector<T>(10, T(1))), out(std::vector<T>(10, T(-77)));
  auto const refused = [](std::span<T const> in, std::span<T> to) {
    return message_of([&] { cuda::inclusive_scan(in, to); });
  };
  EXPECT_NE(refused(values.span(), out.span().first(9)).find("size"), std::string::npos);
  EXPECT_NE(refused(values.span().first(9), values.span().last(9)).find("overlap"), std::string::npos);
  std::vector<T> host(10);
  EXPECT_NE(refused(host, out.span()).find("memory of the host"), std::string::npos);
  EXPECT_NE(refused(values.span(), host).find("memory of the host"), std::string::npos);
  EXPECT_TRUE(same_bits(std::vector<T>(10, T(-77)), out.fetch()));
  cuda::exclusive_scan(std::span<T const>(), std::span<T>());
}

// Where an index of 32 bits would not find the elements.
TEST(cuda_scan_of_many, more_than_two_to_the_31_elements) {
  constexpr std::size_t limit = std::size_t{1} << 31, size = limit + 5000;
  float* data = nullptr;
  if (cudaMalloc(reinterpret_cast<void**>(&data), size * sizeof *data) != cudaSuccess) {
    cudaGetLastError();
    GTEST_SKIP() << "SKIPPED: eight gigabytes of the GPU's memory are not free";
  }
  cudaMemset(data, 0, size * sizeof *data);
  std::vector<std::size_t> const places = {7, 1 << 20, limit - 1, limit, limit + 4097, size - 1};
  float value = 1;
  for (std::size_t const i : places) {
    cudaMemcpy(data + i, &value, sizeof value, cudaMemcpyHostToDevice);
    value *= 2;
  }
  cuda::inclusive_scan(std::span<float const>(data, size), std::span<float>(data, size));
  float before = 0, after = 1;
  for (std::size_t const i : places) {
    float found[2];
    cudaMemcpy(found, data + i - 1, sizeof found, cudaMemcpyDeviceToHost);
    EXPECT_EQ(found[0], before) << i;
    EXPECT_EQ(found[1], before + after) << i;
    before += after;
    after *= 2;
  }
  cudaFree(data);
}

}  // namespace
}  // namespace isobit::test
