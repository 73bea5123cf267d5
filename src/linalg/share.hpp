#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>

#include <isobit/driver/parts.hpp>
#include <isobit/linalg/view.hpp>

#include "arithmetic/environment.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// How many products rows x columns sums of `depth` products each are, or very many. In integers: a conversion would
/// raise a flag. Precondition: no number is negative.
inline std::size_t products_in(index rows, index columns, index depth) noexcept {
  std::size_t entries, products;
  if (__builtin_mul_overflow(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns), &entries) ||
      __builtin_mul_overflow(entries, static_cast<std::size_t>(depth), &products))
    return std::size_t{1} << 60;
  return products;
}

/// How many products c = a*b takes.
template <scalar T> std::size_t products_in(matrix_view<T> c, matrix_view<T const> a) noexcept {
  return products_in(c.rows, c.columns, a.columns);
}

/// How many threads so many products, in at most so many pieces, are worth. Drivers count elements of a sum.
inline std::size_t threads_for(driver_ref const& driver, std::size_t products, index pieces) {
  constexpr std::size_t products_an_element = 64;
  return std::min(driver.parts(products / products_an_element), static_cast<std::size_t>(std::max<index>(pieces, 1)));
}

/// The numbers below `count`, for threads to take as they come.
class numbers {
public:
  explicit numbers(index count) noexcept : count_(count) {}
  /// The next one, or -1.
  index take() noexcept {
    index const mine = next_.fetch_add(1, std::memory_order_relaxed);
    return mine < count_ ? mine : -1;
  }
  void note_done() noexcept { done_.fetch_add(1, std::memory_order_release); }
  /// Until all are done. Only running threads are waited for, those that took the last numbers: so a driver is free to
  /// run parts one after another.
  void wait_for_all() const noexcept {
    while (done_.load(std::memory_order_acquire) < count_) std::this_thread::yield();
  }

private:
  index const count_;
  std::atomic<index> next_ = 0, done_ = 0;
};

/// Hands the numbers below `count`, so many products in all, out to the threads as they come: body(next) calls next()
/// until it is negative.
template <class Body> void share(driver_ref const& driver, std::size_t products, index count, Body body) {
  numbers left(count);
  isobit::detail::run_parts(driver, threads_for(driver, products, count),
                            [&](std::size_t) { body([&] { return left.take(); }); });
}

/// body(first, count) for parts of `lines` lines of `length` elements each, in the standard environment.
template <class Body> void share_lines(driver_ref const& driver, index lines, index length, Body body) {
  auto const count = static_cast<std::size_t>(lines);
  std::size_t const parts = std::min(isobit::detail::part_count(driver, products_in(lines, length, 1)), count);
  isobit::detail::for_each_part(driver, parts, count, [&](std::size_t first, std::size_t some, std::size_t) {
    in_standard_rounding([&] { body(static_cast<index>(first), static_cast<index>(some)); });
  });
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
