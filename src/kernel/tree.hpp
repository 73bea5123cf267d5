#pragma once

#include "kernel/simd.hpp"

/// The kernels of the binary tree of additions.
ISOBIT_NAMESPACE_BEGIN
namespace kernel::ISOBIT_TARGET {

constexpr tree_table tree_kernels = {};

}  // namespace kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
