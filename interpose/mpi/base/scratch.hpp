#pragma once

#include <cstddef>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// Uninitialised memory for a call. A little of it costs nothing; more is kept for the thread's next calls, since pages
/// that go back to the system and come again cost more than a reduction.
class scratch {
public:
  explicit scratch(std::size_t bytes);
  ~scratch();
  scratch(scratch const&) = delete;
  scratch& operator=(scratch const&) = delete;
  [[nodiscard]] std::byte* data() noexcept { return many_ != nullptr ? many_ : few_; }

private:
  alignas(64) std::byte few_[512];
  std::byte* many_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
