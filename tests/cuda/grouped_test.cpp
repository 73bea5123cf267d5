// Sums of groups on the GPU have the bits of the CPU's.
#include <isobit/cuda.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>
#include <isobit/sparse.hpp>

#include "cuda/key_patterns.hpp"
#include "cuda/limited_blocks.hpp"

namespace isobit::test {
namespace {

template <class T> std::vector<T> fetched(T const* device, std::size_t size) {
  std::vector<T> host(size);
  cudaMemcpy(host.data(), device, size * sizeof(T), cudaMemcpyDeviceToHost);
  return host;
}
template <class T> std::span<T const> span_of(device_vector<T> const& on_device, std::size_t size) {
  return {on_device.data(), size};
}

/// The groups that have values, and +0 for the others.
template <class T, class Key>
std::vector<T> expected_bincount(std::vector<Key> const& keys, std::vector<T> const& values, std::size_t groups) {
  std::vector<T> sums(groups);
  for (auto const& [key, sum] : sum_by_key(keys, values)) sums[static_cast<std::size_t>(key)] = sum;
  return sums;
}

template <class T, class Key>
void expect_bits_of_the_cpu(std::vector<Key> const& keys, std::vector<T> const& values, std::size_t groups,
                            std::size_t offset = 0) {
  std::size_t const size = values.size();
  device_vector const device_keys(keys, offset);
  device_vector const device_values(values, offset), sums(std::vector<T>(groups, T(-77)), offset);
  device_vector const distinct(std::vector<Key>(groups, -1));
  auto const k = span_of(device_keys, size);
  auto const v = span_of(device_values, size);
  std::span<T> const out(sums.data(), groups);

  cuda::scatter_add<T, Key>(k, v, out);
  std::vector<T> expected(groups);
  sparse::scatter_add<T, Key>(keys, values, expected);
  EXPECT_TRUE(same_bits(expected, fetched(sums.data(), groups))) << "scatter_add";

  cuda::bincount<T, Key>(k, v, out);
  EXPECT_TRUE(same_bits(expected_bincount(keys, values, groups), fetched(sums.data(), groups))) << "bincount";

  // Other keys in the same order, negative ones too.
  auto other_keys = keys;
  for (auto& key : other_keys) key = key * 3 - 1000;
  device_vector const device_others(other_keys);
  auto const by_key = sum_by_key(other_keys, values);
  EXPECT_EQ(cuda::sum_by_key_to<T>({distinct.data(), groups}, out, span_of(device_others, size), v), by_key.size());
  auto const found_keys = fetched(distinct.data(), by_key.size());
  auto const found_sums = fetched(sums.data(), by_key.size());
  auto const on_host = cuda::sum_by_key<T>(span_of(device_others, size), v);
  ASSERT_EQ(on_host.size(), by_key.size());
  for (std::size_t i = 0; i < by_key.size(); ++i) {
    ASSERT_EQ(by_key[i].key, found_keys[i]) << i;
    ASSERT_TRUE(same_bits(by_key[i].sum, found_sums[i])) << "sum_by_key_to, " << i;
    ASSERT_EQ(by_key[i].key, on_host[i].key) << i;
    ASSERT_TRUE(same_bits(by_key[i].sum, on_host[i].sum)) << "sum_by_key, " << i;
  }
}

template <class T> std::vector<T> finite(std::vector<T> values) {
  for (T& x : values)
    if (is_nonfinite(x)) x = T{1};
  return values;
}

template <class Pair> class cuda_grouped : public testing::Test {};
using types = testing::Types<std::pair<double, std::int32_t>, std::pair<double, std::int64_t>,
                             std::pair<float, std::int32_t>, std::pair<float, std::int64_t>>;
TYPED_TEST_SUITE(cuda_grouped, types);

TYPED_TEST(cuda_grouped, groups_of_every_shape) {
  using T = typename TypeParam::first_type;
  using Key = typename TypeParam::second_type;
  random_source random(first_seed());
  auto const with_infinities = mixed_numbers<T>(random, scaled_count(20000));
  auto const without = finite(with_infinities);
  for (auto const& [name, groups, keys] : key_patterns<Key>(random, without.size())) {
    SCOPED_TRACE(name);
    expect_bits_of_the_cpu(keys, without, groups);
    expect_bits_of_the_cpu(keys, with_infinities, groups, 1);
    if (testing::Test::HasFailure()) return;
  }
}

// A window of bits cancels what the one above has, all but a little; ties that a number far below decides.
TYPED_TEST(cuda_grouped, cancelling_groups) {
  using T = typename TypeParam::first_type;
  using Key = typename TypeParam::second_type;
  random_source random(first_seed());
  int const lowest = format<T>::min_exponent, highest = format<T>::max_exponent - 8;
  std::vector<Key> keys;
  std::vector<T> values;
  std::size_t const groups = scaled_count(100000);
  for (std::size_t g = 0; g < groups; ++g) {
    auto const add = [&](int exponent, bool negative) {
      if (exponent < lowest || exponent >= highest) return;
      T const x = static_cast<T>(std::ldexp(1.0, exponent));
      keys.push_back(static_cast<Key>(g));
      values.push_back(negative ? -x : x);
    };
    for (int part = random.between(1, 3); part > 0; --part) {
      int const exponent = random.between(lowest, highest), length = random.between(1, 10) * random.between(1, 13);
      bool const negative = random.coin();
      add(exponent, negative);
      for (int i = 1; i <= length; ++i) add(exponent - i, !negative);
      if (random.coin()) add(exponent - length, !negative);
      if (random.coin()) add(exponent - format<T>::precision - random.between(-1, 1), random.coin());
      if (random.coin()) add(exponent - random.between(60, 400), random.coin());
    }
  }
  expect_bits_of_the_cpu(keys, values, groups);
}

TYPED_TEST(cuda_grouped, permutations_and_grids_have_one_result) {
  using T = typename TypeParam::first_type;
  using Key = typename TypeParam::second_type;
  random_source random(first_seed());
  auto const values = finite(mixed_numbers<T>(random, 2000));
  std::vector<std::size_t> order(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (std::size_t const groups : {3, 2000, 10000}) {
    auto const expected = expected_bincount(
        [&] {
          std::vector<Key> keys;
          for (std::size_t i = 0; i < values.size(); ++i) keys.push_back(static_cast<Key>(i * i % groups));
          return keys;
        }(),
        values, groups);
    for (int round = 0; round < 8; ++round) {
      limited_blocks const limit(random.between(1, 300));
      std::vector<Key> keys;
      std::vector<T> shuffled;
      for (std::size_t const i : order) {
        keys.push_back(static_cast<Key>(i * i % groups));
        shuffled.push_back(values[i]);
      }
      device_vector const device_keys(keys);
      device_vector const device_values(shuffled), result(std::vector<T>(groups, T(-77)));
      cuda::bincount<T, Key>(span_of(device_keys, keys.size()), span_of(device_values, keys.size()),
                             {result.data(), groups});
      ASSERT_TRUE(same_bits(expected, fetched(result.data(), groups))) << groups << " groups, round " << round;
      random.shuffle(std::span(order));
    }
  }
}

TYPED_TEST(cuda_grouped, zeros_and_numbers_that_no_sample_shows) {
  using T = typename TypeParam::first_type;
  using Key = typename TypeParam::second_type;
  T const largest = from_bits<T>(format<T>::infinity - 1u), smallest = from_bits<T>(1);
  for (std::size_t const groups : {8, 5000}) {
    // -0 alone; with +0; with what cancels; with what is small; nothing.
    std::vector<Key> keys{0, 0, 1, 1, 2, 2, 2, 3, 3};
    std::vector<T> values{-T{0}, -T{0}, -T{0}, T{0}, T{1}, -T{0}, -T{1}, -T{0}, smallest};
    expect_bits_of_the_cpu(keys, values, groups);
    expect_bits_of_the_cpu(std::vector<Key>(3, 4), std::vector<T>(3, -T{0}), groups);
    expect_bits_of_the_cpu(std::vector<Key>{}, std::vector<T>{}, groups);
    for (std::size_t i = 0; i < 100000; ++i) {
      keys.push_back(static_cast<Key>(i % 7));
      values.push_back(T(0.1));
    }
    for (T const x : {largest, smallest, T(3) * smallest, -largest}) {
      keys[90001] = 6, values[90001] = x;
      expect_bits_of_the_cpu(keys, values, groups);
    }
    // Beyond the largest number and back; a tie there.
    for (std::size_t i = 0; i < 1000; ++i) values[i] = largest;
    expect_bits_of_the_cpu(keys, values, groups);
    for (std::size_t i = 1000; i < 2000; ++i) values[i] = -largest;
    expect_bits_of_the_cpu(keys, values, groups);
  }
}

TYPED_TEST(cuda_grouped, keys_as_far_apart_as_can_be) {
  using T = typename TypeParam::first_type;
  using Key = typename TypeParam::second_type;
  constexpr Key least = std::numeric_limits<Key>::min(), largest = std::numeric_limits<Key>::max();
  std::vector<Key> const keys{largest, 0, least, -1, largest, least, 5};
  std::vector<T> const values{T(1), T(-0.0), T(0.1), T(4), T(-1), T(0.2), T(7)};
  device_vector const device_keys(keys);
  device_vector const device_values(values);
  EXPECT_EQ(cuda::sum_by_key<T>(span_of(device_keys, 7), span_of(device_values, 7)), sum_by_key(keys, values));
}

TEST(cuda_grouped, complex_numbers) {
  random_source random(first_seed());
  auto const parts = mixed_numbers<double>(random, 2000);
  std::vector<std::complex<double>> values;
  std::vector<int> keys;
  for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
    values.emplace_back(parts[i], parts[i + 1]);
    keys.push_back(static_cast<int>(random.below(9001)));
  }
  device_vector const device_keys(keys);
  device_vector const device_values(values), sums(std::vector<std::complex<double>>(9001));
  cuda::scatter_add<std::complex<double>, int>(span_of(device_keys, keys.size()), span_of(device_values, keys.size()),
                                               {sums.data(), 9001});
  std::vector<std::complex<double>> expected(9001);
  sparse::scatter_add<std::complex<double>, int>(keys, values, expected);
  auto const actual = fetched(sums.data(), 9001);
  for (std::size_t g = 0; g < expected.size(); ++g) {
    ASSERT_TRUE(same_bits(expected[g].real(), actual[g].real())) << g;
    ASSERT_TRUE(same_bits(expected[g].imag(), actual[g].imag())) << g;
  }
}

template <class T> class cuda_histogram : public testing::Test {};
using real_types = testing::Types<double, float>;
TYPED_TEST_SUITE(cuda_histogram, real_types);

TYPED_TEST(cuda_histogram, bins_as_numpy_has_them) {
  using T = TypeParam;
  random_source random(first_seed());
  auto const weights = finite(mixed_numbers<T>(random, 3000));
  T const infinity = from_bits<T>(format<T>::infinity);
  for (std::size_t const bins : {1, 10, 5000}) {
    std::vector<T> edges;
    for (std::size_t b = 0; b <= bins; ++b) edges.push_back(static_cast<T>(static_cast<int>(b / 2 * 2) - 3));
    if (bins == 10) edges.front() = -infinity, edges.back() = infinity;
    std::vector<T> samples;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      T const inside = static_cast<T>(random.between(-8, static_cast<int>(2 * bins) + 8)) / T(2);
      samples.push_back(random.one_in(50)   ? std::numeric_limits<T>::quiet_NaN()
                        : random.one_in(50) ? infinity
                                            : inside);
    }
    std::vector<int> keys;
    std::vector<T> chosen;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      T const x = samples[i];
      if (!(x >= edges.front() && x <= edges.back())) continue;
      auto const above = std::upper_bound(edges.begin(), edges.end(), x) - edges.begin();
      keys.push_back(static_cast<int>(std::min<std::ptrdiff_t>(above, static_cast<std::ptrdiff_t>(bins)) - 1));
      chosen.push_back(weights[i]);
    }
    device_vector const device_samples(samples), device_edges(edges), device_weights(weights),
        sums(std::vector<T>(bins, T(-77)));
    cuda::histogram<T>(span_of(device_samples, samples.size()), span_of(device_edges, edges.size()),
                       span_of(device_weights, weights.size()), {sums.data(), bins});
    EXPECT_TRUE(same_bits(expected_bincount(keys, chosen, bins), fetched(sums.data(), bins))) << bins << " bins";
  }
}

