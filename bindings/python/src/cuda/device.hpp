#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include <isobit/cuda/stream.hpp>

namespace isobit_python {

/// Makes a GPU the current one for as long as this lives.
class on_device {
public:
  explicit on_device(int device) {
    cudaGetDevice(&before_);
    if (device != before_) cudaSetDevice(device);
  }
  ~on_device() { cudaSetDevice(before_); }
  on_device(on_device const&) = delete;
  on_device& operator=(on_device const&) = delete;

private:
  int before_ = 0;
};

/// The stream that Python names by its address; 0 and 1 are CUDA's default.
inline isobit::cuda::on_stream stream_at(std::uintptr_t address) {
  return address <= 1 ? nullptr : reinterpret_cast<isobit::cuda::stream_handle>(address);
}

}  // namespace isobit_python
