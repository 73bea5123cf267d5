#pragma once

#include <cstddef>
#include <cstdint>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace kernel {

/// The kernels of Kahan's and Knuth's sums over fixed lanes.
struct compensated_table {};

}  // namespace kernel
ISOBIT_NAMESPACE_END
