#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <isobit/linalg/vector.hpp>
#include <isobit/solver/space.hpp>

#include "linalg/share.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

/// body(first, count) for blocks of n numbers, so short that what one step writes the next finds in cache; on the
/// driver's threads, in the standard environment.
template <class Body> void for_each_block(driver_ref const& on, std::size_t n, Body body) {
  constexpr index block = 1024;
  if (n == 0) return;
  linalg::share_lines(on, static_cast<index>(n), 1, [&](index first, index count) {
    for (index at = first; at < first + count; at += block)
      body(static_cast<std::size_t>(at), static_cast<std::size_t>(std::min(block, first + count - at)));
  });
}

/// y = y + alpha*x, rounded once.
template <class T> void add(driver_ref const& on, T alpha, std::span<T const> x, std::span<T> y) {
  for_each_block(on, y.size(), [&](std::size_t first, std::size_t count) {
    linalg::axpy(alpha, x.subspan(first, count), linalg::vector_view<T>(y.subspan(first, count)));
  });
}

/// y = x + beta*y, rounded once: of a few numbers.
template <class T> void scale_and_add(T beta, std::span<T const> x, std::span<T> y) {
  T sum[1024];
  std::copy(x.begin(), x.end(), sum);
  linalg::axpy(beta, std::span<T const>(y), linalg::vector_view<T>(sum, static_cast<index>(y.size())));
  std::copy_n(sum, y.size(), y.begin());
}

/// The same of all.
template <class T> void scale_and_add(driver_ref const& on, T beta, std::span<T const> x, std::span<T> y) {
  for_each_block(on, y.size(), [&](std::size_t first, std::size_t count) {
    scale_and_add(beta, x.subspan(first, count), y.subspan(first, count));
  });
}

/// x[i] = f(i), where that is operations of IEEE's, each rounded.
template <class T, class F> void for_each_number(driver_ref const& on, std::span<T> x, F f) {
  for_each_block(on, x.size(), [&](std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) x[i] = f(i);
  });
}

}  // namespace solver
ISOBIT_NAMESPACE_END
