#pragma once

#include <string>

#include <cuda_runtime_api.h>

#include <isobit/error.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Throws what CUDA says went wrong while doing `what`.
inline void check(cudaError_t code, char const* what) {
  if (code == cudaSuccess) return;
  cudaGetLastError();  // which is told here, and not to whoever calls next
  std::string const message = std::string("isobit::cuda: ") + what + ": " + cudaGetErrorString(code);
  throw error(code == cudaErrorMemoryAllocation ? status::out_of_memory : status::unsupported, message);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
