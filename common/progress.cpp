#include "progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace common {

bool progress::is_on_terminal() { return ::isatty(STDERR_FILENO) != 0; }

progress::progress(std::uint64_t total, bool enabled, unit counted)
    : total_(total), enabled_(enabled && is_on_terminal()), counted_(counted), start_(clock::now()),
      next_draw_((start_ + patience).time_since_epoch().count()) {}

progress::~progress() { clear(); }

void progress::advance(std::uint64_t amount) {
  if (!enabled_) return;
  done_.fetch_add(amount, std::memory_order_relaxed);
  auto const now = clock::now();
  auto due = next_draw_.load(std::memory_order_relaxed);
  if (now.time_since_epoch().count() < due) return;
  // Whoever moves the deadline draws.
  if (next_draw_.compare_exchange_strong(due, (now + interval).time_since_epoch().count())) draw(now);
}

void progress::draw(clock::time_point now) {
  std::lock_guard const lock(drawing_);
  double const done = static_cast<double>(done_.load(std::memory_order_relaxed));
  double const rate = done / std::chrono::duration<double>(now - start_).count();
  if (total_ == 0) {
    std::fprintf(stderr, "\r%.1f MB  %.0f MB/s \x1b[K", done / 1e6, rate / 1e6);
  } else {
    constexpr int width = 30;
    double const share = std::min(1.0, done / static_cast<double>(total_));
    int const filled = static_cast<int>(share * width);
    std::string const bar =
        std::string(static_cast<std::size_t>(filled), '#') + std::string(static_cast<std::size_t>(width - filled), '.');
    double const rest = (static_cast<double>(total_) - done) / std::max(rate, 1.0);
    std::fprintf(stderr, "\r[%s] %3.0f %% ", bar.c_str(), 100 * share);
    if (counted_ == unit::bytes) std::fprintf(stderr, " %.0f MB/s ", rate / 1e6);
    std::fprintf(stderr, " %.0f s left \x1b[K", rest);
  }
  std::fflush(stderr);
  drawn_ = true;
}

void progress::clear() {
  std::lock_guard const lock(drawing_);
  if (drawn_) std::fputs(erasure, stderr);
  drawn_ = false;
}

}  // namespace common
