#include "cuda/kept_memory.hpp"

#include <cstdint>

#include <isobit/cuda/workspace.hpp>

#include "cuda/call.hpp"
#include "cuda/once_per_device.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {
namespace {

cudaMemPool_t make_pool(int device) {
  outside_of_captures const here;
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, device};
  cudaMemPool_t pool = nullptr;
  check(cudaMemPoolCreate(&pool, &properties), "making a pool of memory");
  std::size_t available = 0, total = 0;
  check(cudaMemGetInfo(&available, &total), "asking for the size of the memory");
  std::uint64_t keep = total / 8;
  if (auto const code = cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep); code != cudaSuccess) {
    cudaMemPoolDestroy(pool);
    check(code, "making a pool keep its memory");
  }
  return pool;
}

cudaMemPool_t pool_of(int device) {
  static once_per_device<cudaMemPool_t> pools;
  return pools.of(current_context(device), [&] { return make_pool(device); });
}

}  // namespace

kept_memory::kept_memory(std::size_t bytes, int device, cudaStream_t stream) : stream_(stream) {
  check(cudaMallocFromPoolAsync(&data_, bytes, pool_of(device), stream), "allocating memory for a call");
}

void release_kept_memory() { check(cudaMemPoolTrimTo(pool_of(device_for({})), 0), "giving memory back"); }

}  // namespace cuda
ISOBIT_NAMESPACE_END
