#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <vector>

#include <isobit/driver/driver.hpp>
#include <isobit/error.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace detail {

/// How many parts n elements are cut into: at least one, and none empty if it can be helped.
inline std::size_t part_count(driver_ref const& driver, std::size_t n) {
  return std::min(driver.parts(n), std::max<std::size_t>(n, 1));
}

/// body(part) for every part, on the driver's threads. What a part throws is thrown here, the first part's first; and
/// `error` where the driver did not run every part exactly once, since the result would be wrong.
template <class Body> void run_parts(driver_ref const& driver, std::size_t parts, Body body) {
  if (parts == 1) return body(std::size_t{0});
  std::vector<std::exception_ptr> problems(parts);
  std::vector<std::atomic<bool>> started(parts);
  std::atomic<bool> wrong = false;
  auto run = [&](std::size_t part) noexcept {
    if (part >= parts || started[part].exchange(true)) {
      wrong = true;
      return;
    }
    try {
      body(part);
    } catch (...) {
      problems[part] = std::current_exception();
    }
  };
  driver.run(parts, run);
  for (auto const& one : started) wrong = wrong || !one;
  if (wrong)
    throw error(status::invalid_argument,
                "isobit: the driver did not run every part exactly once; its run(parts, body) "
                "must call body(i) once for each i < parts and return when all are done");
  for (auto const& problem : problems)
    if (problem) std::rethrow_exception(problem);
}

/// body(first, count, part) for the parts of n elements.
template <class Body> void for_each_part(driver_ref const& driver, std::size_t parts, std::size_t n, Body body) {
  run_parts(driver, parts, [&](std::size_t part) {
    std::size_t const first = n / parts * part + std::min(part, n % parts);
    body(first, n / parts + (part < n % parts ? 1 : 0), part);
  });
}

/// The merged states of the parts of n elements, each started as a copy of `start`; add(state, first, count) fills
/// one. No allocation for one part.
template <class State, class Add>
State merge_parts(State const& start, driver_ref const& driver, std::size_t n, Add add) {
  std::size_t const parts = part_count(driver, n);
  State total = start;
  if (parts == 1) {
    add(total, std::size_t{0}, n);
    return total;
  }
  std::vector<State> states(parts, start);
  for_each_part(driver, parts, n,
                [&](std::size_t first, std::size_t count, std::size_t part) { add(states[part], first, count); });
  for (State const& state : states) total.merge(state);
  return total;
}

}  // namespace detail
ISOBIT_NAMESPACE_END