TEST(cuda_grouped_errors, are_thrown_and_leave_the_sums_alone) {
  device_vector const values(std::vector{1.0, 2.0, 3.0}), sums(std::vector{77.0, 77.0, 77.0});
  device_vector const edges(std::vector{0.0, 2.0, 1.0, 3.0});
  std::span<double const> const v(values.data(), 3), e(edges.data(), 4);
  std::span<double> const out(sums.data(), 3);
  for (std::vector<int> const& bad : {std::vector{0, 3, 1}, {0, 1, -1}}) {
    device_vector const keys(bad);
    EXPECT_THROW((cuda::scatter_add<double, int>({keys.data(), 3}, v, out)), error);
    EXPECT_THROW((cuda::bincount<double, int>({keys.data(), 3}, v, out)), error);
    EXPECT_THROW((cuda::bincount<double, int>({keys.data(), 3}, v, {})), error);
  }
  device_vector const keys(std::vector{5, 6, 7}), distinct(std::vector{0, 0});
  EXPECT_THROW(cuda::histogram<double>(v, e, v, out), error);
  EXPECT_THROW(cuda::histogram<double>(v, e.first(3), v, out), error);
  EXPECT_THROW(cuda::histogram<double>(v, e.first(1), v, {}), error);
  EXPECT_THROW((cuda::sum_by_key_to<double, int>({distinct.data(), 2}, out, {keys.data(), 3}, v)), error);
  EXPECT_THROW((cuda::scatter_add<double, int>({keys.data(), 2}, v, out)), error);
  EXPECT_THROW((cuda::scatter_add<double, int>({keys.data(), 3}, v, {values.data() + 2, 1})), error);
  std::vector<int> const on_host{0, 1, 2};
  EXPECT_THROW((cuda::scatter_add<double, int>(on_host, v, out)), error);
  EXPECT_THROW((cuda::scatter_add_to<double, int>(out, nullptr, {keys.data(), 3}, v)), error);
  EXPECT_EQ(fetched(sums.data(), 3), std::vector(3, 77.0));
  EXPECT_TRUE((cuda::sum_by_key<double, int>({}, {}).empty()));
}

