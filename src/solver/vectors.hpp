#pragma once

#include <algorithm>
#include <concepts>
#include <span>
#include <vector>

#include <isobit/linalg/vector.hpp>
#include <isobit/solver/space.hpp>

#include "linalg/kernels.hpp"
#include "linalg/share.hpp"
#include "linalg/vector_table.hpp"
#include "solver/numbers.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

/// So few numbers that what one step writes the next finds in cache, and that memory does not stop while they are
/// worked on.
inline constexpr std::size_t block_size = 256;

/// body(first, count) for blocks of some numbers, from `begin` on.
template <class Body> void in_blocks(std::size_t begin, std::size_t count, Body const& body) {
  for (std::size_t at = begin; at < begin + count; at += block_size) body(at, std::min(block_size, begin + count - at));
}
/// The same for all n, on the driver's threads, in the standard environment.
template <class Body> void for_each_block(driver_ref const& on, std::size_t n, Body body) {
  if (n == 0) return;
  linalg::share_lines(on, static_cast<index>(n), 1, [&](index first, index count) {
    in_blocks(static_cast<std::size_t>(first), static_cast<std::size_t>(count), body);
  });
}

// The factors below are of the numbers' own type, or real.

/// y = y + alpha*x, each part rounded once: of some numbers, in the standard environment. As linalg::axpy, which would
/// look at sizes, addresses and the environment for every block.
template <class Factor, class T> void add_some(Factor alpha, std::span<T const> x, std::span<T> y) {
  if constexpr (!std::same_as<Factor, T>) {
    add_some(alpha, parts_of(x), parts_of(y));
  } else {
    if constexpr (!is_complex<T>)
      if (auto* const kernel = linalg::vector_kernels().template of<T>().axpy; kernel != nullptr) {
        if (alpha != 0) kernel(static_cast<index>(y.size()), alpha, x.data(), y.data());
        return;
      }
    linalg::axpy<T>(alpha, x, linalg::vector_view<T>(y));
  }
}
/// The same of all.
template <class Factor, class T> void add(driver_ref const& on, Factor alpha, std::span<T const> x, std::span<T> y) {
  for_each_block(on, y.size(), [&](std::size_t first, std::size_t count) {
    add_some(alpha, x.subspan(first, count), y.subspan(first, count));
  });
}

/// y = x + beta*y, each part rounded once: of a block.
template <class Factor, class T> void scale_and_add_some(Factor beta, std::span<T const> x, std::span<T> y) {
  T sum[block_size];
  std::copy(x.begin(), x.end(), sum);
  add_some(beta, std::span<T const>(y), std::span<T>(sum, y.size()));
  std::copy_n(sum, y.size(), y.begin());
}
/// The same of all.
template <class Factor, class T>
void scale_and_add(driver_ref const& on, Factor beta, std::span<T const> x, std::span<T> y) {
  for_each_block(on, y.size(), [&](std::size_t first, std::size_t count) {
    scale_and_add_some(beta, x.subspan(first, count), y.subspan(first, count));
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
