#pragma once

#include "cuda/runtime.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Refuses a pointer that kernels cannot follow, in the name of the function that got it.
inline void require_device_memory(char const* name, void const* pointer) {
  cudaPointerAttributes found{};
  check(cudaPointerGetAttributes(&found, pointer), "looking up an array");
  if (found.type == cudaMemoryTypeUnregistered)
    throw error(status::invalid_argument,
                "isobit: " + std::string(name) +
                    ": an array in the host's memory; copy it to the device, or use isobit::" +
                    std::string(name).substr(sizeof "cuda::" - 1));
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
