#include "kernel/target.hpp"

#include "linalg/gemm_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::ISOBIT_TARGET {

extern gemm_table const gemm_kernels;
gemm_table const gemm_kernels = {};

}  // namespace linalg::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
