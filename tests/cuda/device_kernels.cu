#include "device_kernels.hpp"

#include <isobit/cuda/device.cuh>

namespace isobit::test {

namespace {

__global__ void add_all(double const* x, double const* y, std::size_t size, cuda::device_state<exact>* by_atomics,
                        cuda::device_state<exact>* by_blocks, cuda::device_state<exact_product>* products) {
  __shared__ cuda::block_accumulator<exact> mine;
  mine.start();
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {
    mine.add(x[i]);
    cuda::atomic_add(by_atomics, x[i]);
    cuda::atomic_add_product(products, x[i], y[i]);
  }
  mine.finish(by_blocks);
}

__global__ void trap() { __trap(); }

}  // namespace

void fail_in_a_kernel() { trap<<<1, 1>>>(); }

void add_in_kernels(double const* x, double const* y, std::size_t size, cuda::device_state<exact>* by_atomics,
                    cuda::device_state<exact>* by_blocks, cuda::device_state<exact_product>* products) {
  add_all<<<7, 96>>>(x, y, size, by_atomics, by_blocks, products);
  cudaDeviceSynchronize();
}

}  // namespace isobit::test
