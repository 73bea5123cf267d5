#pragma once

#include <chrono>
#include <cstdint>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// Nanoseconds of a clock that nobody sets.
inline std::uint64_t now() noexcept {
  using namespace std::chrono;
  return static_cast<std::uint64_t>(duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count());
}

/// The same moment in nanoseconds since 1970.
inline std::uint64_t since_1970(std::uint64_t moment) noexcept {
  using namespace std::chrono;
  static std::uint64_t const offset =
      static_cast<std::uint64_t>(duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count()) - now();
  return moment + offset;
}

/// Adds the nanoseconds of a scope to a sum.
class stopwatch {
public:
  explicit stopwatch(std::uint64_t& sum) noexcept : sum_(sum), start_(now()) {}
  ~stopwatch() { sum_ += now() - start_; }
  stopwatch(stopwatch const&) = delete;
  stopwatch& operator=(stopwatch const&) = delete;

private:
  std::uint64_t& sum_;
  std::uint64_t start_;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
