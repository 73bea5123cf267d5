#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>

namespace common {

/// A bar on the standard error output, drawn only on a terminal and only once the work has taken a second.
class progress {
public:
  enum class unit { bytes, steps };
  // For other lines that say how far something is: they come and go as the bar does.
  static constexpr std::chrono::seconds patience{1};
  static constexpr std::chrono::milliseconds interval{100};
  static constexpr char const* erasure = "\r\x1b[K";
  static bool is_on_terminal();

  /// `total` is the number of bytes (or steps) to come, or 0 where that is not known.
  progress(std::uint64_t total, bool enabled, unit counted = unit::bytes);
  ~progress();
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;

  /// Counts bytes that were read, or steps done; from any thread.
  void advance(std::uint64_t amount);
  /// Takes the bar off the screen.
  void clear();

private:
  using clock = std::chrono::steady_clock;
  void draw(clock::time_point now);

  std::uint64_t const total_;
  bool const enabled_;
  unit const counted_;
  clock::time_point const start_;
  std::atomic<std::uint64_t> done_{0};
  std::atomic<clock::rep> next_draw_;
  std::mutex drawing_;
  bool drawn_ = false;
};

}  // namespace common
