#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include <isobit/driver/parts.hpp>
#include <isobit/linalg/view.hpp>

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

/// Hands the numbers below `count` out to the threads as they come: body(next) calls next() until it is negative.
template <class Body> void share(driver_ref const& driver, std::size_t threads, index count, Body body) {
  std::atomic<index> next = 0;
  std::size_t const most = static_cast<std::size_t>(std::max<index>(count, 1));
  isobit::detail::run_parts(driver, std::min(threads, most), [&](std::size_t) {
    body([&] {
      index const mine = next.fetch_add(1, std::memory_order_relaxed);
      return mine < count ? mine : index{-1};
    });
  });
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
