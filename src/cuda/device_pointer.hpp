#pragma once

#include <memory>

#include "cuda/runtime.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

struct device_deleter {
  void operator()(void* memory) const noexcept {
    if (memory != nullptr) cudaFree(memory);
  }
};

/// Owns memory of a GPU that lives longer than a call. To free it waits for the kernels that still use it: so it is
/// from cudaMalloc, as cudaFree does not wait with memory that was allocated in the order of a stream.
template <class T> using device_pointer = std::unique_ptr<T, device_deleter>;

/// On the current GPU; not initialised.
template <class T> device_pointer<T> make_device_pointer(char const* what) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, sizeof(T)), what);
  return device_pointer<T>(static_cast<T*>(memory));
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
