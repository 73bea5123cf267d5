#pragma once

#include "kernel/simd.hpp"

/// The kernels of Arteaga, Fuhrer and Hoefler's single and double sweeps.
ISOBIT_NAMESPACE_BEGIN
namespace kernel::ISOBIT_TARGET {

constexpr prerounded_table prerounded_kernels = {};

}  // namespace kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
