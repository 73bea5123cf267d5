#pragma once

#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Kernels of matrix-vector products.
struct gemv_table {};

}  // namespace linalg
ISOBIT_NAMESPACE_END
