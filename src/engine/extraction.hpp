#pragma once

#include <cstddef>

#include <isobit/accumulator/exact.hpp>

#include "fp/power_of_two.hpp"
#include "kernel/dispatch.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace engine {

/// Doubles that one extraction takes at most. docs/maths/sum.md#extraction derives the bits of a level from it.
inline constexpr std::size_t extraction_size = 2048;

/// Adds n <= extraction_size doubles of any width to the state, exactly; x is overwritten and must have room for a
/// whole number of vectors. Needs an environment_guard, no working flags.
template <class State> void extract(kernel::table const& kernels, double* x, std::size_t n, State& state);

extern template void extract(kernel::table const&, double*, std::size_t, exact&);
extern template void extract(kernel::table const&, double*, std::size_t, exact_product&);

/// The e for which 2^(e-1) <= |x| < 2^e, from the bits of a normal number; that of the smallest normal for others.
constexpr int exponent_above(std::uint64_t magnitude_bits) noexcept {
  int const biased = static_cast<int>(magnitude_bits >> 52);
  return (biased == 0 ? 1 : biased) - format<double>::bias + 1;
}

}  // namespace engine
ISOBIT_NAMESPACE_END
