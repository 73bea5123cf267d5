#pragma once

#include <cstddef>

#include "cuda/runtime.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Lets this thread do what a stream under capture would forbid, and that stream does not depend on.
class outside_of_captures {
public:
  outside_of_captures() noexcept { exchange(); }
  ~outside_of_captures() { exchange(); }
  outside_of_captures(outside_of_captures const&) = delete;
  outside_of_captures& operator=(outside_of_captures const&) = delete;

private:
  void exchange() noexcept { cudaThreadExchangeStreamCaptureMode(&mode_); }
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

/// Memory of a GPU for work on a stream, allocated and freed in the order of the stream. Between calls it is kept, up
/// to an eighth of what the GPU has: giving it back to the driver and asking again would take ten times as long as a
/// short call, and a third of a large product.
class kept_memory {
public:
  kept_memory(std::size_t bytes, int device, cudaStream_t stream);
  ~kept_memory() { cudaFreeAsync(data_, stream_); }
  kept_memory(kept_memory const&) = delete;
  kept_memory& operator=(kept_memory const&) = delete;

  [[nodiscard]] void* data() const noexcept { return data_; }
  template <class T> [[nodiscard]] T* as() const noexcept { return static_cast<T*>(data_); }

private:
  void* data_ = nullptr;
  cudaStream_t stream_;
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
