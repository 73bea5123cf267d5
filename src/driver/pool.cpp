#include "driver/pool.hpp"

#include <atomic>
#include <cfenv>
#include <new>
#include <thread>

#include <pthread.h>

#include "driver/affinity.hpp"
#include "driver/signals.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace pool {

namespace {

constexpr std::size_t most_kept = 512;
// About as long as it takes to wake a thread.
constexpr int looks_before_sleep = 500;

void pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// What the threads are to do: written by the caller before it hands out a part, and until all are back.
struct call {
  task_ref body;
  std::fenv_t environment;
};

/// A kept thread. A part is handed to it, and it takes it; or the caller, done with its own, takes it back.
class alignas(64) worker {
public:
  explicit worker(worker* following) noexcept : next(following) {}
  worker* next;

  /// Whether it has a thread, old or new: false where the system has none left.
  bool start() noexcept {
    if (thread_.joinable()) return true;
    signals_blocked const while_starting;
    try {
      thread_ = std::thread([this] { work(); });
      return true;
    } catch (...) {
      return false;
    }
  }
  void move_to(affinity const& processors) noexcept {
    if (thread_.joinable()) processors.give_to(thread_);
  }
  void hand(call const& what, std::size_t part) noexcept {
    what_ = &what;
    part_ = part;
    become(handed);
  }
  /// Runs the part here where the thread has not begun it, else waits until it is done.
  void finish() noexcept {
    if (moves(handed, idle))
      what_->body(part_);
    else
      wait_while(taken);
  }
  void stop() noexcept {
    if (!thread_.joinable()) return;
    become(leaving);
    thread_.join();
  }

private:
  enum state : int { idle, handed, taken, leaving };

  void work() noexcept {
    for (;;) {
      wait_while(idle);
      if (now_ == leaving) return;
      if (!moves(handed, taken)) continue;
      std::fesetenv(&what_->environment);
      what_->body(part_);
      become(idle);
    }
  }
  void become(state then) noexcept {
    now_ = then;
    now_.notify_one();  // only one ever waits: the thread for a part, or the caller for its end
  }
  bool moves(int from, state to) noexcept { return now_.compare_exchange_strong(from, to); }
  void wait_while(state past) const noexcept {
    for (int look = 0; look < looks_before_sleep; ++look) {
      if (now_ != past) return;
      pause();
    }
    while (now_ == past) now_.wait(past);
  }

  std::atomic<int> now_ = idle;
  std::size_t part_ = 0;
  call const* what_ = nullptr;
  std::thread thread_;
};

/// The pool of the process. No destructor: objects with static storage may still sum when it is closed.
struct {
  /// Whoever sets it has the rest; set for good once the pool is closed.
  std::atomic<bool> in_use = false;
  worker* first = nullptr;
  affinity processors;
  bool fork_is_safe = false;
} constinit kept;

/// The child of a fork has one thread, the one that forked: no worker has a thread, and no other call is under way.
void start_anew() noexcept {
  for (worker* one = kept.first; one != nullptr;) one = (new (one) worker(one->next))->next;
  kept.in_use = false;
}

/// Ends the threads before their code is gone: at the end of the process, or where the library is closed. No local
/// object, which a fork in the midst of its construction would leave locked in the child.
struct closing {
  ~closing() {
    if (kept.in_use.exchange(true)) return;  // in the midst of a call: only the end of the process comes before its end
    while (worker* const one = kept.first) {
      one->stop();
      kept.first = one->next;
      delete one;
    }
  }
} const at_the_end;

/// The worker at that place of the list, with a thread; null where there is none to be had.
worker* at(worker*& place) noexcept {
  if (!kept.fork_is_safe) kept.fork_is_safe = pthread_atfork(nullptr, nullptr, start_anew) == 0;
  if (place == nullptr && kept.fork_is_safe) place = new (std::nothrow) worker(nullptr);
  return place != nullptr && place->start() ? place : nullptr;
}

/// Where the caller was bound to other processors since the last call, the workers go along.
void follow_the_caller() noexcept {
  affinity const now = affinity::of_this_thread();
  if (now == kept.processors) return;
  kept.processors = now;
  for (worker* one = kept.first; one != nullptr; one = one->next) one->move_to(now);
}

}  // namespace

bool run(std::size_t parts, task_ref body) noexcept {
  if (parts > most_kept || kept.in_use.exchange(true)) return false;
  follow_the_caller();
  call what{body, {}};
  std::fegetenv(&what.environment);
  std::size_t handed = 1;
  for (worker** place = &kept.first; handed < parts; place = &(*place)->next, ++handed) {
    worker* const one = at(*place);
    if (one == nullptr) break;
    one->hand(what, handed);
  }
  body(0);
  for (std::size_t part = handed; part < parts; ++part) body(part);
  worker* one = kept.first;
  for (std::size_t part = 1; part < handed; ++part, one = one->next) one->finish();
  kept.in_use = false;
  return true;
}

}  // namespace pool
ISOBIT_NAMESPACE_END
