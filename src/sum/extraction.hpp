#pragma once

#include <cstddef>

#include <isobit/sum/exact.hpp>

#include "arithmetic/power_of_two.hpp"
#include "sum/kernels.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

/// Doubles that one extraction takes at most. docs/maths/sum.md#extraction derives the bits of a level from it.
inline constexpr std::size_t extraction_size = 2048;

/// Adds n <= extraction_size doubles of any width to the state, exactly; x is overwritten and must have room for a
/// whole number of vectors. Needs an environment_guard, no working flags.
template <class State> void extract(table const& kernels, double* x, std::size_t n, State& state);

extern template void extract(table const&, double*, std::size_t, exact&);
extern template void extract(table const&, double*, std::size_t, exact_product&);

}  // namespace summation
ISOBIT_NAMESPACE_END
