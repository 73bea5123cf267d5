#pragma once

#include <cstddef>
#include <cstdint>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace kernel {

/// The kernels of Arteaga, Fuhrer and Hoefler's single and double sweeps.
struct prerounded_table {};

}  // namespace kernel
ISOBIT_NAMESPACE_END
