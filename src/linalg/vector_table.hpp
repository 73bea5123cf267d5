#pragma once

#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Kernels of operations on vectors.
struct vector_table {};

}  // namespace linalg
ISOBIT_NAMESPACE_END
