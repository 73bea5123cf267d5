#include <isobit/cuda.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "cuda/device_vector.hpp"
#include "support/check.hpp"

namespace isobit::test {
namespace {

template <class T> testing::AssertionResult same_sum(std::vector<T> const& values, std::size_t offset = 0) {
  device_vector const device(values, offset);
  return same_bits(sum(values), cuda::sum(device.view()));
}

TEST(cuda_sum, of_nothing_and_of_zeros) {
  EXPECT_TRUE(same_sum<double>({}));
  EXPECT_TRUE(same_sum<double>({-0.0}));
  EXPECT_TRUE(same_sum(std::vector<double>(100000, -0.0)));
  EXPECT_TRUE(same_sum(std::vector<float>(100001, -0.0f), 1));
  auto almost = std::vector<double>(100000, -0.0);
  almost[77777] = 0.0;
  EXPECT_TRUE(same_sum(almost));
  EXPECT_TRUE(same_bits(0.0, cuda::asum(device_vector(std::vector{-0.0}).view())));
}

TEST(cuda_sum, of_cancelling_and_extreme_numbers) {
  using limits = std::numeric_limits<double>;
  EXPECT_TRUE(same_sum<double>({1e308, 1.0, -1e308}));
  EXPECT_TRUE(same_sum<double>({limits::max(), limits::max(), -limits::max()}));
  EXPECT_TRUE(same_sum<double>({limits::max(), limits::max()}));
  EXPECT_TRUE(same_sum<double>({limits::denorm_min(), -limits::min(), 1, -1}));
  EXPECT_TRUE(same_sum<double>({1, limits::infinity()}));
  EXPECT_TRUE(same_sum<double>({-limits::infinity(), limits::infinity()}));
  EXPECT_TRUE(same_sum<double>({1, -limits::quiet_NaN(), limits::infinity()}));
  EXPECT_TRUE(same_sum(std::vector<double>(300000, limits::max())));
  EXPECT_TRUE(same_sum(std::vector<double>(300000, -limits::denorm_min())));
}

// The scale of the numbers changes on the way, up and down, in steps and at once.
TEST(cuda_sum, of_numbers_whose_scale_changes) {
  random_source random(first_seed());
  for (int const step : {1, 37, 200}) {
    std::vector<double> rising, falling, jumping;
    for (int i = 0; i < 400000; ++i) {
      auto const fraction = 1.0 + 0x1p-52 * static_cast<double>(random.below(1ull << 50));
      auto const number = random.coin() ? fraction : -fraction;
      rising.push_back(std::ldexp(number, i / 200 * step % 2000 - 1000));
      falling.push_back(std::ldexp(number, 1000 - i / 200 * step % 2000));
      jumping.push_back(std::ldexp(number, i / 4096 % 2 == 0 ? step : -step));
    }
    EXPECT_TRUE(same_sum(rising)) << step;
    EXPECT_TRUE(same_sum(falling, 1)) << step;
    EXPECT_TRUE(same_sum(jumping)) << step;
  }
}

TEST(cuda_sum, of_every_class_at_every_alignment) {
  for_each_data<double>(4, 200000, [](auto values, auto& random) {
    ASSERT_TRUE(same_sum(std::vector<double>(values.begin(), values.end()), random.below(2)));
  });
  for_each_data<float>(4, 200000, [](auto values, auto& random) {
    ASSERT_TRUE(same_sum(std::vector<float>(values.begin(), values.end()), random.below(4)));
  });
}

TEST(cuda_sum, of_packed_records) {
  std::vector<std::byte> bytes(9000 * sizeof(double) + 3);
  random_source random(first_seed());
  for (int i = 0; i < 9000; ++i) {
    double const x = 0x1p-50 * static_cast<double>(random.next() >> 11) - 3;
    std::memcpy(bytes.data() + 3 + static_cast<std::size_t>(i) * sizeof x, &x, sizeof x);
  }
  device_vector const device(bytes);
  vector_view<double const> const here(reinterpret_cast<double const*>(bytes.data() + 3), 4500, 2);
  vector_view<double const> const there(reinterpret_cast<double const*>(device.data() + 3), 4500, 2);
  EXPECT_TRUE(same_bits(sum(here), cuda::sum(there)));
}

template <class T> std::vector<std::complex<T>> complex_numbers(random_source& random, std::size_t size) {
  std::vector<std::complex<T>> result;
  auto const& classes = data_classes<T>();
  auto const re = make_data(classes[random.below(classes.size())], random, size);
  auto const im = make_data(classes[random.below(classes.size())], random, size);
  for (std::size_t i = 0; i < size; ++i) result.emplace_back(re[i], im[i]);
  return result;
}

template <class T> void expect_complex() {
  random_source random(first_seed());
  auto const same = [](std::complex<T> a, std::complex<T> b) {
    return same_bits(a.real(), b.real()) && same_bits(a.imag(), b.imag());
  };
  for (std::size_t i = 0; i < scaled_count(10000); ++i) {
    auto const size = static_cast<std::size_t>(random.between(0, 900));
    auto const x = complex_numbers<T>(random, size), y = complex_numbers<T>(random, size);
    device_vector const device_x(x), device_y(y);
    auto const gx = device_x.view(), gy = device_y.view();
    auto const hx = vector_view<std::complex<T> const>(x), hy = vector_view<std::complex<T> const>(y);
    ASSERT_TRUE(same(sum(hx), cuda::sum(gx))) << i;
    ASSERT_TRUE(same(sum(conjugated(hx)), cuda::sum(conjugated(gx)))) << i;
    ASSERT_TRUE(same(mean(hx), cuda::mean(gx))) << i;
    ASSERT_TRUE(same(dot(hx, hy), cuda::dot(gx, gy))) << i;
    ASSERT_TRUE(same(conjugated_dot(hx, hy), cuda::conjugated_dot(gx, gy))) << i;
    ASSERT_TRUE(same(dot(hx, conjugated(hy)), cuda::dot(gx, conjugated(gy)))) << i;
    ASSERT_TRUE(same_bits(asum(hx), cuda::asum(gx))) << i;
    ASSERT_TRUE(same_bits(nrm2(hx), cuda::nrm2(gx))) << i;
    if (size < 2) continue;
    auto const half = static_cast<std::ptrdiff_t>(size / 2);
    vector_view<std::complex<T> const> const hs(x.data(), half, 2), gs(device_x.data(), half, 2);
    ASSERT_TRUE(same_bits(squared_norm(hs), cuda::squared_norm(gs))) << i;
    ASSERT_TRUE(same_bits(asum(hs), cuda::asum(gs))) << i;
  }
}
TEST(cuda_complex, doubles) { expect_complex<double>(); }
TEST(cuda_complex, floats) { expect_complex<float>(); }

// More than 2^31 elements, of two bytes each: all that are not zero lie where an index of 32 bits would not find them,
// and each has a bit of its own in the sum.
TEST(cuda_sum, of_more_than_two_to_the_31_elements) {
  constexpr std::size_t limit = std::size_t{1} << 31, size = limit + 12345;
  float16* data = nullptr;
  if (cudaMalloc(reinterpret_cast<void**>(&data), size * sizeof *data) != cudaSuccess) {
    cudaGetLastError();
    GTEST_SKIP() << "SKIPPED: four gigabytes of the GPU's memory are not free";
  }
  cudaMemset(data, 0, size * sizeof *data);
  std::vector<float16> values;
  for (std::size_t const i : {std::size_t{1}, limit - 1, limit, limit + 1, limit + 8191, size - 2, size - 1}) {
    values.push_back(float16{static_cast<std::uint16_t>((1 + 2 * values.size()) << 10)});
    cudaMemcpy(data + i, &values.back(), sizeof *data, cudaMemcpyHostToDevice);
  }
  vector_view<float16 const> const all(data, static_cast<std::ptrdiff_t>(size));
  EXPECT_TRUE(same_bits(sum<double>(values), cuda::sum<double>(all)));
  EXPECT_TRUE(same_bits(dot<double>(values, values), cuda::dot<double>(all, all)));
  vector_view<float16 const> const backwards(data + size - 1, static_cast<std::ptrdiff_t>(size), -1);
  EXPECT_TRUE(same_bits(sum<double>(values), cuda::sum<double>(backwards)));
  cudaFree(data);
}

}  // namespace
}  // namespace isobit::test
