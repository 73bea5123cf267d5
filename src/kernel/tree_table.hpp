#pragma once

#include <cstddef>
#include <cstdint>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace kernel {

/// The kernels of the binary tree of additions.
struct tree_table {};

}  // namespace kernel
ISOBIT_NAMESPACE_END
