#pragma once

#include <atomic>

#include "cuda/runtime.hpp"

/// Kernels that begin while the one before them in the stream still runs, so that what a launch takes is hidden. GPUs
/// can do that from compute capability 9.0 on; before, they begin after it.
ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// In the first kernel: the next one may begin where there is room.
__device__ inline void let_next_kernel_begin() {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}
/// In the next one, before it reads what the first has written or writes what that reads.
__device__ inline void await_kernel_before() {
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

/// Whether a kernel was compiled, for the device that is current, to await another one. Asked once of each device.
template <auto* Kernel> bool awaits_kernel_before() {
  constexpr int remembered = 64;
  static std::atomic<signed char> known[remembered];  // 0: not asked
  int device = 0;
  check(cudaGetDevice(&device), "asking for the device");
  bool const is_remembered = device < remembered;
  if (is_remembered)
    if (int const answer = known[device].load(std::memory_order_relaxed); answer != 0) return answer > 0;
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, Kernel), "asking for a kernel's version");
  bool const answer = attributes.ptxVersion >= 90;
  if (is_remembered) known[device].store(answer ? 1 : -1, std::memory_order_relaxed);
  return answer;
}

/// Starts a kernel that awaits the one before it.
template <auto* Kernel, class... Arguments>
void launch_early(unsigned blocks, int threads, int shared_bytes, cudaStream_t stream, char const* what,
                  Arguments... arguments) {
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = blocks;
  config.blockDim = static_cast<unsigned>(threads);
  config.dynamicSmemBytes = static_cast<std::size_t>(shared_bytes);
  config.stream = stream;
  config.attrs = &early;
  config.numAttrs = awaits_kernel_before<Kernel>() ? 1 : 0;
  check(cudaLaunchKernelEx(&config, Kernel, arguments...), what);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
