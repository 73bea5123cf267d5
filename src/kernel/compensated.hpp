#pragma once

#include "kernel/simd.hpp"

/// The kernels of Kahan's and Knuth's sums over fixed lanes.
ISOBIT_NAMESPACE_BEGIN
namespace kernel::ISOBIT_TARGET {

constexpr compensated_table compensated_kernels = {};

}  // namespace kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
