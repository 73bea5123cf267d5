// The same numbers on the CPU and on a GPU, in any order and shared between both: one result, bit by bit.
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include <cuda_runtime.h>

#include <isobit/cuda.hpp>
#include <isobit/isobit.hpp>

namespace {

/// The plain way: what the threads' order gives.
__global__ void add_plainly(double const* values, std::size_t count, double* sum) {
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    atomicAdd(sum, values[i]);
}

double* to_device(std::vector<double> const& values) {
  double* device = nullptr;
  cudaMalloc(&device, values.size() * sizeof(double));
  cudaMemcpy(device, values.data(), values.size() * sizeof(double), cudaMemcpyHostToDevice);
  return device;
}

double plain_sum(double const* values, std::size_t count) {
  double* const sum = to_device({0.0});
  add_plainly<<<64, 256>>>(values, count, sum);
  double result = 0;
  cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(sum);
  return result;
}

}  // namespace

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("SKIPPED: no GPU here");
    return 77;
  }
  std::mt19937_64 random(7);
  std::vector<double> values(1000000);
  for (double& x : values) x = static_cast<double>(static_cast<std::int64_t>(random())) * 1e-12;

  double const on_cpu = isobit::sum(values);
  std::printf("%-28s %.17g\n", "isobit::sum", on_cpu);
  bool same = true;
  for (int order = 0; order < 3; ++order) {
    double* const device = to_device(values);
    auto const size = static_cast<std::ptrdiff_t>(values.size());
    isobit::vector_view<double const> const all(device, size);
    double const on_gpu = isobit::cuda::sum(all);
    // Two thirds on the GPU, the rest on the CPU.
    isobit::cuda::accumulator total;
    total.add(all.part(0, size * 2 / 3));
    total.merge(isobit::exact_sum(isobit::vector_view<double const>(values).part(size * 2 / 3, size - size * 2 / 3)));
    double const on_both = total.state().round();
    std::printf("%-28s %.17g\n%-28s %.17g\n%-28s %.17g\n", "isobit::cuda::sum", on_gpu, "shared by both", on_both,
                "atomicAdd", plain_sum(device, values.size()));
    same &= on_gpu == on_cpu && on_both == on_cpu;
    cudaFree(device);
    std::shuffle(values.begin(), values.end(), random);
  }
  std::puts(same ? "isobit: one result" : "isobit: the results differ");
  return same ? 0 : 1;
}
