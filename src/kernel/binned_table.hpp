#pragma once

#include <cstddef>
#include <cstdint>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace kernel {

/// The kernels of Demmel and Nguyen's binned sums.
struct binned_table {};

}  // namespace kernel
ISOBIT_NAMESPACE_END
