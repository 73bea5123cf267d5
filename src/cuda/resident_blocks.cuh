#pragma once

#include <algorithm>

#include "cuda/most_blocks.hpp"
#include "cuda/once_per_device.hpp"
#include "cuda/runtime.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// How many blocks of a kernel the GPU runs at once. Asked once, and the kernel then may use so much shared memory.
template <auto* Kernel> int resident_blocks(int device, int threads, int shared_bytes) {
  static once_per_device<int, int, int> known;
  return known.of(current_context(device), threads, shared_bytes, [&] {
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, Kernel), "asking about a kernel");
    if (shared_bytes > attributes.maxDynamicSharedSizeBytes)  // never less than another launch was told
      check(cudaFuncSetAttribute(Kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes),
            "asking for shared memory");
    int processors = 0, blocks = 0;
    check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "asking for the processors");
    check(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, Kernel, threads, static_cast<std::size_t>(shared_bytes)),
        "asking how many blocks fit");
    return std::max(blocks, 1) * processors;
  });
}

/// As many blocks as are wanted and have room.
template <auto* Kernel> unsigned blocks_for(long long wanted, int device, int threads, int shared_bytes) {
  long long const room = std::min<long long>(resident_blocks<Kernel>(device, threads, shared_bytes), most_blocks);
  return static_cast<unsigned>(std::min(wanted, room));
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
