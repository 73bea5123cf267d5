#include <isobit/driver/threads.hpp>

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

#include <isobit/error.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace {

// Starting a thread costs as much as adding up so many elements.
constexpr std::size_t elements_per_thread = 4096;
constexpr std::size_t serial_below = std::size_t{1} << 20;

std::size_t hardware_threads() noexcept { return std::max(1u, std::thread::hardware_concurrency()); }

void run_on_threads(std::size_t parts, task_ref body) {
  if (parts == 0) return;
  std::vector<std::jthread> started;
  std::size_t part = 1;
  try {
    started.reserve(parts - 1);
    for (; part < parts; ++part) started.emplace_back([=] { body(part); });
  } catch (std::system_error const&) {
    // The system has no thread left: what could not be started runs here. The bits do not depend on it.
    for (; part < parts; ++part) body(part);
  }
  body(0);
}

}  // namespace

threads::threads() noexcept : count_(hardware_threads()) {}

threads::threads(std::size_t count) : count_(count) {
  if (count == 0) throw error(status::invalid_argument, "isobit::threads: 0 threads; use threads() for all cores");
}

std::size_t threads::parts(std::size_t elements) const noexcept {
  return std::clamp<std::size_t>(elements / elements_per_thread, 1, count_);
}

void threads::run(std::size_t parts, task_ref body) const { run_on_threads(parts, body); }

std::size_t automatic::parts(std::size_t elements) const noexcept {
  return elements < serial_below ? 1 : threads().parts(elements);
}

void automatic::run(std::size_t parts, task_ref body) const { run_on_threads(parts, body); }

ISOBIT_NAMESPACE_END
