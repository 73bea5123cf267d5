#include "cuda/once_per_device.hpp"

#include <cuda.h>

#include "cuda/kept_memory.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {
namespace {

/// Of the driver, which programs are not linked with.
using get_id = CUresult (*)(CUcontext, unsigned long long*);
get_id find_get_id() noexcept {
  constexpr unsigned since = 12000;
  void* found = nullptr;
  auto result = cudaDriverEntryPointSymbolNotFound;
  auto const code = cudaGetDriverEntryPointByVersion("cuCtxGetId", &found, since, cudaEnableDefault, &result);
  if (code != cudaSuccess) cudaGetLastError();  // not for whoever calls next
  return code == cudaSuccess && result == cudaDriverEntryPointSuccess ? reinterpret_cast<get_id>(found) : nullptr;
}

}  // namespace

device_context current_context(int device) noexcept {
  static get_id const get = find_get_id();
  unsigned long long number = 0;
  if (get == nullptr || get(nullptr, &number) == CUDA_SUCCESS) return {device, number};
  // There is none yet, or none any more.
  outside_of_captures const here;
  cudaFree(nullptr);
  return {device, get(nullptr, &number) == CUDA_SUCCESS ? number : 0};
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
