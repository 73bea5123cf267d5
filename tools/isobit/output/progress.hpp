#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>

namespace isobit::tool {

/// A bar on the standard error output, drawn only on a terminal and only once the work has taken a second.
class progress {
public:
  /// `total` is the number of bytes to come, or 0 where that is not known.
  progress(std::uint64_t total, bool enabled);
  ~progress();
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;

  /// Counts bytes that were read; from any thread.
  void advance(std::uint64_t bytes);
  /// Takes the bar off the screen.
  void clear();

private:
  using clock = std::chrono::steady_clock;
  void draw(clock::time_point now);

  std::uint64_t const total_;
  bool const enabled_;
  clock::time_point const start_;
  std::atomic<std::uint64_t> done_{0};
  std::atomic<clock::rep> next_draw_;
  std::mutex drawing_;
  bool drawn_ = false;
};

}  // namespace isobit::tool
