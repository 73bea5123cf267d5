#pragma once

#include <cstddef>

#include "cuda/runtime.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Memory of a GPU in the order of a stream, for as many elements as a call is given: too much to be kept.
class passing_memory {
public:
  passing_memory(std::size_t bytes, cudaStream_t stream) : stream_(stream) {
    check(cudaMallocAsync(&data_, bytes, stream), "allocating memory for a copy of the elements");
  }
  ~passing_memory() { cudaFreeAsync(data_, stream_); }
  passing_memory(passing_memory const&) = delete;
  passing_memory& operator=(passing_memory const&) = delete;

  template <class T> [[nodiscard]] T* as() const noexcept { return static_cast<T*>(data_); }

private:
  void* data_ = nullptr;
  cudaStream_t stream_;
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
