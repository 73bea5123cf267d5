#pragma once

#include <cstddef>

#include <isobit/sum/exact.hpp>

#include "arithmetic/power_of_two.hpp"
#include "sum/kernels.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

/// Numbers that one extraction takes at most. docs/maths/sum.md#extraction derives the bits of a level from it.
inline constexpr std::size_t extraction_size = 2048;

/// Bits between the largest number and the extractor that keeps all partial sums of a level in its binade. Those of a
/// lane are added up on their own, so that vectors need fewer.
inline int extraction_headroom(std::size_t lanes) noexcept {
  int headroom = 12;
  for (; lanes > 1; lanes /= 2) --headroom;
  return headroom;
}
static_assert(extraction_size == std::size_t{1} << 11);

/// Adds n <= extraction_size numbers of any width to the state, exactly. Needs an environment_guard, no working flags.
template <class T, class State> void extract(table const& kernels, T const* x, std::size_t n, State& state);

extern template void extract(table const&, double const*, std::size_t, exact&);
extern template void extract(table const&, double const*, std::size_t, exact_product&);
extern template void extract(table const&, float const*, std::size_t, exact&);
extern template void extract(table const&, float const*, std::size_t, exact_product&);

}  // namespace summation
ISOBIT_NAMESPACE_END
