#pragma once

#include <isobit/instruction_set.hpp>

#include "linalg/gemm_table.hpp"
#include "linalg/gemv_table.hpp"
#include "linalg/vector_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// The kernels in use, each once per instruction set (src/linalg/target/).
[[nodiscard]] ISOBIT_API gemm_table const& gemm_kernels();
[[nodiscard]] ISOBIT_API gemv_table const& gemv_kernels();
[[nodiscard]] ISOBIT_API vector_table const& vector_kernels();

}  // namespace linalg
ISOBIT_NAMESPACE_END
