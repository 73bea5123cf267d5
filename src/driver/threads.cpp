#include <isobit/driver/threads.hpp>

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

#include <isobit/error.hpp>

#include "driver/place.hpp"
#include "driver/pool.hpp"
#include "driver/signals.hpp"

ISOBIT_NAMESPACE_BEGIN

namespace {

// Less is not worth waking a thread for, even where an element takes as long as an elementary function: that is 4096
// times 1.2 ns or more, and handing a part over takes some microseconds. docs/performance/threads.md
constexpr std::size_t elements_per_thread = 4096;
// Where nobody asked for threads they may be asleep: then a second one pays from 2^19 or 2^21 on.
constexpr std::size_t serial_below = std::size_t{1} << 20;

void run_on_new_threads(std::size_t parts, task_ref body) {
  std::vector<std::jthread> started;
  started.reserve(parts - 1);
  std::size_t part = 1;
  try {
    signals_blocked const while_starting;
    for (; part < parts; ++part) started.emplace_back([=] { body(part); });
  } catch (std::system_error const&) {
    // The system has no thread left: what could not be started runs here. The bits do not depend on it.
  }
  for (; part < parts; ++part) body(part);
  body(0);
}

void run_on_threads(std::size_t parts, task_ref body) {
  if (parts == 1) return body(0);
  if (parts > 1 && !pool::run(parts, body)) run_on_new_threads(parts, body);
}

}  // namespace

threads::threads() noexcept : count_(0) {}

threads::threads(std::size_t count) : count_(count) {
  if (count == 0)
    throw error(status::invalid_argument, "isobit::threads: 0 threads; use threads() for as many as there are");
}

std::size_t threads::count() const noexcept { return count_ != 0 ? count_ : place::threads(); }

std::size_t threads::parts(std::size_t elements) const noexcept {
  std::size_t const worth = elements / elements_per_thread;
  return worth <= 1 ? 1 : std::min(worth, count());
}

void threads::run(std::size_t parts, task_ref body) const { run_on_threads(parts, body); }

std::size_t automatic::parts(std::size_t elements) const noexcept {
  return elements < serial_below ? 1 : threads().parts(elements);
}

void automatic::run(std::size_t parts, task_ref body) const { run_on_threads(parts, body); }

ISOBIT_NAMESPACE_END