TEST(cuda_grouped, without_waiting_in_a_graph) {
  std::vector<double> const host_values{1e16, 2, 1, -1e16, 0.5};
  std::vector<int> const host_keys{1, 0, 1, 1, 2};
  device_vector const values(host_values), sums(std::vector<double>(3, 77));
  device_vector const keys(host_keys);
  device_vector const refused(std::vector<std::uint64_t>(1, 9));
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  cuda::scatter_add_to<double, int>({sums.data(), 3}, refused.data(), {keys.data(), 5}, {values.data(), 5}, stream);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  auto const launch = [&] {
    ASSERT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  };
  launch();
  EXPECT_EQ(fetched(sums.data(), 3), (std::vector{2.0, 1.0, 0.5}));
  EXPECT_EQ(fetched(refused.data(), 1)[0], 0u);
  int const bad = 3;
  double const changed = 99;
  cudaMemcpy(keys.data(), &bad, sizeof bad, cudaMemcpyHostToDevice);
  cudaMemcpy(sums.data(), &changed, sizeof changed, cudaMemcpyHostToDevice);
  launch();
  EXPECT_EQ(fetched(sums.data(), 3), (std::vector{99.0, 1.0, 0.5}));
  EXPECT_NE(fetched(refused.data(), 1)[0], 0u);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

TEST(cuda_grouped, more_than_2_to_the_31_values) {
  std::size_t const size = (std::size_t{1} << 31) + 5000;
  float* values = nullptr;
  int* keys = nullptr;
  if (cudaMalloc(reinterpret_cast<void**>(&values), size * sizeof(float)) != cudaSuccess ||
      cudaMalloc(reinterpret_cast<void**>(&keys), size * sizeof(int)) != cudaSuccess) {
    cudaGetLastError();
    cudaFree(values);
    GTEST_SKIP() << "SKIPPED: no room for 2^31 values on this GPU";
  }
  cudaMemset(values, 0x3f, size * sizeof(float));
  cudaMemset(keys, 0, size * sizeof(int));
  int const last_key = 4;
  cudaMemcpy(keys + size - 1, &last_key, sizeof last_key, cudaMemcpyHostToDevice);
  float const each = from_bits<float>(0x3f3f3f3f);
  auto const all_but_one =
      static_cast<float>(static_cast<double>(size - 1) * static_cast<double>(each));  // exact, then rounded
  for (std::size_t const groups : {5, 5000}) {
    device_vector const sums(std::vector<float>(groups, -77));
    cuda::scatter_add<float, int>({keys, size}, {values, size}, {sums.data(), groups});
    auto const actual = fetched(sums.data(), 5);
    EXPECT_TRUE(same_bits(std::vector{all_but_one, 0.0f, 0.0f, 0.0f, each}, actual)) << groups;
  }
  cudaFree(keys);
  cudaFree(values);
}

}  // namespace
}  // namespace isobit::test
