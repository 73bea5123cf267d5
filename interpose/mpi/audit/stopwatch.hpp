#pragma once

#include <chrono>
#include <cstdint>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// Adds the nanoseconds of a scope to a sum.
class stopwatch {
public:
  explicit stopwatch(std::uint64_t& sum) noexcept : sum_(sum), start_(std::chrono::steady_clock::now()) {}
  ~stopwatch() {
    auto const passed = std::chrono::steady_clock::now() - start_;
    sum_ += static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(passed).count());
  }
  stopwatch(stopwatch const&) = delete;
  stopwatch& operator=(stopwatch const&) = delete;

private:
  std::uint64_t& sum_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
