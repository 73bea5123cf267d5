#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <mutex>
#include <tuple>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// A GPU, and what its context is called. cudaDeviceReset leaves nothing of a context, and the next one has another
/// number.
struct device_context {
  int device;
  std::uint64_t number;
  auto operator<=>(device_context const&) const = default;
};

/// That of the current GPU. The number is 0 where the driver does not tell.
[[nodiscard]] device_context current_context(int device) noexcept;

/// What is found out or made once for each GPU, by whoever asks first, while others wait; Keys are what else it depends
/// on. What failed is tried again by the next one.
template <class Value, class... Keys> class once_per_device {
public:
  template <class Make> Value of(device_context const& where, Keys const&... keys, Make make) {
    std::lock_guard const lock(mutex_);
    std::tuple const key(where, keys...);
    auto const found = known_.find(key);
    return found != known_.end() ? found->second : known_.emplace(key, make()).first->second;
  }

private:
  std::mutex mutex_;
  std::map<std::tuple<device_context, Keys...>, Value> known_;
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
