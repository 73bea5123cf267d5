#pragma once

#include "kernel/simd.hpp"

/// The kernels of Demmel and Nguyen's binned sums.
ISOBIT_NAMESPACE_BEGIN
namespace kernel::ISOBIT_TARGET {

constexpr binned_table binned_kernels = {};

}  // namespace kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
