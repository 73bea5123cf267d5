#pragma once

#include <cstddef>
#include <memory>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// Uninitialised memory for a call; a little of it costs nothing.
class scratch {
public:
  explicit scratch(std::size_t bytes) {
    if (bytes > sizeof few_)
      many_ = std::make_unique_for_overwrite<block[]>((bytes + sizeof(block) - 1) / sizeof(block));
  }
  [[nodiscard]] std::byte* data() noexcept { return many_ ? many_[0].bytes : few_; }

private:
  struct alignas(64) block {
    std::byte bytes[64];
  };
  alignas(64) std::byte few_[512];
  std::unique_ptr<block[]> many_;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
