#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <isobit/cuda/stream.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace detail {
[[nodiscard]] void* allocate(std::size_t bytes);
void free_memory(void* memory) noexcept;
void copy_to_device(void* to, void const* from, std::size_t bytes, on_stream const& on);
void copy_to_host(void* to, void const* from, std::size_t bytes, on_stream const& on);
}  // namespace detail

/// Memory of the current GPU that lives as long as this does. To free it waits for the kernels that use it.
///
///     isobit::cuda::device_array<double> on_gpu(std::vector<double>{1, 2, 3});
///     std::vector<double> back = on_gpu.fetch();
template <class T> class device_array {
  static_assert(std::is_trivially_copyable_v<T>);

public:
  device_array() noexcept = default;
  /// Not initialised. Throws `error` where there is no GPU, or no memory.
  explicit device_array(std::size_t size)
      : data_(size == 0 ? nullptr : static_cast<T*>(detail::allocate(size * sizeof(T)))), size_(size) {}
  /// A copy of what the host has; waits for the stream.
  explicit device_array(std::span<T const> values, on_stream const& on = {}) : device_array(values.size()) {
    if (size_ != 0) detail::copy_to_device(data_, values.data(), size_ * sizeof(T), on);
  }
  explicit device_array(std::vector<T> const& values, on_stream const& on = {})
      : device_array(std::span<T const>(values), on) {}
  ~device_array() { detail::free_memory(data_); }
  device_array(device_array&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  device_array& operator=(device_array&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  /// A copy on the host; waits for the stream.
  [[nodiscard]] std::vector<T> fetch(on_stream const& on = {}) const {
    std::vector<T> values(size_);
    if (size_ != 0) detail::copy_to_host(values.data(), data_, size_ * sizeof(T), on);
    return values;
  }

  [[nodiscard]] T* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::span<T> span() const noexcept { return {data_, size_}; }
  operator std::span<T>() const noexcept { return span(); }
  operator std::span<T const>() const noexcept requires(!std::is_const_v<T>) { return span(); }

private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
