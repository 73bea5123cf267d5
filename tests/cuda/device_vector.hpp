#pragma once

#include <cstddef>
#include <new>
#include <span>
#include <vector>

#include <cuda_runtime_api.h>

#include <isobit/view/vector_view.hpp>

namespace isobit::test {

/// A copy of host values in device memory, at an address that is `offset` elements past an aligned one.
template <class T> class device_vector {
public:
  explicit device_vector(std::vector<T> const& values, std::size_t offset = 0) : size_(values.size()), offset_(offset) {
    if (cudaMalloc(reinterpret_cast<void**>(&data_), (size_ + offset_ + 1) * sizeof(T)) != cudaSuccess)
      throw std::bad_alloc();
    cudaMemcpy(data_ + offset_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  device_vector(device_vector const&) = delete;
  device_vector& operator=(device_vector const&) = delete;
  ~device_vector() { cudaFree(data_); }

  [[nodiscard]] T* data() const noexcept { return data_ + offset_; }
  [[nodiscard]] std::span<T> span() const noexcept { return {data(), size_}; }
  /// Waits, and copies back.
  [[nodiscard]] std::vector<T> fetch() const {
    std::vector<T> values(size_);
    cudaMemcpy(values.data(), data(), size_ * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
  }
  [[nodiscard]] auto view() const requires element<T> {
    return vector_view<T const>(size_ == 0 ? nullptr : data(), static_cast<std::ptrdiff_t>(size_));
  }

private:
  T* data_ = nullptr;
  std::size_t size_, offset_;
};

}  // namespace isobit::test
