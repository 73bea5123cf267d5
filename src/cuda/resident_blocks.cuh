#pragma once

#include <algorithm>
#include <atomic>

#include "cuda/most_blocks.hpp"
#include "cuda/runtime.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// How many blocks of a kernel the GPU runs at once. Asked once; a GPU beyond the table is asked each time.
template <auto* Kernel> int resident_blocks(int device, int threads, int shared_bytes) {
  constexpr int most_devices = 64;
  static std::atomic<int> known[most_devices];
  if (device < most_devices)
    if (int const blocks = known[device].load(std::memory_order_relaxed); blocks != 0) return blocks;
  int processors = 0, blocks = 0;
  check(cudaFuncSetAttribute(Kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes),
        "asking for shared memory");
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "asking for the processors");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, Kernel, threads, shared_bytes),
        "asking how many blocks fit");
  blocks = std::max(blocks, 1) * processors;
  if (device < most_devices) known[device].store(blocks, std::memory_order_relaxed);
  return blocks;
}

/// As many blocks as are wanted and have room.
template <auto* Kernel> unsigned blocks_for(long long wanted, int device, int threads, int shared_bytes) {
  long long const room = std::min<long long>(resident_blocks<Kernel>(device, threads, shared_bytes), most_blocks);
  return static_cast<unsigned>(std::min(wanted, room));
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
