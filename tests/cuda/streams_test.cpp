#include <isobit/cuda.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "cuda/device_vector.hpp"
#include "support/check.hpp"

namespace isobit::test {
namespace {

std::vector<double> wide_numbers(std::size_t size) {
  random_source random(first_seed());
  std::vector<double> result;
  for (std::size_t i = 0; i < size; ++i) {
    double const x = std::ldexp(static_cast<double>(random.next() >> 11), random.between(-200, 100));
    result.push_back(random.coin() ? x : -x);
  }
  return result;
}

TEST(cuda_streams, many_streams_at_once) {
  auto const values = wide_numbers(300000);
  device_vector const device(values);
  constexpr int count = 8;
  std::vector<cudaStream_t> streams(count);
  std::vector<cuda::workspace> memory(count);
  device_vector const results(std::vector<double>(count, -1));
  for (auto& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (int round = 0; round < 20; ++round)
    for (std::size_t i = 0; i < count; ++i) cuda::sum_to(results.data() + i, device.view(), {streams[i], memory[i]});
  cudaDeviceSynchronize();
  double const expected = sum(values);
  for (std::size_t i = 0; i < count; ++i)
    EXPECT_TRUE(same_bits(expected, cuda::sum(vector_view<double const>(results.data() + i, 1)))) << i;
  for (auto stream : streams) {
    EXPECT_TRUE(same_bits(expected, cuda::sum(device.view(), stream)));
    cudaStreamDestroy(stream);
  }
}

TEST(cuda_streams, a_captured_graph_computes_anew) {
  auto const values = wide_numbers(100000);
  device_vector<double> const device(values), results(std::vector<double>(3, -1));
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  cuda::workspace memory;
  (void)cuda::dot(device.view(), device.view(), {stream, memory});
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  cuda::sum_to(results.data(), device.view(), {stream, memory});
  cuda::dot_to(results.data() + 1, device.view(), device.view(), {stream, memory});
  cuda::variance_to(results.data() + 2, device.view(), 1, {stream, memory});
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  for (int round = 0; round < 3; ++round) {
    auto changed = values;
    changed[0] = 1e30 * (round + 1);
    cudaMemcpy(device.data(), changed.data(), changed.size() * sizeof(double), cudaMemcpyHostToDevice);
    ASSERT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    double on_host[3];
    cudaMemcpy(on_host, results.data(), sizeof on_host, cudaMemcpyDeviceToHost);
    EXPECT_TRUE(same_bits(sum(changed), on_host[0]));
    EXPECT_TRUE(same_bits(dot(changed, changed), on_host[1]));
    EXPECT_TRUE(same_bits(variance(changed), on_host[2]));
  }
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

// The graph then allocates and frees what the reduction needs.
TEST(cuda_streams, a_graph_captured_without_a_workspace) {
  auto const values = wide_numbers(100000);
  device_vector<double> const device(values), results(std::vector<double>(2, -1));
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  cuda::sum_to(results.data(), device.view(), stream);
  cuda::dot_to(results.data() + 1, device.view(), device.view(), stream);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  for (int round = 0; round < 3; ++round) {
    cudaMemset(results.data(), 0, 2 * sizeof(double));
    ASSERT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    double on_host[2];
    cudaMemcpy(on_host, results.data(), sizeof on_host, cudaMemcpyDeviceToHost);
    EXPECT_TRUE(same_bits(sum(values), on_host[0])) << round;
    EXPECT_TRUE(same_bits(dot(values, values), on_host[1])) << round;
  }
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

}  // namespace
}  // namespace isobit::test
