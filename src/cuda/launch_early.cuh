#pragma once

#include "cuda/once_per_device.hpp"
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
  static once_per_device<bool> known;
  int device = 0;
  check(cudaGetDevice(&device), "asking for the device");
  return known.of(current_context(device), [] {
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, Kernel), "asking for a kernel's version");
    return attributes.ptxVersion >= 90;
  });
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
