#include <isobit/cuda/device_array.hpp>

#include "cuda/call.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::detail {

void* allocate(std::size_t bytes) {
  (void)device_for({});
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes), "allocating an array");
  return memory;
}

void free_memory(void* memory) noexcept {
  if (memory != nullptr) cudaFree(memory);
}

void copy_to_device(void* to, void const* from, std::size_t bytes, on_stream const& on) {
  place const here(on);
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, on.stream), "copying to the GPU");
  check(cudaStreamSynchronize(on.stream), "copying to the GPU");
}

void copy_to_host(void* to, void const* from, std::size_t bytes, on_stream const& on) {
  place(on).fetch(to, from, bytes);
}

}  // namespace cuda::detail
ISOBIT_NAMESPACE_END
